import type { OpportunityListItem } from '@pain-signals/contract';
import { type BriefQuery, type BriefsQuery, fingerprintOf } from '@pain-signals/domain';
import { type BriefRecord, briefCard, briefSourcesCard, noBriefCard } from '#blocks/briefs/brief-card.ts';
import { briefListCard, noBriefsCard } from '#blocks/briefs/brief-list.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, hasCallsToSpare, optional } from '../reply/service-responses.ts';
import type { Requester } from '../request-context.ts';
import { sliceRows } from '../signals/draw-list.ts';

/** `/pain brief`: a signal's opportunity brief, or why there is none. */
export async function showBrief(deps: Deps, query: BriefQuery): Promise<CardRenderer> {
  const { client, linkTo, hiddenEvidence } = deps;
  // First: a new snapshot invalidates the cached brief.
  const pipeline = await optional(deps, client.pipeline());
  const [answer, hidden] = await Promise.all([client.brief(query.id), hiddenEvidence.ids()]);
  const brief = answer.data;
  if (brief === null) {
    // A brief has its own topic.
    const { data: signal } = await client.signal(query.id);
    return () => noBriefCard(query, { ...signal, absence: answer.absence });
  }
  const freshness = freshnessOf(pipeline, [answer]);
  const shown = redactBrief(brief, hidden);
  const draw = query.sources ? briefSourcesCard : briefCard;
  return (audience) => draw(query, shown, { freshness, linkTo, audience });
}

/** `/pain briefs`: all briefs. Their numbers refer to their signals. */
export async function showBriefs(deps: Deps, query: BriefsQuery, requester: Requester): Promise<CardRenderer> {
  const { client, linkTo, lastLists } = deps;
  const [answer, pipeline] = await Promise.all([client.opportunities(), optional(deps, client.pipeline())]);
  const { area } = query;
  const inArea = (all: readonly OpportunityListItem[]) =>
    area === undefined ? all : all.filter(({ macroArea }) => macroArea === area);
  const briefs = inArea(answer.data);
  const hidden = inArea(answer.hiddenBriefs ?? []).length;
  // In the service's order, by demand and growth: figures that a list item does not have.
  const { page, ...slice } = sliceRows(query.page, briefs);
  const { rows, firstRank } = slice;
  const signals = (await hasCallsToSpare(deps))
    ? await Promise.all(rows.map(({ painSignalId }) => optional(deps, client.signal(painSignalId))))
    : [];
  const known = signals.flatMap((signal) => (signal === null ? [] : [[signal.data.id, signal.data] as const]));
  // Rows without a trend would look steady beside the others.
  const figures = new Map(known.length === rows.length ? known : []);
  const freshness = freshnessOf(pipeline, [answer]);
  const list = {
    key: `briefs ${area ?? ''}`,
    firstRank,
    signalIds: rows.map(({ painSignalId }) => painSignalId),
    total: briefs.length,
    all: briefs.map(({ painSignalId }) => painSignalId),
  };
  if (rows.length > 0) await lastLists.remember(requester, list);
  return (audience) => {
    const cardContext = { freshness, linkTo, audience };
    return rows.length === 0
      ? noBriefsCard(query, cardContext, hidden)
      : { ...briefListCard({ ...slice, query: { ...query, page }, figures, hidden }, cardContext), list };
  };
}

/** Replaces hidden excerpts. */
const HIDDEN = 'hidden in this workspace';

/** Fields that cite evidence by number and contain no excerpts. */
const COMPUTED_FIELDS: ReadonlySet<string> = new Set([
  'topic',
  'patternStatement',
  'fitWarning',
  'wedge',
  'risks',
  'nextSteps',
]);

/** Removes hidden excerpts from a brief. Hidden items keep their numbers, so other citations stay right. */
function redactBrief(brief: BriefRecord, hidden: ReadonlySet<string>): BriefRecord {
  const numbers = new Set(brief.evidence?.flatMap((quote, at) => (hidden.has(fingerprintOf(quote)) ? [at + 1] : [])));
  if (numbers.size === 0) return brief;
  const evidence = brief.evidence?.map((quote, at) =>
    numbers.has(at + 1) ? { ...quote, excerpt: HIDDEN, author: null, url: null } : quote,
  );
  const clean = (text: string) => removeCitingSentences(text, numbers);
  const fields = Object.entries(brief).map(([name, value]) => [
    name,
    COMPUTED_FIELDS.has(name) ? value : mapTexts(value, clean),
  ]);
  return { ...brief, ...Object.fromEntries(fields), evidence };
}

const MAX_DEPTH = 3;

/** Applies a change to every text, also in fields that the specification doesn't name. */
function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change, depth + 1)]));
}

/** What a claim says goes on behind its numbers: "At least 3 posts (see [1] [2]) report “…”". Another quote begins with "and". */
const GOES_ON = /^(?:\)| (?!and\b)\p{Ll})/u;

/** A sentence ends with the numbers of the evidence it cites, or begins with them. */
function removeCitingSentences(text: string, numbers: ReadonlySet<number>): string {
  const cited = (sentence: string) => [...sentence.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
  const sentences = text.match(/[\s\S]+?(?:(?:\[\d+\](?:,? ?(?=\[))?)+\.?|$)/g) ?? [];
  const kept: string[] = [];
  let isRemoved = false;
  for (const sentence of sentences) {
    isRemoved = cited(sentence).some((number) => numbers.has(number)) || (isRemoved && GOES_ON.test(sentence));
    if (!isRemoved) kept.push(sentence);
  }
  const left = kept.join('').trim();
  return left === '' && sentences.length > 0 ? 'This part quotes posts hidden in this workspace.' : left;
}
