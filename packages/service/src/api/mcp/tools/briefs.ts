import { BRIEF_SECTIONS, BRIEF_TITLES } from '@pain-signals/contract';
import { z } from 'zod';
import type { Queries } from '../../../queries/index.ts';
import { Brief, type OpportunityItem, OpportunityItems } from '../../../queries/responses.ts';
import { signalId } from './signal.ts';
import { asBlockQuote, isoDay, oneLine, UNTRUSTED_TEXT_NOTICE } from './text.ts';
import { defineTool, type Tool } from './tool.ts';

const BriefOrList = z.object({
  brief: Brief.optional().describe('With a signalId: the full brief'),
  items: OpportunityItems.optional().describe('Without a signalId: all briefs, summary only'),
});

export const opportunityBrief = (queries: Queries): Tool =>
  defineTool({
    name: 'opportunity_brief',
    title: 'Read opportunity briefs',
    description: `With a signalId: the signal's full opportunity brief: problem, who is affected, workarounds, opportunity, wedge, risks, next steps, and the evidence behind each claim. Without: the list of all briefs. Use it to decide what to build. It only reads existing briefs; a signal without a brief, or with one older than 7 days, returns NOT_FOUND. ${UNTRUSTED_TEXT_NOTICE}`,
    input: z.object({ signalId: signalId.optional() }),
    output: BriefOrList,
    answer: async ({ signalId: id }) =>
      id === undefined ? { items: await queries.opportunities() } : { brief: await queries.brief(id) },
    format: ({ brief, items = [] }) => (brief === undefined ? formatBriefs(items) : formatBrief(brief)),
  });

const formatBriefs = (items: readonly OpportunityItem[]): string =>
  items.length === 0
    ? 'There are no briefs right now.'
    : items.map((item, index) => `${index + 1}. ${formatBriefItem(item)}`).join('\n');

const formatBriefItem = ({ topic, patternStatement, patternStrength, painSignalId }: OpportunityItem): string =>
  [oneLine(topic), oneLine(patternStatement), `evidence strength ${patternStrength} of 100; signalId ${painSignalId}`]
    .filter((line) => line !== '')
    .join('\n   ');

type Section = [heading: string, content: string | readonly string[] | null];

function formatBrief(brief: Brief): string {
  const sections: Section[] = [
    ['Pattern', `${brief.patternStatement} (evidence strength ${brief.patternStrength} of 100)`.trim()],
    ['Warning', brief.fitWarning],
    ...BRIEF_SECTIONS.map((name): Section => [BRIEF_TITLES[name], brief[name] ?? null]),
  ];
  return [
    `Opportunity brief: ${oneLine(brief.topic)}`,
    ...sections
      .filter(([, content]) => content !== null && content.length > 0)
      .map(([heading, content]) => formatSection(heading, content ?? '')),
    `Evidence. ${UNTRUSTED_TEXT_NOTICE}`,
    ...brief.evidence.map(formatEvidenceItem),
    `Written ${isoDay(brief.generatedAt)} (${oneLine(brief.generatedBy)}), valid until ${isoDay(brief.expiresAt)}; signalId ${brief.painSignalId}`,
  ].join('\n\n');
}

const formatSection = (heading: string, content: string | readonly string[]): string => {
  if (typeof content === 'string') return `${heading}: ${oneLine(content)}`;
  return [`${heading}:`, ...content.map((line) => `- ${oneLine(line)}`)].join('\n');
};

const formatEvidenceItem = ({ provider, author, url, excerpt }: Brief['evidence'][number], index: number): string => {
  const origin = [provider, author, url].filter((part) => part !== null).map(oneLine);
  return `[${index + 1}] ${origin.join(', ')}\n${asBlockQuote(excerpt)}`;
};
