import { OpportunityBrief, type OpportunityListItem } from '@pain-signals/contract';
import type { ActionsBlock } from '@slack/types';
import { ACTION } from './action-ids.ts';
import { briefPart, briefQuotes, sayStrength, showStrength } from './brief-parts.ts';
import { type Card, card } from './card.ts';
import { showDate } from './dates.ts';
import { actions, button, context, header, section } from './elements.ts';
import { sayFreshness, showFreshness } from './freshness.ts';
import { nameArea } from './names.ts';
import { type BriefQuestion, encodeQuestion } from './question.ts';
import type { Setting } from './setting.ts';
import { shareButtons } from './share-buttons.ts';
import { sharedLine } from './shared-line.ts';
import { sayTopic } from './signal-row.ts';
import { plainData, quoteData } from './text.ts';
import { listUnknownFields } from './unknown-fields.ts';

/** Only the summary's fields are sure; a service may have others than those of ours. */
export type BriefRecord = OpportunityListItem & {
  [Field in keyof Omit<OpportunityBrief, keyof OpportunityListItem>]?: OpportunityBrief[Field] | undefined;
};

const KNOWN: ReadonlySet<string> = new Set(Object.keys(OpportunityBrief.shape));

/** An opportunity brief in full: what hurts whom, what they do about it, what could be built, and why it may not. */
export function briefCard(question: BriefQuestion, brief: BriefRecord, setting: Setting): Card {
  const { freshness, audience } = setting;
  return card(sayBrief(brief, setting), [
    header(plainData(`Brief: ${plainData(brief.topic, 130) || 'Untitled signal'}`, 150)),
    context(showOrigin(brief)),
    section(`*Pattern*\n${quoteData(brief.patternStatement, 600) || 'None was found.'}`),
    brief.fitWarning === null ? null : section(`⚠ *May not fit:* ${quoteData(brief.fitWarning, 400)}`),
    briefPart('The problem', brief.problem),
    briefPart('Who is hurt', brief.affected),
    briefPart('What they do about it', brief.workarounds),
    briefPart('The opportunity', brief.opportunity),
    briefPart('The wedge', brief.wedge),
    briefPart('Risks', brief.risks),
    briefPart('Next steps', brief.nextSteps),
    ...listUnknownFields(brief, KNOWN).map(({ title, lines }) => section(`*${title}*\n${lines.join('\n')}`)),
    ...briefQuotes(brief.evidence),
    context(showFreshness(freshness)),
    audience.kind === 'person' ? briefButtons(question, audience.isShared ?? false) : sharedLine(audience, question),
  ]);
}

function sayBrief(brief: BriefRecord, { freshness }: Setting): string {
  const parts = [brief.patternStatement, brief.problem, brief.opportunity].map((part) => quoteData(part ?? '', 500));
  return `Opportunity brief of “${sayTopic(brief)}”, ${sayStrength(brief.patternStrength)}: ${parts.filter((part) => part !== '').join(' ')}${sayFreshness(freshness)}`;
}

function showOrigin({ patternStrength, macroArea, generatedAt, generatedBy }: BriefRecord): (string | null)[] {
  return [
    showStrength(patternStrength),
    macroArea === null ? null : quoteData(nameArea(macroArea), 40),
    `written ${showDate(generatedAt, 'day')}`,
    generatedBy === undefined ? null : showWriter(generatedBy),
  ];
}

const showWriter = (generatedBy: string) =>
  generatedBy === 'extractive' ? 'put together from quotes' : `by ${quoteData(generatedBy, 60)}`;

function briefButtons(question: BriefQuestion, isShared: boolean): ActionsBlock | null {
  const { id, back } = question;
  const way = back ? { back } : {};
  return actions([
    back ? button(ACTION.backToList, { text: '‹ Back to list', value: encodeQuestion(back) }) : null,
    button(ACTION.backToSignal, { text: 'Signal', value: encodeQuestion({ show: 'signal', id, ...way }) }),
    ...shareButtons(question, { isShared, style: 'primary' }),
    button(ACTION.evidence, { text: 'Evidence', value: encodeQuestion({ show: 'evidence', id, page: 0, ...way }) }),
  ]);
}
