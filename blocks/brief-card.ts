import { OpportunityBrief, type OpportunityListItem } from '@pain-signals/contract';
import type { ActionsBlock } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { briefEvidence, briefPart, describeStrength, formatStrength } from './brief-parts.ts';
import { type Card, card } from './card.ts';
import { formatDate } from './dates.ts';
import { actions, button, context, header, section } from './elements.ts';
import { describeFreshness, formatFreshness } from './freshness.ts';
import { areaName } from './names.ts';
import { type BriefQuery, encodeQuery } from './question.ts';
import type { CardContext } from './setting.ts';
import { shareButtons } from './share-buttons.ts';
import { sharedByLine } from './shared-line.ts';
import { formatTopic } from './signal-row.ts';
import { escapeMrkdwn, escapePlainText } from './text.ts';
import { unknownBriefParts } from './unknown-fields.ts';

/** Only the summary's fields are sure; a service may have others than those of ours. */
export type BriefRecord = OpportunityListItem & {
  [Field in keyof Omit<OpportunityBrief, keyof OpportunityListItem>]?: OpportunityBrief[Field] | undefined;
};

const KNOWN: ReadonlySet<string> = new Set(Object.keys(OpportunityBrief.shape));

/** An opportunity brief in full: what hurts whom, what they do about it, what could be built, and why it may not. */
export function briefCard(query: BriefQuery, brief: BriefRecord, cardContext: CardContext): Card {
  const { freshness, audience } = cardContext;
  return card(describeBrief(brief, cardContext), [
    header(escapePlainText(`Brief: ${escapePlainText(brief.topic, 130) || 'Untitled signal'}`, 150)),
    context(formatOrigin(brief)),
    section(`*Pattern*\n${escapeMrkdwn(brief.patternStatement, 600) || 'None was found.'}`),
    brief.fitWarning === null ? null : section(`⚠ *May not fit:* ${escapeMrkdwn(brief.fitWarning, 400)}`),
    briefPart('The problem', brief.problem),
    briefPart('Who is hurt', brief.affected),
    briefPart('What they do about it', brief.workarounds),
    briefPart('The opportunity', brief.opportunity),
    briefPart('The wedge', brief.wedge),
    briefPart('Risks', brief.risks),
    briefPart('Next steps', brief.nextSteps),
    ...unknownBriefParts(brief, KNOWN).map(({ title, lines }) => section(`*${title}*\n${lines.join('\n')}`)),
    ...briefEvidence(brief.evidence),
    context(formatFreshness(freshness)),
    audience.kind === 'person' ? briefButtons(query, audience.isShared ?? false) : sharedByLine(audience, query),
  ]);
}

function describeBrief(brief: BriefRecord, { freshness }: CardContext): string {
  const parts = [brief.patternStatement, brief.problem, brief.opportunity].map((part) => escapeMrkdwn(part ?? '', 500));
  return `Opportunity brief of “${formatTopic(brief)}”, ${describeStrength(brief.patternStrength)}: ${parts.filter((part) => part !== '').join(' ')}${describeFreshness(freshness)}`;
}

function formatOrigin({ patternStrength, macroArea, generatedAt, generatedBy }: BriefRecord): (string | null)[] {
  return [
    formatStrength(patternStrength),
    macroArea === null ? null : escapeMrkdwn(areaName(macroArea), 40),
    `written ${formatDate(generatedAt, 'day')}`,
    generatedBy === undefined ? null : formatWriter(generatedBy),
  ];
}

const formatWriter = (generatedBy: string) =>
  generatedBy === 'extractive' ? 'put together from quotes' : `by ${escapeMrkdwn(generatedBy, 60)}`;

function briefButtons(query: BriefQuery, isShared: boolean): ActionsBlock | null {
  const { id, back } = query;
  const way = back ? { back } : {};
  return actions([
    back ? button(ACTION.backToList, { text: '‹ Back to list', value: encodeQuery(back) }) : null,
    button(ACTION.backToSignal, { text: 'Signal', value: encodeQuery({ show: 'signal', id, ...way }) }),
    ...shareButtons(query, { isShared, style: 'primary' }),
    button(ACTION.evidence, { text: 'Evidence', value: encodeQuery({ show: 'evidence', id, page: 0, ...way }) }),
  ]);
}
