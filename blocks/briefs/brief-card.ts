import {
  areaName,
  BRIEF_FRESH_DAYS,
  BRIEF_MINIMUM,
  BRIEF_SECTIONS,
  BRIEF_TITLES,
  type BriefAbsence,
  OpportunityBrief,
  type OpportunityListItem,
  type PainSignalDetail,
  STRENGTH_MEANING,
} from '@pain-signals/contract';
import type { BriefQuery } from '@pain-signals/domain';
import type { ActionsBlock, Button } from '@slack/types';
import { ACTION, encodeQuery } from '../kit/buttons.ts';
import { type Card, card, textCard } from '../kit/card.ts';
import {
  type CardContext,
  describeFreshness,
  formatFreshness,
  shareButtons,
  sharedByLine,
} from '../kit/card-context.ts';
import { actions, button, context, header, joinParts, section } from '../kit/elements.ts';
import { feedback } from '../kit/feedback.ts';
import { formatDate, plural } from '../kit/format.ts';
import { signalMenu } from '../kit/signal-menu.ts';
import { formatTopic } from '../kit/signal-text.ts';
import { escapeMrkdwn, escapePlainText } from '../kit/text.ts';
import { briefEvidence, briefPart, formatStrength, unknownBriefParts } from './brief-parts.ts';

/** Another service may lack all fields but those of a list item. */
export type BriefRecord = OpportunityListItem & {
  [Field in keyof Omit<OpportunityBrief, keyof OpportunityListItem>]?: OpportunityBrief[Field] | undefined;
};

const KNOWN: ReadonlySet<string> = new Set(Object.keys(OpportunityBrief.shape));

/** At most one screen; the posts it cites are behind a button. */
export function briefCard(query: BriefQuery, brief: BriefRecord, cardContext: CardContext): Card {
  const { freshness, audience } = cardContext;
  const pattern = escapeMrkdwn(brief.patternStatement, 400);
  const isOwn = audience.kind === 'person';
  const missing = describeMissing(query, brief);
  return card(joinParts([missing, describeBrief(brief, cardContext)], ' '), [
    header(escapePlainText(`Brief: ${escapePlainText(brief.topic, 130) || 'Untitled signal'}`, 150)),
    missing === null ? null : section(missing),
    brief.fitWarning ? context([`⚠ ${escapeMrkdwn(brief.fitWarning, 300)}`]) : null,
    ...BRIEF_SECTIONS.map((name) => briefPart(BRIEF_TITLES[name], brief[name])),
    ...unknownBriefParts(brief, KNOWN).map(({ title, lines }) => section(`*${title}*\n${lines.join('\n')}`)),
    // Says the same as the problem.
    pattern === '' || brief.problem ? null : context([pattern]),
    context([`${formatStrength(brief.patternStrength)}, based on ${STRENGTH_MEANING}`]),
    context([...formatOrigin(brief), ...formatFreshness(freshness)]),
    isOwn
      ? briefButtons(query, brief, audience.isShared ?? false)
      : actions([sourcesButton(query, brief), signalMenu(query.id)]),
    feedback('brief', query.id),
    isOwn ? null : sharedByLine(audience, query),
  ]);
}

const MISSING = {
  workarounds: 'None of the posts read for the brief mentions a workaround.',
  impact: 'No cost stands out in the posts read for the brief.',
} as const satisfies Record<NonNullable<BriefQuery['section']>, string>;

/** That the section which is asked for is empty. A service without such sections says nothing about it. */
const describeMissing = ({ section: asked }: BriefQuery, brief: BriefRecord): string | null =>
  asked !== undefined && brief[asked] !== undefined && !brief[asked]?.length ? MISSING[asked] : null;

/** The posts a brief cites as [1], [2], … */
export function briefSourcesCard(query: BriefQuery, brief: BriefRecord, { freshness }: CardContext): Card {
  const { evidence = [] } = brief;
  const says = `${plural(evidence.length, 'post')} cited in the brief “${formatTopic(brief)}”.`;
  return card(`${says}${describeFreshness(freshness)}`, [
    header('Evidence cited in this brief'),
    context([`${escapeMrkdwn(brief.topic, 160) || 'Untitled signal'}`]),
    ...(evidence.length === 0 ? [section('This brief doesn’t cite any posts.')] : briefEvidence(evidence)),
    actions([
      button(ACTION.evidence, {
        text: 'All evidence',
        value: encodeQuery({ show: 'evidence', id: query.id, page: 0 }),
      }),
    ]),
  ]);
}

function describeBrief(brief: BriefRecord, { freshness }: CardContext): string {
  const parts = [brief.problem || brief.patternStatement, brief.opportunity].map((part) =>
    escapeMrkdwn(part ?? '', 500),
  );
  return `Brief: ${formatTopic(brief)}. ${parts.filter((part) => part !== '').join(' ')}${describeFreshness(freshness)}`;
}

function formatOrigin({ macroArea, generatedAt, generatedBy }: BriefRecord): (string | null)[] {
  return [
    macroArea === null ? null : escapeMrkdwn(areaName(macroArea), 40),
    `Written ${formatDate(generatedAt, 'day')}${generatedBy === undefined ? '' : formatWriter(generatedBy)}`,
  ];
}

const formatWriter = (generatedBy: string) =>
  generatedBy === 'extractive' ? ' from the posts’ own words' : ` by ${escapeMrkdwn(generatedBy, 60)}`;

function briefButtons(query: BriefQuery, brief: BriefRecord, isShared: boolean): ActionsBlock | null {
  const { id, back } = query;
  const way = back ? { back } : {};
  return actions([
    back ? button(ACTION.backToList, { text: '‹ Back to list', value: encodeQuery(back) }) : null,
    button(ACTION.backToSignal, { text: 'Details', value: encodeQuery({ show: 'signal', id, ...way }) }),
    ...shareButtons({ show: 'brief', id, ...way }, { isShared, style: 'primary' }),
    sourcesButton(query, brief),
    signalMenu(id),
  ]);
}

function sourcesButton({ id }: BriefQuery, { evidence = [] }: BriefRecord): Button | null {
  if (evidence.length === 0) return null;
  const value = encodeQuery({ show: 'brief', id, sources: true });
  return button(ACTION.briefSources, {
    text: `Cited posts (${evidence.length})`,
    value,
    label: 'The posts this brief cites',
  });
}

type Signal = Pick<PainSignalDetail, 'topic' | 'volume'> & {
  /** Null when the service doesn't say. */
  absence: BriefAbsence | null;
};

/** Says why: it was never made, or it has expired. */
export function noBriefCard(query: BriefQuery, signal: Signal): Card {
  const { id, back } = query;
  const way = back ? { back } : {};
  const title = `No brief for “${formatTopic(signal)}” yet.`;
  const reason = ABSENCE_TEXTS[signal.absence ?? (signal.volume < BRIEF_MINIMUM.posts ? 'TOO_FEW_POSTS' : 'unknown')](
    signal.volume,
  );
  return textCard(`*${title}*\n${reason}`, [
    button(ACTION.backToSignal, { text: '‹ Details', value: encodeQuery({ show: 'signal', id, ...way }) }),
    button(ACTION.evidence, { text: 'Evidence', value: encodeQuery({ show: 'evidence', id, page: 0, ...way }) }),
    button(ACTION.briefs, { text: 'All briefs', value: encodeQuery({ show: 'briefs', page: 0 }) }),
  ]);
}

const NEEDS = `Briefs need at least ${BRIEF_MINIMUM.posts} posts from ${BRIEF_MINIMUM.authors} people`;

const ABSENCE_TEXTS: Record<BriefAbsence | 'unknown', (volume: number) => string> = {
  TOO_FEW_POSTS: (volume) =>
    volume < BRIEF_MINIMUM.posts
      ? `${NEEDS}. This signal has ${plural(volume, 'post')}.`
      : `${NEEDS}. This signal’s ${plural(volume, 'post')} come from fewer.`,
  TOO_FEW_ALIKE: (volume) =>
    `A brief sums up what several posts say in similar words, and these ${plural(volume, 'post')} word it too differently. Read them under *Evidence*.`,
  NOT_WRITTEN_YET: () => 'Briefs are written for signals mentioned in the last 30 days.',
  EXPIRED: () =>
    `The last one expired after ${BRIEF_FRESH_DAYS} days. It’s renewed when people mention the signal again.`,
  unknown: () => `It was never written, or it expired after ${BRIEF_FRESH_DAYS} days.`,
};
