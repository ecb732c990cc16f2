import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aSignal, aTimeline, idOf, someExcerpts, someSignals } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

/** More, and growing faster, than the others. */
const mentionedMost = (number: number) =>
  world.service.plan(`/api/pain-signals/${idOf(number)}/timeline`, {
    body: aTimeline(Array.from({ length: 30 }, (_, at) => at * at)),
  });

it('compares no period with one from before there were posts', async () => {
  const ask = async (text: string) => cardText((await world.ask(text)) as unknown as Parameters<typeof cardText>[0]);
  const items = someSignals(3).map((signal) => ({ ...signal, lastSeenAt: new Date().toISOString() }));
  world.service.plan('/api/pain-signals', { body: { items, page: 0, size: 100, totalItems: 3, totalPages: 1 } });
  mentionedMost(1);
  const trending = await ask('trending days:90');
  expect(trending).toContain('# “Pain number 1” has the most mentions in the last 90 days');
  expect(trending).toMatch(/Posts go back to .*, so 90 days can’t be compared with the 90 before {2}· {2}Most/);
  expect(trending).not.toMatch(/▲|rose|Trending/);
  expect(await ask('search sort:fading days:90')).toContain('*Posts go back to');
  expect(await ask('top by growth days:300')).toContain('so 300 days can’t be compared with the 300 before');
  expect(await ask('top by mentions days:90')).not.toContain('can’t be compared');
  expect(await ask('trending days:14')).toContain('rose fastest in the last 14 days');
});

it('names in the heading what it is true of, and below it that only the most mentioned were counted', async () => {
  const ask = async (text: string) => cardText((await world.ask(text)) as unknown as Parameters<typeof cardText>[0]);
  const items = someSignals(20).map((signal) => ({ ...signal, lastSeenAt: new Date().toISOString() }));
  world.service.plan('/api/pain-signals', { body: { items, page: 0, size: 100, totalItems: 20, totalPages: 1 } });
  mentionedMost(1);
  const rising = await ask('search type:bug area:auth sort:rising days:14');
  expect(rising).toContain(
    '# Of the 15 most mentioned bugs in Auth & identity, “Pain number 1” rose fastest in the last 14 days',
  );
  expect(rising).toContain(
    '~ 1–5 of 15  ·  Compared with the 14 days before, among the 15 most mentioned bugs in Auth &amp; identity',
  );
  expect(rising).toContain('[Fastest growing ▾]');
  expect(await ask('trending days:14')).toContain(
    '~ 1–5 of 10  ·  Compared with the 14 days before, among the 15 most mentioned signals',
  );
});

it('lists as rising over a period only what its row calls up', async () => {
  const items = someSignals(2, { volume: 400 }).map((signal) => ({ ...signal, lastSeenAt: new Date().toISOString() }));
  world.service.plan('/api/pain-signals', { body: { items, page: 0, size: 100, totalItems: 2, totalPages: 1 } });
  const counts = { 1: [4, 6], 2: [4, 9] };
  for (const [number, [before = 0, now = 0]] of Object.entries(counts)) {
    const days = [before, ...Array.from({ length: 13 }, () => 0), now, ...Array.from({ length: 13 }, () => 0)];
    world.service.plan(`/api/pain-signals/${idOf(Number(number))}/timeline`, { body: aTimeline(days) });
  }
  const card = cardText((await world.ask('trending days:14')) as unknown as Parameters<typeof cardText>[0]);
  expect(card).toContain('▲ up 125%: 9 mentions in 14 days, 4 in the 14 before');
  expect(card).toContain('1. Pain number 2 (score 68, up 125%: 9 mentions in 14 days, 4 in the 14 before).');
  expect(card).not.toMatch(/Pain number 1|this week/);
});

it.each([
  [
    'people and posts',
    true,
    /^2 people wrote 4 posts about \*OAuth.*\* \[1\] in the last 30 days; 412 posts since <!date.*>\.$/m,
  ],
  [
    'posts, where the people are not known,',
    false,
    /^4 posts in the last 30 days report \*OAuth.*\* \[1\], by an unknown number of people; 412 posts since <!date.*>\.$/m,
  ],
])('answers how many people in a period with the %s of that period', async (_, hasAuthors, says) => {
  const sentence = 'Slow builds.';
  const match = { relevance: 0.9, words: ['slow', 'build'], chunkId: null, sentence, url: null, author: 'ada' };
  const hit = { ...aSignal({ id: idOf(1) }), lastSeenAt: new Date().toISOString(), match };
  world.service.plan('/api/signals/semantic-search', {
    body: { items: [hit], page: 0, size: 20, totalItems: 1, totalPages: 1 },
  });
  const body = aTimeline(Array.from({ length: 30 }, (_, at) => (at < 26 ? 0 : 1)));
  world.service.plan(`/api/pain-signals/${idOf(1)}/timeline`, { body });
  const excerpts = someExcerpts(9).map((excerpt, at) => ({ ...excerpt, author: at % 2 === 0 ? 'ada' : 'bob' }));
  if (hasAuthors) world.service.quote(excerpts);
  const answer = await world.ask('how many people complain about slow builds this month?');
  const card = cardText(answer as unknown as Parameters<typeof cardText>[0]);
  expect(card).toMatch(says);
  expect(card).not.toContain('of them this week');
  const all = await world.ask('how many people complain about slow builds?');
  const people = hasAuthors ? 'At least 2 people' : 'An unknown number of people';
  expect(cardText(all as unknown as Parameters<typeof cardText>[0])).toContain(
    `\n${people} have written 412 posts about *OAuth`,
  );
});

const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const ask = async (text: string) => shown(await world.ask(text));
const choose = async (message: Message, actionId: string, selectedOption: string) => {
  await world.slack.press({ message, actionId, selectedOption });
  return world.slack.nextMessage(isPrivate);
};
const daysAgo = (days: number) => new Date(world.now() - days * 86_400_000).toISOString();
const listed = (items: readonly object[]) =>
  world.service.plan('/api/pain-signals', {
    body: { items, page: 0, size: 100, totalItems: items.length, totalPages: 1 },
  });
/** A signal with so many mentions last week, and this week. */
const weeks = (number: number, before: number, now: number) => ({
  ...someSignals(number)[number - 1],
  growth: (now - before) / Math.max(before, 1),
  ...{ mentionsPrevWindow: before, mentionsLastWindow: now, volume: 500 - number },
  lastSeenAt: daysAgo(now > 0 ? 1 : 9),
});
const named = (card: string) =>
  [...card.matchAll(/^\*\d+\.\* .*Pain number (\d+)/gm)].map(([, number]) => Number(number));

it('has the figures of this week and last week in a list of the last 7 days, whichever way it was opened', async () => {
  listed([weeks(1, 10, 9), weeks(2, 14, 25), weeks(3, 6, 0)]);
  const byMentions = await choose(await world.ask('top by mentions'), 'choose_period', 'days 7');
  for (const card of [shown(byMentions), await ask('search sort:mentions days:7')]) {
    expect(card).toContain('▲ up 79%: 25 mentions this week, 14 last week');
    expect(card).not.toContain('in 7 days');
    expect(named(card)).toEqual([2, 1]);
  }
  expect(await ask('search sort:mentions order:asc days:7')).toMatch(/Pain number 1[\s\S]*Pain number 2/);
  expect(world.service.asked.filter((path) => path.includes('/timeline'))).toEqual([]);
  expect(await ask('trending days:7')).toContain('# 7 signals rose significantly this week');
  expect(await ask('emerging days:7')).toContain('# 7 small signals rose significantly this week');
});

it('lists the same signals as cooling off in the last 7 days as without a period', async () => {
  const items = [weeks(1, 18, 0), ...Array.from({ length: 15 }, (_, at) => weeks(at + 2, 6, 5)), weeks(17, 8, 2)];
  listed(items);
  const quiet = await ask('search sort:cooling');
  expect(named(quiet)).toEqual([1, 17]);
  expect(named(await ask('quiet'))).toEqual([1, 17]);
  expect(await ask('search sort:cooling days:7')).toBe(quiet);
  const week = await choose(await world.ask('top'), 'choose_period', 'days 7');
  expect(shown(await choose(week, 'order_list', 'order fading'))).toBe(quiet);
});

it('counts what fell silent before a longer period began among what cooled off in it', async () => {
  const [silent, steady] = someSignals(2);
  listed([
    { ...silent, lastSeenAt: daysAgo(40) },
    { ...steady, lastSeenAt: daysAgo(1) },
  ]);
  const days = (before: number, now: number) =>
    aTimeline([...Array.from({ length: 30 }, () => before), ...Array.from({ length: 30 }, () => now)]);
  world.service.plan(`/api/pain-signals/${idOf(1)}/timeline`, { body: days(1, 0) });
  world.service.plan(`/api/pain-signals/${idOf(2)}/timeline`, { body: days(1, 1) });
  const cooling = await ask('search sort:cooling days:30');
  expect(cooling).toContain('# One signal is cooling off in the last 30 days: “Pain number 1”');
  expect(named(await ask('search sort:growth order:asc days:30'))).toEqual([1, 2]);
  expect(named(await ask('search sort:mentions days:30'))).toEqual([2]);
});

it('says what a list covers whose mentions could not be counted', async () => {
  const items = someSignals(20).map((signal) => ({ ...signal, lastSeenAt: daysAgo(1) }));
  listed([...items, { ...items[0], id: idOf(21), topic: 'Pain number 21', lastSeenAt: daysAgo(29.5) }]);
  for (const days of [30, 28])
    expect(await ask(`top by mentions days:${days}`)).toContain('among the 15 most mentioned signals');
  const left = await ask('search area:auth sort:mentions days:29');
  expect(left).toContain('# Signals in Auth & identity mentioned in the last 29 days');
  expect(left).toContain(
    '⚠ Too many requests this minute to count the last 29 days, so what has the most mentions in total comes first. Press *Refresh* in a minute',
  );
  expect(left).toContain('1–5 of 20');
  expect(left).not.toMatch(/all time|Most mentions first/);
});

it('names a shared list as it is, in its table and its picture too', async () => {
  listed(someSignals(3).map((signal) => ({ ...signal, lastSeenAt: daysAgo(1) })));
  mentionedMost(1);
  await world.press(await world.ask('trending days:90'), 'share');
  const shared = world.slack.messages('C0DEVPAIN1').find(({ ephemeralFor }) => ephemeralFor === undefined);
  expect(JSON.stringify(shared)).toContain('Signals, last 90 days');
  expect(JSON.stringify(shared)).not.toMatch(/Trending|Rising/);
});

it('says once in which order a list over a period is', async () => {
  const items = someSignals(3).map((signal) => ({ ...signal, lastSeenAt: daysAgo(1) }));
  listed(items);
  for (const [command, order] of [
    ['search area:frontend sort:mentions days:90', 'Most mentions first'],
    ['search area:frontend sort:growth days:90', 'Most mentions first'],
    ['search area:frontend sort:mentions order:asc days:90', 'Fewest mentions first'],
    ['search area:frontend sort:mentions days:14', 'Most mentions first'],
    ['search area:frontend sort:growth days:14', 'Fastest growing first'],
  ] as const) {
    const card = await ask(command);
    expect([command, card.match(/\w+ (?:mentions|growing) first/g)]).toEqual([command, [order]]);
  }
  for (const [number, count] of [
    [1, 9],
    [2, 5],
    [3, 7],
  ] as const)
    world.service.plan(`/api/pain-signals/${idOf(number)}/timeline`, { body: aTimeline([count, 0]) });
  expect(named(await ask('search sort:mentions order:asc days:30'))).toEqual([2, 3, 1]);
});
