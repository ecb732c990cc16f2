import type { Settings } from '@pain-signals/domain';
import type { Message } from '@pain-signals/slack-preview';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { defaultResponse, errorResponse } from '../../support/service/fake-service.ts';
import { aDetail, idOf, someSignals } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { GENEROUS_TIMEOUTS } from '../../support/worlds/generous-timeouts.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

const [TEAM, CHANNEL] = ['T0PREVIEW01', 'C0PRODUCT1'];
const [MEMBER, ADMIN] = ['U0ADALOVEL', 'U0GRACEHOP'];

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await choose('members');
  for (const { id } of await world.store.hiddenSignals.list(TEAM))
    await world.store.hiddenSignals.unhide(TEAM, ADMIN, id);
});

const choose = (setUpBy: Settings['setUpBy']) =>
  world.store.settings.set(TEAM, { defaultArea: null, defaultChannelId: null, managerIds: [], setUpBy });
const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const hide = (id: string) =>
  world.store.hiddenSignals.hide(TEAM, ADMIN, { id, topic: `Pain ${id}`, reason: 'not-a-pain' });
const first = someSignals(7)[0]?.topic ?? '';

it('disappear from lists at once, with a reason, and come back with Undo', async () => {
  expect(shown(await world.ask('trending'))).toContain(first);
  const unexplained = await world.ask('hide 1');
  expect(shown(unexplained)).toContain(
    '[Undo]\nWhy did you hide it? (optional)\n[Not a real problem] [Wrong name] [Not our area] [Same as another signal]',
  );
  expect(await world.store.hiddenSignals.list(TEAM)).toMatchObject([{ id: idOf(1), reason: 'none' }]);
  expect(shown(await world.ask('hidden'))).toContain(`\nhidden by <@${MEMBER}>`);
  const hidden = await world.press(unexplained, ACTION.hideWrongName);
  expect(shown(hidden)).toContain('Reason: wrong name.');
  // A reason given afterwards is no second change.
  const changes = (await world.store.settings.changes(TEAM)).filter(
    ({ setting, to }) => setting === 'signal' && to !== null,
  );
  expect(changes.map(({ times }) => times)).toEqual([1]);
  expect(await world.store.hiddenSignals.list(TEAM)).toMatchObject([
    { id: idOf(1), reason: 'wrong-name', hiddenBy: MEMBER },
  ]);
  expect(shown(await world.ask('trending'))).not.toContain(`signals/${idOf(1)}`);
  expect(shown(await world.press(hidden, ACTION.unhideSignal))).toContain('is back in this workspace’s lists');
  expect(await world.store.hiddenSignals.list(TEAM)).toEqual([]);
});

it('stay shown where hiding one was said to have failed, also once the service answers', async () => {
  const timeouts = { ...GENEROUS_TIMEOUTS, answerMs: 300 };
  const impatient = await startWorld({ timeouts });
  onTestFinished(() => impatient.close());
  const answer = Promise.withResolvers<void>();
  impatient.service.plan(`/api/pain-signals/${idOf(1)}`, { body: aDetail({ id: idOf(1) }), after: answer.promise });
  expect((await impatient.ask(`hide ${idOf(1)}`)).text).toContain('The service isn’t answering.');
  timeouts.answerMs = GENEROUS_TIMEOUTS.answerMs;
  answer.resolve();
  await impatient.ask(`hide ${idOf(2)}`);
  expect(await impatient.store.hiddenSignals.list(TEAM)).toMatchObject([{ id: idOf(2) }]);
});

it.each(['top', 'trending', 'emerging'])('leave their places in /pain %s 3 to the next ones', async (list) => {
  await hide(idOf(1));
  const card = shown(await world.ask(`${list} 3`));
  for (const rank of [2, 3, 4]) expect(card).toContain(`Pain number ${rank}*`);
  expect(card).not.toMatch(/Pain number [15]\*/);
});

it.each(['trending', 'emerging', 'top', 'top growth', 'top over 7 days', 'search pain', 'search type:bug', ''])(
  'are said to be left out of /pain %s, where they would be in it',
  async (list) => {
    expect(shown(await world.ask(list))).not.toContain('hidden');
    await hide(idOf(1));
    await hide('no-signal-of-any-list');
    expect(shown(await world.ask(list))).toContain('1 hidden signal is left out. To see it, type `/pain hidden`');
  },
);

it('are not counted as what rose', async () => {
  expect(shown(await world.ask('trending'))).toContain('\n# 7 signals rose significantly this week');
  await hide(idOf(1));
  expect(shown(await world.ask('trending'))).toContain('\n# 6 signals rose significantly this week');
});

it('are said to be all that a list would show that is empty without them', async () => {
  await hide(idOf(1));
  world.service.plan('/api/dashboard/emerging', { body: someSignals(1) });
  const card = shown(await world.ask('emerging max 77'));
  expect(card).toContain(`*Everything this list would show is hidden in this workspace.*\n“${first}”\n`);
  expect(card).toContain('[Hidden signals]');
});

it('are said to be hidden when asked for by some of their words that no other has', async () => {
  const topic = 'Required check stuck for skipped jobs';
  await world.store.hiddenSignals.hide(TEAM, ADMIN, { id: idOf(1), topic, reason: 'not-a-pain' });
  world.service.plan('/api/pain-signals', { body: { items: [], page: 0, size: 100, totalItems: 0, totalPages: 0 } });
  expect(shown(await world.ask('signal check stuck'))).toContain(`*“${topic}” is hidden in this workspace.*`);
});

it('are said to be hidden when asked for by name', async () => {
  await world.store.hiddenSignals.hide(TEAM, ADMIN, { id: idOf(1), topic: first, reason: 'not-a-pain' });
  const card = await world.ask(`signal ${first.toLowerCase()}`);
  expect(shown(card)).toContain(`*“${first}” is hidden in this workspace.*`);
  expect(shown(await world.press(card, ACTION.unhideSignal))).toContain('is back in this workspace’s lists');
});

it.each(['signal', 'why', 'chart', 'evidence', 'brief'])(
  'say on the card that /pain %s shows that they are hidden, and come back from there',
  async (command) => {
    expect(shown(await world.ask(`${command} ${idOf(1)}`))).not.toContain('Hidden in this workspace');
    await hide(idOf(1));
    const card = await world.ask(`${command} ${idOf(1)}`);
    expect(shown(card)).toMatch(new RegExp(`\\*Hidden in this workspace\\* by <@${ADMIN}>, .+\\n\\[Show again\\]`));
    expect(shown(await world.press(card, ACTION.unhideSignal))).toContain('is back in this workspace’s lists');
  },
);

it.each(["don't hide 1", 'should I hide 1?', 'hide 1 posts'])(
  'are hidden by "%s" only when Hide is pressed',
  async (sentence) => {
    await world.ask('trending');
    const asking = await world.ask(sentence);
    expect(shown(asking)).toContain('[Hide] [Cancel]');
    expect(shown(await world.press(asking, ACTION.cancelHide))).toContain('*Nothing was hidden.*\n[Details]');
    expect(await world.store.hiddenSignals.list(TEAM)).toEqual([]);
  },
);

it.each(['trending', 'emerging', 'top', 'search pain', 'ask why does it hurt?', ''])(
  'are left out of the answer to /pain %s, and of no other workspace’s',
  async (command) => {
    const before = (await world.ask(command)).text;
    await hide(idOf(1));
    await world.store.hiddenSignals.hide('T0OTHER', ADMIN, { id: idOf(2), topic: 'theirs', reason: 'not-a-pain' });
    const after = await world.ask(command);
    expect(JSON.stringify(after.blocks)).not.toContain(idOf(1));
    expect(JSON.stringify(after.blocks)).toContain(idOf(2));
    expect(after.text).not.toBe(before);
  },
);

it('have no brief in the list of briefs', async () => {
  const before = JSON.stringify((await world.ask('briefs')).blocks);
  const [shownFirst = ''] = /[0-9a-f-]{24}0{9}\d{3}/.exec(before) ?? [];
  await hide(shownFirst);
  expect(shownFirst).not.toBe('');
  const left = await world.ask('briefs');
  expect(JSON.stringify(left.blocks)).not.toContain(shownFirst);
  expect(shown(left)).toContain('1 hidden signal is left out. To see it, type `/pain hidden`');
});

it('are listed, newest first, with who hid them and why, and shown again from there', async () => {
  await hide(idOf(1));
  world.passTime(60_000);
  await hide(idOf(2));
  const list = await world.ask('hidden');
  expect(shown(list).indexOf(`Pain ${idOf(2)}`)).toBeLessThan(shown(list).indexOf(`Pain ${idOf(1)}`));
  expect(shown(list)).toContain(`Not a real problem  ·  hidden by <@${ADMIN}>`);
  await world.press(list, ACTION.unhideSignal, idOf(1));
  expect(await world.store.hiddenSignals.list(TEAM)).toMatchObject([{ id: idOf(2) }]);
});

it('are chosen by managers only where the settings say so, and by no one from outside', async () => {
  await world.ask('trending');
  await choose('managers');
  expect(shown(await world.ask('hide 1'))).toContain(
    'Only admins, managers and the person who installed the app can do this.',
  );
  expect(await world.store.hiddenSignals.list(TEAM)).toEqual([]);
  await world.slack.runCommand({ text: `hide ${idOf(1)}`, userId: 'U0GUESTGAB' });
  expect(shown(await world.slack.nextMessage(isPrivate))).not.toContain('Hidden for everyone');
  expect(await world.store.hiddenSignals.list(TEAM)).toEqual([]);
});

it('can be opened all the same', async () => {
  await hide(idOf(1));
  expect(shown(await world.ask(`signal ${idOf(1)}`))).toContain('OAuth refresh tokens expire without warning');
});

it.each(['signal', 'evidence', 'brief', 'chart', 'why'])('can be hidden from the card of /pain %s', async (command) => {
  await world.ask('trending');
  const card = await world.ask(`${command} 1`);
  const menu = JSON.stringify(card.blocks);
  expect(menu).toContain('Hide this signal');
  const selectedOption = command === 'signal' ? 'hide' : `hide ${idOf(1)}`;
  await world.slack.press({ message: card, actionId: ACTION.more, selectedOption });
  expect(shown(await world.slack.nextMessage())).toContain('Hidden for everyone: “OAuth refresh tokens');
});

it('are asked about first where only words or the conversation point at them', async () => {
  await world.ask('trending');
  await world.ask('signal 1');
  const question = await world.ask('hide');
  expect(shown(question)).toContain('for everyone in this workspace?*');
  expect(await world.store.hiddenSignals.list(TEAM)).toEqual([]);
  expect(shown(await world.press(question, ACTION.choose))).toContain('Hidden for everyone');
});

it('are none of those to choose from below a list that was seen before', async () => {
  await world.ask('trending');
  expect(shown(await world.ask('brief'))).toContain('1. OAuth refresh tokens');
  await hide(idOf(1));
  expect(shown(await world.ask('brief'))).toContain('*Which signal?*\n2. ');
});

it('leave no gap in a page, and no number in its total', async () => {
  const items = someSignals(7);
  const all = { body: { items, page: 0, size: 100, totalItems: 7, totalPages: 1 } };
  await hide(idOf(2));
  world.service.plan('/api/pain-signals', all);
  expect(shown(await world.ask('search sort:volume'))).toContain('1–5 of 6');
});

it('are not what a model’s answer is about: it may rest on one of them', async () => {
  const items = someSignals(2);
  const answer = { text: 'A model tells of both.', generatedBy: 'a model', evidence: [{ url: null, author: null }] };
  const body = { items, page: 0, size: 5, totalItems: 2, totalPages: 1, answer };
  world.service.plan('/api/signals/semantic-search', { body });
  expect(shown(await world.ask('ask are refresh tokens lost?'))).toContain(answer.text);
  await hide(idOf(1));
  expect(shown(await world.ask('ask are refresh tokens lost?'))).not.toContain(answer.text);
});

it('are said to be hidden where a question finds nothing else, and are listed from there', async () => {
  const [row] = someSignals(1, { topic: 'Runner does not clean up its disk', lastSeenAt: '2025-10-01T00:00:00Z' });
  const items = [
    { ...row, match: { relevance: 0.9, words: ['disk'], chunkId: null, sentence: null, url: null, author: null } },
  ];
  world.service.plan('/api/signals/semantic-search', {
    body: { items, page: 0, size: 10, totalItems: 1, totalPages: 1 },
  });
  await hide(idOf(1));
  const card = await world.ask('ask do runners fill their disks?');
  expect(shown(card)).toContain(
    'What was found about “runners fill their disks” is hidden in this workspace.*\n“Runner does not clean up its disk”',
  );
  expect(shown(card)).not.toContain('No posts');
  expect(shown(await world.press(card, ACTION.hiddenSignals))).toContain('1 signal left out of lists');
  expect(shown(await world.ask('ask did runners fill their disks this month?'))).toContain('No signals or posts match');
});

it('leave their places in /pain top to active signals beyond the service’s ten', async () => {
  const ranked = someSignals(13).map((signal, at) =>
    at === 10 ? { ...signal, lastSeenAt: '2026-01-01T00:00:00.000Z' } : signal,
  );
  world.service.plan('/api/dashboard/top', { body: ranked.slice(0, 10) });
  world.service.plan('/api/pain-signals', {
    body: { items: ranked, page: 0, size: 100, totalItems: 13, totalPages: 1 },
  });
  await hide(idOf(2));
  const card = await world.ask('top mentions');
  expect(shown(card)).toContain('1–5 of 10');
  const next = shown(await world.press(card, ACTION.nextPage));
  expect(next).toContain('Pain number 12*');
  expect(next).not.toMatch(/Pain number 1[13]\*/);
});

it.each(['why?', 'and the brief?', 'chart it', 'last 90 days', 'more', 'how many people have this?'])(
  'are not posted by “%s” in a thread that was about one before it was hidden',
  async (followUp) => {
    const asked = await world.slack.say({ channelId: CHANNEL, text: `@painsignals show ${idOf(1)}` });
    const { topic } = aDetail();
    expect(shown(await world.slack.nextMessage())).toContain(topic);
    await world.store.hiddenSignals.hide(TEAM, ADMIN, { id: idOf(1), topic, reason: 'not-a-pain' });
    await world.slack.say({ channelId: CHANNEL, text: `@painsignals ${followUp}`, threadTs: asked.ts });
    const card = shown(await world.slack.nextMessage());
    expect(card).toContain(`*“${topic}” is hidden in this workspace.*\n[Show again] [Hidden signals]`);
    await world.store.hiddenSignals.unhide(TEAM, ADMIN, idOf(1));
    await world.slack.say({ channelId: CHANNEL, text: `@painsignals ${followUp}`, threadTs: asked.ts });
    expect(shown(await world.slack.nextMessage())).not.toContain('is hidden in this workspace');
  },
);

describe('what a hidden signal is merged into', () => {
  // Others for each test: what people have shown once is hidden by no merge.
  let next = 31;
  let [merged, survivor, last] = [idOf(31), idOf(32), idOf(33)];
  const topic = 'Tokens expire early';
  const check = async () => {
    world.passTime(6 * 3_600_000);
    await world.runDueNow();
  };
  beforeEach(async () => {
    [merged, survivor, last] = [idOf(next), idOf(next + 1), idOf(next + 2)];
    next += 3;
    await world.store.hiddenSignals.hide(TEAM, ADMIN, { id: merged, topic, reason: 'not-a-pain' });
    world.service.plan(`/api/pain-signals/${merged}`, { body: aDetail({ id: survivor, topic: 'Tokens end' }) });
  });
  const hiddenIds = async () => [...(await world.store.hiddenSignals.ids(TEAM))].toSorted();

  it('is hidden too, and said to be so in the list of hidden signals', async () => {
    await check();
    expect(await hiddenIds()).toEqual([survivor, merged].toSorted());
    const card = shown(await world.ask('hidden'));
    expect(card).toContain('2 signals left out');
    expect(card).toMatch(
      new RegExp(`Tokens end[^\\n]*\\nNot a real problem .* hidden because “${topic}” is part of it now`),
    );
    expect(card).toContain(`hidden by <@${ADMIN}>`);
  });

  it('is hidden an hour after the snapshot that merged it, and asked for no more without another one', async () => {
    const snapshotOf = (at: number) =>
      world.service.plan('/api/meta/pipeline', {
        body: { latestSnapshotAt: new Date(at).toISOString(), totalActiveSignals: 120, sample: true },
      });
    const pass = async (hours: number) => {
      world.passTime(hours * 3_600_000);
      await world.runDueNow();
    };
    const lookUps = () => world.service.asked.filter((path) => path.endsWith(merged)).length;
    const began = world.now();
    snapshotOf(began - 2 * 3_600_000);
    world.service.plan(`/api/pain-signals/${merged}`, { body: aDetail({ id: merged, topic }) });
    await pass(2);
    expect(lookUps()).toBe(0);
    snapshotOf(world.now() - 600_000);
    world.service.plan(`/api/pain-signals/${merged}`, { body: aDetail({ id: survivor, topic: 'Tokens end' }) });
    await pass(1);
    expect(await hiddenIds()).toContain(survivor);
    await pass(1);
    const before = lookUps();
    for (let hour = 0; hour < 3; hour += 1) await pass(1);
    expect(lookUps()).toBe(before);
    world.service.plan('/api/meta/pipeline', defaultResponse('/api/meta/pipeline', new URLSearchParams()));
  });

  it('is shown again with either of them, and then no merge hides it', async () => {
    await check();
    await world.store.hiddenSignals.unhide(TEAM, ADMIN, survivor);
    await check();
    expect(await hiddenIds()).toEqual([merged]);
    await world.store.hiddenSignals.unhide(TEAM, ADMIN, merged);
    await hide(merged);
    await check();
    expect(await hiddenIds()).toEqual([merged]);
  });

  it('is shown again with the signal that was merged', async () => {
    await check();
    expect(await hiddenIds()).toContain(survivor);
    await world.store.hiddenSignals.unhide(TEAM, ADMIN, merged);
    expect(await hiddenIds()).toEqual([]);
  });

  it('is shown again when the merge is undone, and stays hidden where people hid it themselves', async () => {
    await check();
    expect(await hiddenIds()).toEqual([merged, survivor]);
    world.service.plan(`/api/pain-signals/${merged}`, { body: aDetail({ id: merged, topic }) });
    await check();
    expect(await hiddenIds()).toEqual([merged]);
    await hide(survivor);
    await check();
    expect(await hiddenIds()).toEqual([survivor, merged].toSorted());
  });

  it('is shown again when the merge is undone and another one follows before anybody looks', async () => {
    await check();
    world.service.plan(`/api/pain-signals/${merged}`, { body: aDetail({ id: last, topic: 'All tokens' }) });
    world.service.plan(`/api/pain-signals/${survivor}`, { body: aDetail({ id: survivor, topic: 'Tokens end' }) });
    await check();
    expect(await hiddenIds()).toEqual([merged, last]);
  });

  it.each([
    ['the signal that was merged first', () => merged, () => []],
    ['the one it is part of now', () => last, () => [merged]],
  ])('is shown again with %s, also after another merge', async (_, named, left) => {
    await check();
    world.service.plan(`/api/pain-signals/${survivor}`, { body: aDetail({ id: last, topic: 'All tokens' }) });
    await check();
    world.service.plan(`/api/pain-signals/${merged}`, { body: aDetail({ id: last, topic: 'All tokens' }) });
    await check();
    expect(await hiddenIds()).toEqual([merged, last]);
    await world.store.hiddenSignals.unhide(TEAM, ADMIN, named());
    await check();
    expect(await hiddenIds()).toEqual(left());
  });

  it('is left alone while the service says that it isn’t merged, or knows it no more', async () => {
    world.service.plan(`/api/pain-signals/${merged}`, { body: aDetail({ id: merged }) });
    await check();
    world.service.plan(`/api/pain-signals/${merged}`, errorResponse(404, 'NOT_FOUND'));
    await check();
    expect(await hiddenIds()).toEqual([merged]);
  });
});
