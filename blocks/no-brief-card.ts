import { BRIEF_FRESH_DAYS, BRIEF_MINIMUM, type BriefAbsence, type PainSignalDetail } from '@pain-signals/contract';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, section } from './elements.ts';
import { plural } from './numbers.ts';
import { type BriefQuery, encodeQuery } from './question.ts';
import { formatTopic } from './signal-row.ts';

type Signal = Pick<PainSignalDetail, 'topic' | 'volume'> & {
  /** null where the service does not say why. */
  absence: BriefAbsence | null;
};

/** There is no brief, and why: it was never made, or it is too old to be shown. */
export function noBriefCard(query: BriefQuery, signal: Signal): Card {
  const { id, back } = query;
  const way = back ? { back } : {};
  const happened = `There is no brief of “${formatTopic(signal)}”.`;
  const because = ABSENCE_TEXTS[signal.absence ?? (signal.volume < BRIEF_MINIMUM.posts ? 'TOO_FEW_POSTS' : 'unknown')](
    signal.volume,
  );
  return card(`${happened} ${because}`, [
    section(`*${happened}*\n${because}`),
    actions([
      button(ACTION.backToSignal, { text: '‹ Signal', value: encodeQuery({ show: 'signal', id, ...way }) }),
      button(ACTION.evidence, { text: 'Evidence', value: encodeQuery({ show: 'evidence', id, page: 0, ...way }) }),
      button(ACTION.briefs, { text: 'All briefs', value: encodeQuery({ show: 'briefs', page: 0 }) }),
    ]),
  ]);
}

const NEEDS = `a brief needs ${BRIEF_MINIMUM.posts} posts of ${BRIEF_MINIMUM.authors} people`;

const ABSENCE_TEXTS: Record<BriefAbsence | 'unknown', (volume: number) => string> = {
  TOO_FEW_POSTS: (volume) =>
    volume < BRIEF_MINIMUM.posts
      ? `It was never made: ${NEEDS}, and there ${volume === 1 ? 'is' : 'are'} ${plural(volume, 'post')}.`
      : `It was never made: ${NEEDS}, and fewer people wrote these ${plural(volume, 'post')}.`,
  NOT_WRITTEN_YET: () =>
    'None was made so far. Briefs are made at night, of signals that somebody mentioned within the last 30 days.',
  EXPIRED: () =>
    `The last one is older than ${BRIEF_FRESH_DAYS} days. Briefs are renewed as long as somebody mentions the signal.`,
  unknown: () =>
    `Either it was never made, or the last one is older than ${BRIEF_FRESH_DAYS} days and was not renewed: the service does not say which.`,
};
