import type { OpportunityBrief } from '@pain-signals/contract';
import type { Chat } from '../chat/index.ts';
import type { Store } from '../store/index.ts';
import { sentencesIn, writeBrief } from './brief.ts';
import { countFigures } from './figures.ts';
import { createBackgroundLoader } from './run-background.ts';
import { rewriteBrief } from './run-chat.ts';
import { relateSignals } from './run-related.ts';

const DOCUMENTS_OF_ORDER = 200;

/** What an order for a brief is written from. */
export interface BriefDeps {
  store: Store;
  now: () => number;
  newId: () => string;
  /** A language model for this brief, where one is set. */
  openChat?: (() => Chat | undefined) | undefined;
}

/** Writes the brief of one signal anew and keeps it; null when too few people wrote about it. The signal's score stays as it is. */
export async function generateBrief(
  { store, now, newId, openChat }: BriefDeps,
  signalId: string,
): Promise<OpportunityBrief | null> {
  const at = now();
  const signal = await store.signals.find(signalId);
  if (signal === null) return null;
  const figures = countFigures(signal.id, await store.mentions.ofSignal(signal.id), at);
  if (figures === null) return null;
  const documents = await store.documents.ofSignal(signal.id, at, DOCUMENTS_OF_ORDER);
  const background = await createBackgroundLoader(store)();
  const named = (await store.signalChanges.publicSignals()).filter(
    ({ state, hidden }) => state !== 'archived' && !hidden,
  );
  const related = await relateSignals(store, named, background);
  const score = { ...signal, signalId: signal.id, trending: false, emerging: false };
  const subject = { id: signal.id, description: signal, figures, score };
  const others = (await store.briefs.list(at)).filter(({ painSignalId }) => painSignalId !== signal.id);
  const said = new Set(others.flatMap(sentencesIn));
  const brief = writeBrief(subject, documents, related.get(signal.id) ?? [], at, newId, background, said);
  if (brief === null) return null;
  const written = await rewriteBrief(openChat?.(), brief, said);
  await store.briefs.put(written);
  return written;
}
