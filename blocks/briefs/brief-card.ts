import {
  areaName,
  BRIEF_FRESH_DAYS,
  BRIEF_MINIMUM,
  type BriefAbsence,
  OpportunityBrief,
  type OpportunityListItem,
  type PainSignalDetail,
} from '@pain-signals/contract';
import type { BriefQuery } from '@pain-signals/domain';
import type { ActionsBlock } from '@slack/types';
import { ACTION } from '../kit/action-ids.ts';
import { type CardContext, shareButtons, sharedByLine } from '../kit/audience.ts';
import { encodeQuery } from '../kit/button-values.ts';
import { type Card, card, textCard } from '../kit/card.ts';
import { actions, button, context, header, section } from '../kit/elements.ts';
import { formatDate, type Locale } from '../kit/format.ts';
import { describeFreshness, formatFreshness } from '../kit/freshness.ts';
import { formatTopic } from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { briefEvidence, briefPart, describeStrength, formatStrength, unknownBriefParts } from './brief-parts.ts';

/** Another service may lack all fields but those of a list item. */
export type BriefRecord = OpportunityListItem & {
  [Field in keyof Omit<OpportunityBrief, keyof OpportunityListItem>]?: OpportunityBrief[Field] | undefined;
};

const KNOWN: ReadonlySet<string> = new Set(Object.keys(OpportunityBrief.shape));

export function briefCard(query: BriefQuery, brief: BriefRecord, cardContext: CardContext): Card {
  const { freshness, audience, locale } = cardContext;
  const part = (title: string, content: Parameters<typeof briefPart>[1]) => briefPart(title, content, locale);
  return card(describeBrief(brief, cardContext), [
    header(escapePlainText(`Brief: ${escapePlainText(brief.topic, 130) || 'Untitled signal'}`, 150)),
    context(formatOrigin(brief)),
    section(`*Pattern*\n${escapeMrkdwn(brief.patternStatement, 600) || 'None was found.'}`),
    brief.fitWarning === null ? null : section(`⚠ *May not fit:* ${escapeMrkdwn(brief.fitWarning, 400)}`),
    part('The problem', brief.problem),
    part('Who is hurt', brief.affected),
    part('What they do about it', brief.workarounds),
    part('The opportunity', brief.opportunity),
    part('The wedge', brief.wedge),
    part('Risks', brief.risks),
    part('Next steps', brief.nextSteps),
    ...unknownBriefParts(brief, KNOWN).map(({ title, lines }) => section(`*${title}*\n${lines.join('\n')}`)),
    ...briefEvidence(brief.evidence, locale),
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

type Signal = Pick<PainSignalDetail, 'topic' | 'volume'> & {
  /** Null when the service doesn't say. */
  absence: BriefAbsence | null;
};

/** Says why: it was never made, or it has expired. */
export function noBriefCard(query: BriefQuery, signal: Signal, locale: Locale): Card {
  const { id, back } = query;
  const way = back ? { back } : {};
  const title = `There is no brief of “${formatTopic(signal)}”.`;
  const reason = ABSENCE_TEXTS[signal.absence ?? (signal.volume < BRIEF_MINIMUM.posts ? 'TOO_FEW_POSTS' : 'unknown')](
    signal.volume,
    locale,
  );
  return textCard(`*${title}*\n${reason}`, [
    button(ACTION.backToSignal, { text: '‹ Signal', value: encodeQuery({ show: 'signal', id, ...way }) }),
    button(ACTION.evidence, { text: 'Evidence', value: encodeQuery({ show: 'evidence', id, page: 0, ...way }) }),
    button(ACTION.briefs, { text: 'All briefs', value: encodeQuery({ show: 'briefs', page: 0 }) }),
  ]);
}

const NEEDS = `a brief needs ${BRIEF_MINIMUM.posts} posts of ${BRIEF_MINIMUM.authors} people`;

const ABSENCE_TEXTS: Record<BriefAbsence | 'unknown', (volume: number, locale: Locale) => string> = {
  TOO_FEW_POSTS: (volume, locale) =>
    volume < BRIEF_MINIMUM.posts
      ? `It was never made: ${NEEDS}, and there ${volume === 1 ? 'is' : 'are'} ${locale.plural(volume, 'post')}.`
      : `It was never made: ${NEEDS}, and fewer people wrote these ${locale.plural(volume, 'post')}.`,
  NOT_WRITTEN_YET: () =>
    'None was made so far. Briefs are made at night, of signals that somebody mentioned within the last 30 days.',
  EXPIRED: () =>
    `The last one is older than ${BRIEF_FRESH_DAYS} days. Briefs are renewed as long as somebody mentions the signal.`,
  unknown: () =>
    `Either it was never made, or the last one is older than ${BRIEF_FRESH_DAYS} days and was not renewed: the service does not say which.`,
};
