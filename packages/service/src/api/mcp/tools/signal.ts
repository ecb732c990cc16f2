import {
  EVIDENCE_MODES,
  type EvidenceExcerpt,
  EvidenceParameters,
  EXCERPT_LENGTH,
  type Page,
  type ScoreParts,
  SignalStats,
  Timeline,
  TimelineParameters,
} from '@pain-signals/contract';
import { z } from 'zod';
import { pluralize } from '../../../model/pluralize.ts';
import type { Queries } from '../../../queries/index.ts';
import { ExcerptPage, SignalDetail } from '../../../queries/responses.ts';
import { asBlockQuote, formatFigures, formatPagePosition, isoDay, oneLine, UNTRUSTED_TEXT_NOTICE } from './text.ts';
import { defineTool, type Tool } from './tool.ts';

export const signalId = z.uuid().describe("A signal's id, from a list or a search");

/** Draws what the two tools below return: the chart of a signal, and evidence. */
export const SIGNAL_VIEW = 'ui://pain-signals/signal';

const SignalInFull = z.object({ signal: SignalDetail, stats: SignalStats, timeline: Timeline });

const mode = z
  .enum(EVIDENCE_MODES)
  .default('summary')
  .describe(
    `Length of the excerpts: summary about ${EXCERPT_LENGTH.summary} characters, full up to ${EXCERPT_LENGTH.full}`,
  );

/** Tools about one signal. */
export const signalTools = (queries: Queries): Tool[] => [
  defineTool({
    name: 'get_signal',
    title: 'Get a signal',
    description: `One pain signal in full: summary, score with its parts, mentions by source and by day. Use it after a list or a search, before you assess or report a signal. For what people wrote use get_signal_evidence, for what to build opportunity_brief. ${UNTRUSTED_TEXT_NOTICE}`,
    input: z.object({ signalId, days: TimelineParameters.shape.days }),
    output: SignalInFull,
    view: SIGNAL_VIEW,
    answer: async ({ signalId: id, days }) => {
      const [signal, stats, timeline] = await Promise.all([
        queries.getSignal(id),
        queries.stats(id),
        queries.timeline(id, days),
      ]);
      return { signal, stats, timeline };
    },
    format: formatSignalInFull,
  }),
  defineTool({
    name: 'get_signal_evidence',
    title: 'Get the evidence of a signal',
    description: `What people wrote: the evidence behind a pain signal, newest posts first, each with excerpt, author, date, licence and address. Use it to quote, to check a claim, or to learn what exactly the problem is; cite the address. Start with mode summary; full costs many more tokens. ${UNTRUSTED_TEXT_NOTICE}`,
    input: z.object({ signalId, mode, ...EvidenceParameters.shape }),
    output: ExcerptPage,
    view: SIGNAL_VIEW,
    answer: ({ signalId: id, ...query }) => queries.evidenceExcerpts(id, query),
    format: formatEvidencePage,
  }),
];

function formatSignalInFull({ signal, stats, timeline: { buckets } }: z.output<typeof SignalInFull>): string {
  const before = signal.scorePartsWeekBefore;
  const sources = stats.sourceDistribution.map(({ provider, mentions }) => `${provider} ${mentions}`);
  const owner = signal.topOwnerName === null ? [] : [formatOwner(signal)];
  return [
    oneLine(signal.topic),
    oneLine(signal.summary),
    '',
    `Figures: ${formatFigures(signal)}; first seen ${isoDay(signal.firstSeenAt)}`,
    `Score: ${formatScoreParts(signal.scoreParts)}`,
    ...(before === null ? [] : [`Seven days earlier: ${formatScoreParts(before)}`]),
    `Sources: ${sources.join(', ')}`,
    ...owner,
    `Mentions by day, ${buckets[0]?.date} to ${buckets.at(-1)?.date}: ${buckets.map((bucket) => bucket.count).join(' ')}`,
    `Evidence: ${pluralize(signal.chunkCount, 'piece')}; id ${signal.id}`,
  ].join('\n');
}

const formatScoreParts = (parts: ScoreParts): string =>
  Object.entries(parts)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(', ');

const formatOwner = ({ uniqueOwnerCount, topOwnerName, topOwnerDominancePct }: SignalDetail): string =>
  `Owners on code hosts: ${uniqueOwnerCount}, most often ${oneLine(topOwnerName ?? '')} (${topOwnerDominancePct}%)`;

function formatEvidencePage({ items, ...page }: Page<EvidenceExcerpt>): string {
  const pieces = items.map((item, index) => `[${index + 1}] ${formatOrigin(item)}\n${asBlockQuote(item.excerpt)}`);
  const found = pieces.length === 0 ? ['No evidence on this page.'] : [UNTRUSTED_TEXT_NOTICE, ...pieces];
  return [...found, formatPagePosition(page)].join('\n\n');
}

function formatOrigin({ provider, postTitle, author, postedAt, url, licence }: EvidenceExcerpt): string {
  const title = postTitle === null ? null : JSON.stringify(postTitle);
  const parts = [provider, title, author && `by ${author}`, isoDay(postedAt), url, licence && `licence ${licence}`];
  return parts
    .filter((part) => part !== null)
    .map(oneLine)
    .join(', ');
}
