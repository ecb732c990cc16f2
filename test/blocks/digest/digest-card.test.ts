import { type Digest, type DigestItem, DigestPlan } from '@pain-signals/domain';
import { expect, it } from 'vitest';
import { digestCard } from '#blocks/digest/digest-card.ts';
import { digestThread } from '#blocks/digest/digest-thread.ts';
import { aDetail, aSignal, idOf, someOpportunities } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';

const PLAN = DigestPlan.parse({
  ...{ weekday: 1, time: '09:00', zone: 'Etc/UTC', areas: [], types: [], length: 5 },
  ...{ quietWeeks: 'say', hasThread: true },
});
const PARTS = aDetail().scoreParts ?? null;

const anItem = (number: number, change: Partial<DigestItem> = {}): DigestItem => ({
  signal: aSignal({ id: idOf(number), topic: `Pain number ${number}`, mentionsPrevWindow: 12, mentionsLastWindow: 31 }),
  ...{ movement: null, people: { last: 22, previous: 9 }, parts: PARTS, quote: null },
  ...change,
});

const aDigest = (change: Partial<Digest> = {}): Digest => ({
  ...{ version: 1, date: '2026-03-16', risers: [], newcomers: [], others: [], faded: [], gone: [], briefs: [] },
  ...{ lead: null, freshness: { snapshotAt: undefined, isSample: false, staleSince: null, dropped: 0 } },
  ...change,
});

const read = (digest: Digest) => cardText(digestCard(digest, { plan: PLAN, linkTo: () => null }));

it('starts with how many rose, and the signal to read first: how many people, and the reasons for its score', () => {
  const lead = { signalId: idOf(1) };
  const card = read(aDigest({ risers: [anItem(1), anItem(2)], lead }));
  expect(card).toContain('# 2 signals rose significantly this week');
  expect(card).toContain(
    '*Read first:* *Pain number 1*\n' + '22 people, 9 last week  ·  Score 68 of 100: many mentions and fast growth',
  );
});

it.each([
  [3, 1, '3 signals rose significantly this week, 1 more is emerging'],
  [3, 2, '3 signals rose significantly this week, 2 more are emerging'],
  [0, 2, '2 signals are emerging this week'],
  [10, 0, '10 or more signals rose significantly this week'],
  [0, 0, 'Developer pain: a quiet week'],
])('counts what rose as the trending list does: %i, and %i that are only emerging', (rising, small, says) => {
  const items = Array.from({ length: rising + small }, (_, at) => anItem(at + 1));
  expect(read(aDigest({ risers: items.slice(0, rising), newcomers: items.slice(rising) }))).toContain(says);
});

it('says why to read a signal first where more people wrote about it than about any other', () => {
  const risers = [anItem(1), anItem(2, { people: { last: 23, previous: 0 } })];
  const leadBy = (number: number) => read(aDigest({ risers, lead: { signalId: idOf(number) } }));
  expect(leadBy(2)).toContain('*Pain number 2*\nReported by more people this week than the others below  ·  23 people');
  expect(leadBy(1)).not.toContain('by the most people');
});

it('says how the signal to read first moved where no row does', () => {
  const risers = [1, 2, 3, 4, 5, 6].map((number) => anItem(number));
  expect(read(aDigest({ risers, lead: { signalId: idOf(6) } }))).toContain(
    '*Read first:* *Pain number 6*\n▲ up 140%: 31 mentions this week, 12 last week\n22 people',
  );
});

it('says the topic once in its thread, also where the quoted post has it for a title', () => {
  const quote = { quoteId: 'q', provider: 'github', excerpt: 'It breaks every day.', author: null, url: null };
  const titled = (title: string) => ({ ...quote, title, licence: null, postedAt: null, foundAt: null });
  const threadOf = (title: string) => {
    const digest = aDigest({ risers: [anItem(1, { quote: titled(title) })] });
    const [draw] = digestThread(digest, { plan: PLAN, linkTo: () => null, deliveryId: 'd' });
    return draw === undefined ? '' : cardText(draw());
  };
  expect(threadOf('pain number 1').match(/pain number 1/gi)).toHaveLength(2);
  expect(threadOf('Builds break')).toContain('Builds break');
});

it('numbers no signal in its thread, because those numbers cannot be typed', () => {
  const digest = aDigest({ risers: [anItem(1)] });
  const [card] = digestThread(digest, { plan: PLAN, linkTo: () => null, deliveryId: 'd' }).map((draw) => draw());
  expect(card && cardText(card)).toContain('Pain number 1');
  expect(card && cardText(card)).not.toMatch(/\b1\. /);
});

it('says what rose, is emerging, cooled off and is no longer listed, and how each moved since the last digest', () => {
  const digest = aDigest({
    risers: [anItem(1, { movement: 'up' })],
    newcomers: [anItem(2, { movement: 'new' })],
    others: [anItem(3, { movement: 'down' })],
    faded: [anItem(4)],
    gone: [{ id: idOf(5), topic: 'Pain number 5' }],
  });
  const card = read(digest).slice(read(digest).indexOf('\n'));
  const order = [
    '*Rising*',
    'Emerging (small but growing)',
    'Rising slightly',
    'Cooling off',
    'No longer in the digest: Pain number 5',
    'Since the last digest: 1 added, 1 with a higher score, 1 with a lower score, 1 no longer listed',
  ];
  const places = order.map((words) => card.indexOf(words));
  expect(places.every((place, at) => place > (places[at - 1] ?? -1))).toBe(true);
});

it('says of what cooled off how many mentions it had, and has', () => {
  const faded = [
    anItem(4, { signal: aSignal({ topic: 'Slow builds', mentionsPrevWindow: 15, mentionsLastWindow: 1 }) }),
  ];
  expect(read(aDigest({ risers: [anItem(1)], faded }))).toContain('• *Slow builds*  ·  15\u{a0}→\u{a0}1\n');
});

it('lists as many signals as the channel wants, and names the others', () => {
  const card = digestCard(
    aDigest({ risers: [1, 2, 3, 4, 5, 6, 7].map((number) => anItem(number)), faded: [anItem(8)] }),
    {
      plan: PLAN,
      linkTo: () => null,
    },
  );
  const rows = cardText(card)
    .split('\n')
    .filter((line) => line.startsWith('• '));
  expect(rows.map((row) => /number (\d)/.exec(row)?.[1])).toEqual(['1', '2', '3', '4', '5', '8']);
  expect(cardText(card)).toContain('*Also rising:* *Pain number 6*; *Pain number 7*');
});

it('says of a quiet week that it was one, in one line', () => {
  const card = digestCard(aDigest({ faded: [anItem(1)] }), { plan: PLAN, linkTo: () => null });
  expect(card.blocks[0]).toMatchObject({ type: 'section' });
  expect(cardText(card)).toContain(
    '*Developer pain: a quiet week*\nNo signal rose significantly in the week ending Mar 16, 2026.',
  );
});

it('says for which areas and types a week was quiet', () => {
  const say = (plan: Partial<typeof PLAN>) =>
    cardText(digestCard(aDigest({}), { plan: { ...PLAN, ...plan }, linkTo: () => null }));
  expect(say({ areas: ['DATABASE_STORAGE'], types: ['bug', 'question'] })).toContain(
    '*A quiet week for bugs and questions in Database &amp; storage*\nNone rose significantly in the week ending',
  );
  expect(say({ areas: ['DATABASE_STORAGE'] })).toContain('*A quiet week for signals in Database &amp; storage*');
});

it('names the strength of a brief in the thread, so that nobody takes it for a score', () => {
  const digest = aDigest({ risers: [anItem(1)], briefs: someOpportunities(1) });
  const card = digestThread(digest, { plan: PLAN, linkTo: () => null, deliveryId: 'd' }).at(-1)?.();
  expect(card?.text).toContain('Pain number 1 (evidence strength 40 of 100)');
  expect(card && cardText(card)).toContain('Evidence strength *40* of 100');
});

it('counts no more people than mentions, also where people wrote after the mentions were counted', () => {
  const item = anItem(1, { people: { last: 32, previous: 9 } });
  expect(read(aDigest({ risers: [item], lead: { signalId: idOf(1) } }))).not.toContain('people');
});
