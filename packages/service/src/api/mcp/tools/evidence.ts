import {
  EVIDENCE_MODES,
  type EvidenceExcerpt,
  EvidenceParameters,
  EXCERPT_LENGTH,
  type Page,
} from '@pain-signals/contract';
import { z } from 'zod';
import type { Queries } from '../../../queries/index.ts';
import { ExcerptPage } from '../../../queries/responses.ts';
import { signalId } from './signal.ts';
import { asBlockQuote, formatPagePosition, isoDay, oneLine, UNTRUSTED_TEXT_NOTICE } from './text.ts';
import { defineTool, type Tool } from './tool.ts';

const mode = z
  .enum(EVIDENCE_MODES)
  .default('summary')
  .describe(
    `Length of the excerpts: summary about ${EXCERPT_LENGTH.summary} characters, full up to ${EXCERPT_LENGTH.full}`,
  );

export const getSignalEvidence = (queries: Queries): Tool =>
  defineTool({
    name: 'get_signal_evidence',
    title: 'Get the evidence of a signal',
    description: `What people wrote: the evidence behind a pain signal, newest posts first, each with excerpt, author, date, licence and address. Use it to quote, to check a claim, or to learn what exactly the problem is; cite the address. Start with mode summary; full costs many more tokens. ${UNTRUSTED_TEXT_NOTICE}`,
    input: z.object({ signalId, mode, ...EvidenceParameters.shape }),
    output: ExcerptPage,
    answer: ({ signalId: id, ...query }) => queries.evidenceExcerpts(id, query),
    format: formatEvidencePage,
  });

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
