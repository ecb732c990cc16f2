import type { Brief, OpportunityItem } from '../../queries/answers.ts';
import { UNTRUSTED_TEXT_NOTICE } from '../words-of-strangers.ts';
import { asBlockQuote, isoDay, oneLine } from './line.ts';

export const formatBriefs = (items: readonly OpportunityItem[]): string =>
  items.length === 0
    ? 'There is no brief at the moment.'
    : items.map((item, index) => `${index + 1}. ${formatBriefItem(item)}`).join('\n');

const formatBriefItem = ({ topic, patternStatement, patternStrength, painSignalId }: OpportunityItem): string =>
  `${oneLine(topic)}\n   ${oneLine(patternStatement)}\n   strength ${patternStrength} of 100; signalId ${painSignalId}`;

export function formatBrief(brief: Brief): string {
  const sections: [heading: string, content: string | readonly string[] | null][] = [
    ['Pattern', `${brief.patternStatement} (strength ${brief.patternStrength} of 100)`],
    ['Warning', brief.fitWarning],
    ['Problem', brief.problem],
    ['Affected', brief.affected],
    ['Workarounds', brief.workarounds],
    ['Opportunity', brief.opportunity],
    ['Wedge', brief.wedge],
    ['Risks', brief.risks],
    ['Next steps', brief.nextSteps],
  ];
  return [
    `Opportunity brief: ${oneLine(brief.topic)}`,
    ...sections
      .filter(([, content]) => content !== null)
      .map(([heading, content]) => formatSection(heading, content ?? '')),
    `Evidence. ${UNTRUSTED_TEXT_NOTICE}`,
    ...brief.evidence.map(formatEvidenceItem),
    `Written ${isoDay(brief.generatedAt)} (${oneLine(brief.generatedBy)}), valid until ${isoDay(brief.expiresAt)}; signalId ${brief.painSignalId}`,
  ].join('\n\n');
}

const formatSection = (heading: string, content: string | readonly string[]): string => {
  if (typeof content === 'string') return `${heading}: ${oneLine(content)}`;
  if (content.length === 0) return `${heading}: nothing was found.`;
  return [`${heading}:`, ...content.map((line) => `- ${oneLine(line)}`)].join('\n');
};

const formatEvidenceItem = ({ provider, author, url, excerpt }: Brief['evidence'][number], index: number): string => {
  const origin = [provider, author, url].filter((part) => part !== null).map(oneLine);
  return `[${index + 1}] ${origin.join(', ')}\n${asBlockQuote(excerpt)}`;
};
