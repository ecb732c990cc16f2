import { BRIEF_FRESH_DAYS, type PainSignalDetail } from '@pain-signals/contract';
import { ACTION } from './action-ids.ts';
import { type Card, card } from './card.ts';
import { actions, button, section } from './elements.ts';
import { plural } from './numbers.ts';
import { type BriefQuestion, encodeQuestion } from './question.ts';
import { sayTopic } from './signal-row.ts';

/** What a brief rests on at least. */
const LEAST = { posts: 5, people: 3 };

/** There is no brief, and why: it was never made, or it is too old to be shown. */
export function noBriefCard(question: BriefQuestion, signal: Pick<PainSignalDetail, 'topic' | 'volume'>): Card {
  const { id, back } = question;
  const way = back ? { back } : {};
  const happened = `There is no brief of “${sayTopic(signal)}”.`;
  const because = sayWhy(signal.volume);
  return card(`${happened} ${because}`, [
    section(`*${happened}*\n${because}`),
    actions([
      button(ACTION.backToSignal, { text: '‹ Signal', value: encodeQuestion({ show: 'signal', id, ...way }) }),
      button(ACTION.evidence, { text: 'Evidence', value: encodeQuestion({ show: 'evidence', id, page: 0, ...way }) }),
      button(ACTION.briefs, { text: 'All briefs', value: encodeQuestion({ show: 'briefs', page: 0 }) }),
    ]),
  ]);
}

function sayWhy(volume: number): string {
  if (volume < LEAST.posts) {
    return `It was never made: a brief needs ${LEAST.posts} posts of ${LEAST.people} people, and there ${volume === 1 ? 'is' : 'are'} ${plural(volume, 'post')}.`;
  }
  return `Either it was never made, because fewer than ${LEAST.people} people wrote those posts, or the last one is older than ${BRIEF_FRESH_DAYS} days and was not renewed.`;
}
