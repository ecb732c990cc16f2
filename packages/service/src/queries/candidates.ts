import { isoInstant } from '../model/day.ts';
import { isAboutTrouble } from '../naming/index.ts';
import { countFigures } from '../scoring/figures.ts';
import { composeScore, growthRate, scoreParts } from '../scoring/score.ts';
import { shorten, stripMarkup } from '../text/sentences.ts';
import type { QueryDeps } from './deps.ts';
import type { SignalItem } from './responses.ts';

const TOPIC_LENGTH = 80;

/** Posts read of a candidate: it rarely has more. */
const POSTS_READ = 20;

const percentOf = (part: number, all: number): number => (all === 0 ? 0 : Math.round((100 * part) / all));

/**
 * A candidate cluster as a list shows a signal: its topic is its most typical title, and its figures are counted now. Null when it is
 * about neither a trouble nor a need.
 */
export async function describeCandidate({ store, at }: QueryDeps, id: string): Promise<SignalItem | null> {
  const now = at();
  const documents = await store.documents.ofSignal(id, now, POSTS_READ);
  const figures = countFigures(id, await store.mentions.ofSignal(id), now);
  const [typical] = documents;
  if (figures === null || typical === undefined || !isAboutTrouble(documents)) return null;
  const exposure = await store.mentions.exposure(now);
  const { volume, lastWindow, prevWindow, owners, codeHostChunks } = figures;
  return {
    id,
    topic: shorten(stripMarkup(typical.title ?? typical.text), TOPIC_LENGTH),
    score: composeScore(scoreParts(figures, exposure, now)),
    volume,
    growth: growthRate(lastWindow.mentions, prevWindow.mentions),
    lastSeenAt: isoInstant(figures.lastSeenAt),
    macroArea: null,
    macroAreaConfidence: null,
    mentionsLastWindow: lastWindow.mentions,
    mentionsPrevWindow: prevWindow.mentions,
    painType: null,
    uniqueOwnerCount: owners.length,
    topOwnerName: owners[0]?.owner ?? null,
    topOwnerDominancePct: percentOf(owners[0]?.chunks ?? 0, codeHostChunks),
  };
}
