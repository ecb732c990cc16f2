import { MUTED_FOREVER } from '@pain-signals/domain';
import type { Message, View } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WATCH_INPUT, WATCH_TARGET } from '#blocks/watches/watch-dialog.ts';
import { aPage, errorResponse } from '../../support/service/fake-service.ts';
import { aSignal, idOf } from '../../support/service/sample-signals.ts';
import { viewText } from '../../support/slack/card-text.ts';
import { startWatchWorld, WATCHED, type WatchWorld } from '../../support/worlds/watch-world.ts';

const [ADA, GRACE] = ['U0ADALOVEL', 'U0GRACEHOP'];

let world: WatchWorld;
beforeEach(async () => {
  world = await startWatchWorld();
});
afterEach(() => world.close());

const alerts = () =>
  world.slack
    .messages('D0ADALOVEL')
    .filter(({ ephemeralFor, user }) => ephemeralFor === undefined && user === 'U0PAINSIGNL')
    .map(({ text }) => text);
const grown = (growth: number, last: number) => ({ growth, mentionsLastWindow: last, mentionsPrevWindow: 10 });

/** Saves the watch with another rule, and returns the card about it. */
async function changeRule(made: Message, level: string, when?: 'growth' | 'score' | 'new'): Promise<string> {
  await world.slack.press({ message: made, actionId: 'adjust_watch' });
  const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(WATCH_INPUT.level));
  await world.slack.submitView(dialog.id, {
    [WATCH_INPUT.level]: { [WATCH_INPUT.level]: level },
    ...(when && { [WATCH_INPUT.when]: { [WATCH_INPUT.when]: when } }),
  });
  return JSON.stringify(await world.slack.nextView((view) => JSON.stringify(view).includes('*Saved.*')));
}

/** Watches signals like this, and holds back an alert about one in the night. */
async function holdBack(): Promise<Message> {
  const list = (growth: number) =>
    world.snapshotOfLists([
      aSignal({ id: idOf(3), topic: 'Pain 3', score: 80, ...grown(growth, 24) }),
      aSignal({ id: idOf(4), topic: 'Pain 4', score: 90, growth: 0 }),
    ]);
  list(0.1);
  const made = await world.ask('watch oauth when growth > 100%');
  await world.pass(12);
  list(1.4);
  await world.pass(1);
  expect(alerts()).toEqual([]);
  return made;
}

it('a watch that starts over still sends the alert that was held back, and nothing of what is above already', async () => {
  const made = await holdBack();
  expect(await changeRule(made, '70', 'score')).not.toContain('won’t be sent');
  for (let hour = 0; hour < 12; hour += 1) await world.pass(1);
  expect(alerts()).toEqual([expect.stringContaining('“Pain 3”: Score 80, above the threshold of 70')]);
  expect(alerts()[0]).not.toContain('Pain 4');
});

it.each([
  ['95', 'score'],
  ['300%', 'growth'],
] as const)('says on the card which alert was held back and doesn’t fit the new level of %s', async (level, when) => {
  const made = await holdBack();
  expect(await changeRule(made, level, when)).toContain(
    'One alert on hold won’t be sent. It met the old condition, but not the new one:\\n• “Pain 3”: Growth 10% → 140%, above the threshold of 100%.',
  );
  for (let hour = 0; hour < 12; hour += 1) await world.pass(1);
  expect(alerts()).toEqual([]);
});

it('a watch keeps its alert of a new signal that the daily limit held back, by another rule too', async () => {
  const unheard = (id: string) =>
    aSignal({ id, topic: `Pain ${id.at(-1)}`, growth: 4, volume: 4, mentionsLastWindow: 4, mentionsPrevWindow: 0 });
  const found = [aSignal({ id: idOf(9), growth: 0 })];
  world.snapshotOfLists(found);
  const made = await world.ask('watch oauth when new');
  for (const number of [1, 2, 3, 4]) {
    found.unshift(unheard(idOf(number)));
    world.snapshotOfLists(found);
    await world.pass(1);
  }
  expect(alerts()).toHaveLength(3);
  await changeRule(made, '100%', 'growth');
  for (let hour = 0; hour < 24; hour += 1) await world.pass(1);
  expect(alerts()).toHaveLength(4);
  expect(alerts()[3]).toContain('“Pain 4”');
  expect(alerts()[3]).not.toContain('“Pain 3”');
});

it('a watch whose level is changed in the night still sends the alert of that night in the morning', async () => {
  world.snapshot(grown(0.4, 14));
  const made = await world.ask(`watch ${WATCHED} when growth > 100%`);
  await world.pass(12);
  world.snapshot(grown(1.4, 24));
  await world.pass(1);
  expect(await changeRule(made, '90%')).not.toContain('already above');
  for (let hour = 0; hour < 12; hour += 1) await world.pass(1);
  expect(alerts()).toEqual([expect.stringContaining('Growth 40% → 140%')]);
});

it.each([
  ['120%', [expect.stringContaining('Growth 40% → 140%, above the threshold of 120%')]],
  ['200%', []],
])('an alert that Slack refuses while its level becomes %s is judged by that, and sent later', async (level, sent) => {
  world.snapshot(grown(0.4, 14));
  const made = await world.ask(`watch ${WATCHED} when growth > 100%`);
  world.snapshot(grown(1.4, 24));
  for (let tries = 0; tries < 3; tries += 1) world.slack.failNext('chat.postMessage', { status: 429, retryAfter: 30 });
  const { undo } = world.store.watchChecks;
  world.store.watchChecks.undo = async (...given) => {
    world.store.watchChecks.undo = undo;
    await changeRule(made, level);
    await undo(...given);
  };
  for (let hour = 0; hour < 4; hour += 1) await world.pass(1);
  expect(world.store.watchChecks.undo).toBe(undo);
  expect(alerts()).toEqual(sent);
});

it('a watch says when its new level is exceeded already, and alerts the next time', async () => {
  world.snapshot(grown(0.4, 14));
  const made = await world.ask(`watch ${WATCHED} when growth > 100%`);
  expect(await changeRule(made, '30%')).toContain(
    'It’s already above that: I’ll DM you the next time it rises past it.',
  );
  for (const growth of [0.5, 0.1, 0.6]) {
    world.snapshot(grown(growth, 14));
    await world.pass(1);
  }
  expect(alerts()).toEqual([expect.stringContaining('Growth 10% → 60%')]);
  const search = await world.ask('watch oauth when growth > 100%');
  await world.pass(1);
  expect(await changeRule(search, '1%')).toContain('already above that: I’ll DM you when another one gets there.');
});

it('a watch counts as already above a lower level what it never looked at', async () => {
  const rows = (growth: number) =>
    Array.from({ length: 130 }, (_, at) => aSignal({ id: idOf(at + 1), topic: `Pain ${at + 1}`, growth }));
  const list = (all: ReturnType<typeof rows>) => {
    world.snapshotOfLists([]);
    for (const page of [0, 1])
      world.service.plan(`/api/pain-signals?page=${page}`, {
        body: aPage(all, new URLSearchParams({ page: `${page}`, size: '100' })),
      });
  };
  list(rows(0.6));
  const made = await world.ask('watch area:auth when growth > 100%');
  const saved = await changeRule(made, '50%');
  expect(saved).toContain('130 signals are already above that: I’ll DM you when another one gets there.');
  list([...rows(0.6).slice(1), aSignal({ id: idOf(1), topic: 'Pain 1', growth: 0.1 })]);
  await world.pass(1);
  list(rows(0.6));
  await world.pass(1);
  expect(alerts()).toEqual([expect.stringContaining('“Pain 1”')]);
});

it('a watch whose level is raised above what its signal fell to alerts when the signal rises past it', async () => {
  world.snapshot(grown(0.4, 14));
  const made = await world.ask(`watch ${WATCHED} when growth > 100%`);
  for (const growth of [2.5, 1.5]) {
    world.snapshot(grown(growth, 25));
    await world.pass(1);
  }
  expect(alerts()).toHaveLength(1);
  expect(await changeRule(made, '200%')).not.toContain('already above');
  world.snapshot(grown(2.2, 32));
  await world.pass(24);
  expect(alerts().slice(1)).toEqual([expect.stringContaining('Growth 150% → 220%, above the threshold of 200%')]);
});

it.each([
  [`${WATCHED}`, 'If it’s above that at the next check, I’ll DM you the next time it rises past it.'],
  ['oauth', 'Signals above that at the next check count as already above: I’ll DM you when another one gets there.'],
])(
  'a watch of %s says where its figures are unknown, and judges its new level at its next check',
  async (what, says) => {
    const show = (growth: number) => {
      world.snapshotOfLists([aSignal({ id: WATCHED, ...grown(growth, 20) })]);
      world.snapshot(grown(growth, 20));
    };
    show(0.4);
    const made = await world.ask(`watch ${what} when growth > 300%`);
    for (const path of [`/api/pain-signals/${WATCHED}`, '/api/pain-signals'])
      world.service.plan(path, errorResponse(500, 'INTERNAL'));
    world.passTime(300_000);
    expect(await changeRule(made, '100%')).toContain(`The service didn’t return current figures. ${says}`);
    for (const growth of [1.5, 0.2, 1.8]) {
      show(growth);
      await world.pass(1);
    }
    expect(alerts()).toEqual([expect.stringContaining('Growth 20% → 180%')]);
  },
);

it('a watch whose level is changed while a snapshot lacks a signal doesn’t alert when that is back as it was', async () => {
  const list = (growth: number | null) =>
    world.snapshotOfLists([
      ...(growth === null ? [] : [aSignal({ id: idOf(1), topic: 'Pain 1', ...grown(growth, 20) })]),
      aSignal({ id: idOf(2), topic: 'Pain 2', growth: 0 }),
    ]);
  list(1.5);
  const made = await world.ask('watch oauth when growth > 200%');
  list(null);
  await world.pass(1);
  await changeRule(made, '100%');
  for (const growth of [null, 1.5, 1.5, 0.2, 1.8]) {
    list(growth);
    await world.pass(1);
  }
  expect(alerts()).toEqual([expect.stringContaining('“Pain 1”: Growth 20% → 180%')]);
});

/** Chooses where it tells, in the dialog. */
async function sendTo(made: Message, to: string | null, { level = '100%', userId = ADA } = {}): Promise<string> {
  await world.slack.press({ message: made, actionId: 'adjust_watch', userId });
  const dialog = await world.slack.nextView(
    (view) => view.userId === userId && JSON.stringify(view).includes(WATCH_INPUT.level),
  );
  const target = to === null ? WATCH_TARGET.me : WATCH_TARGET.channel;
  await world.slack.submitView(dialog.id, {
    [WATCH_INPUT.level]: { [WATCH_INPUT.level]: level },
    [WATCH_INPUT.target]: { [WATCH_INPUT.target]: target },
    ...(to && { [WATCH_INPUT.channel]: { [WATCH_INPUT.channel]: to } }),
  });
  return viewText(await world.slack.nextView((view) => /\*(Not s|S)aved/.test(JSON.stringify(view))));
}

const inChannel = (channelId: string) =>
  world.slack
    .messages(channelId)
    .filter(({ ephemeralFor, user }) => ephemeralFor === undefined && user === 'U0PAINSIGNL');

it('an admin who edits, resumes or stops a colleague’s watch reads whom it tells', async () => {
  world.snapshot(grown(0.4, 14));
  const made = await world.ask(`watch ${WATCHED} when growth > 100% here`);
  const saved = await sendTo(made, null, { level: '20%', userId: GRACE });
  expect(saved).toContain(`*Saved.* I’ll DM <@${ADA}> when “`);
  expect(saved).toContain(`It’s already above that: I’ll DM <@${ADA}> the next time it rises past it.`);
  const [{ id = '' } = {}] = await world.store.watches.list('T0PREVIEW01', { ownerId: ADA, channelId: null });
  await world.store.watches.mute('T0PREVIEW01', id, MUTED_FOREVER);
  const muted = await world.ask(`watch ${WATCHED} when growth > 20%`);
  const told = async (actionId: string) => {
    await world.slack.press({ message: muted, actionId, userId: GRACE });
    const { text } = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === GRACE);
    return text;
  };
  expect(await told('resume_watch')).toContain(`Unmuted. I’ll DM <@${ADA}> when “`);
  expect(await told('stop_watch')).toContain(`<@${ADA}> won’t be alerted when “`);
});

it('an admin who makes a colleague’s watch the same as another reads whose that is', async () => {
  world.snapshot(grown(0.4, 14));
  await world.ask(`watch ${WATCHED} when growth > 100%`);
  const made = await world.ask(`watch ${WATCHED} when growth > 100% here`);
  const says = await sendTo(made, null, { userId: GRACE });
  expect(says).toContain(`*Not saved.* <@${ADA}> already has the same watch: I’ll DM <@${ADA}> when “`);
  expect(says).toContain('Choose other settings, or stop that watch.');
});

it('a watch that is changed while it moves to a channel isn’t announced there', async () => {
  world.snapshot(grown(0.4, 14));
  const made = await world.ask(`watch ${WATCHED} when growth > 100%`);
  const { adjust } = world.store.watches;
  world.store.watches.adjust = async (team, id, choice, current, isAsRead) => {
    world.store.watches.adjust = adjust;
    await adjust(team, id, { ...choice, channelId: null, mostADay: 10 }, null, () => true);
    return adjust(team, id, choice, current, isAsRead);
  };
  const before = inChannel('C0PRODUCT1').length;
  expect(await sendTo(made, 'C0PRODUCT1', { level: '90%' })).toContain('*Not saved.* This watch was changed');
  expect(inChannel('C0PRODUCT1')).toHaveLength(before);
});

it('a watch that moves to a channel is announced there once it is saved', async () => {
  world.snapshot(grown(0.4, 14));
  const made = await world.ask(`watch ${WATCHED} when growth > 100%`);
  expect(await sendTo(made, 'C0PRODUCT1', { level: '90%' })).toContain('*Saved.* I’ll post in <#C0PRODUCT1>');
  expect(inChannel('C0PRODUCT1').at(-1)?.text).toMatch(/<@U0ADALOVEL> set up a watch .* grows more than 90% in a week/);
});

it('a watch isn’t moved to a channel where the app may not post, and keeps its settings and the alert that was held back', async () => {
  const made = await holdBack();
  const [before] = await world.store.watches.list('T0PREVIEW01', { ownerId: ADA, channelId: null });
  world.slack.failNext('chat.postMessage', { error: 'not_in_channel' });
  const says = await sendTo(made, 'C0PRODUCT1', { level: '300%' });
  expect(says).toContain('*Not saved.* ');
  expect(says).toContain('/invite');
  expect(await world.store.watches.list('T0PREVIEW01', { ownerId: ADA, channelId: null })).toEqual([before]);
  for (let hour = 0; hour < 12; hour += 1) await world.pass(1);
  expect(alerts()).toEqual([expect.stringContaining('Growth 10% → 140%, above the threshold of 100%')]);
});

it('a watch that somebody changed before the app was refused in its new channel stays as they left it', async () => {
  world.snapshot(grown(0.4, 14));
  const made = await world.ask(`watch ${WATCHED} when growth > 100%`);
  world.slack.failNext('chat.postMessage', { error: 'not_in_channel' });
  const { adjust } = world.store.watches;
  world.store.watches.adjust = async (...given) => {
    const edited = await adjust(...given);
    world.store.watches.adjust = adjust;
    const [team, id, choice] = given;
    await adjust(team, id, { ...choice, channelId: null, mostADay: 10 }, null, () => true);
    return edited;
  };
  expect(await sendTo(made, 'C0PRODUCT1', { level: '90%' })).toContain('*Not saved.* This watch was changed');
  expect(await world.store.watches.list('T0PREVIEW01', { ownerId: ADA, channelId: null })).toMatchObject([
    { channelId: null, mostADay: 10 },
  ]);
});

describe('a watch that was changed while its dialog was open', () => {
  const TEAM = 'T0PREVIEW01';
  const has = (text: string) => (view: View) => JSON.stringify(view).includes(text);
  const open = async (made: Message, userId: string) => {
    await world.slack.press({ message: made, actionId: 'adjust_watch', userId });
    return world.slack.nextView((view) => view.userId === userId && has(WATCH_INPUT.level)(view));
  };
  const save = async (dialog: View, input: string, value: string) => {
    await world.slack.submitView(dialog.id, { [input]: { [input]: value } });
    await world.idle();
    return world.slack.views(dialog.userId).map(viewText).join('\n');
  };
  const watch = async () => {
    world.snapshot(grown(0.4, 14));
    const made = await world.ask(`watch ${WATCHED} when growth > 100% here`);
    const [set] = await world.store.watches.list(TEAM, { ownerId: ADA, channelId: null });
    return { made, id: set?.id ?? '' };
  };

  it('by somebody else stays as they saved it, and says so to the second, who can edit it then', async () => {
    const { made, id } = await watch();
    const [first, second] = [await open(made, ADA), await open(made, GRACE)];
    expect(await save(first, WATCH_INPUT.quiet, 'never')).toContain('*Saved.*');
    const answer = await save(second, WATCH_INPUT.level, '70%');
    expect(answer).toMatch(/\*Not saved\.\* This watch was changed while you were editing it\.\n/);
    expect(answer).toMatch(
      /Current settings: I’ll post in <#C0DEVPAIN1> when “.*” grows more than 100% in a week\. At any hour, up to 3 messages a day\.\n/,
    );
    expect(answer).toContain('To change them, press *Edit*.');
    const set = { rule: { when: 'growth', above: 1 }, quiet: null };
    expect(await world.store.watches.find(TEAM, id)).toMatchObject(set);
    expect(await save(await open(made, GRACE), WATCH_INPUT.level, '70%')).toContain('*Saved.*');
    expect(await world.store.watches.find(TEAM, id)).toMatchObject({ ...set, rule: { when: 'growth', above: 0.7 } });
  });

  it('to the same says that it is saved', async () => {
    const { made } = await watch();
    const [first, second] = [await open(made, ADA), await open(made, GRACE)];
    await save(first, WATCH_INPUT.level, '70%');
    expect(await save(second, WATCH_INPUT.level, '70%')).toContain('*Saved.*');
  });

  it('by a pause stays paused, and says why', async () => {
    const { made, id } = await watch();
    const dialog = await open(made, ADA);
    world.slack.failNext('chat.postMessage', { error: 'is_archived' });
    world.snapshot(grown(1.4, 24));
    await world.pass(1);
    const answer = await save(dialog, WATCH_INPUT.level, '70%');
    expect(answer).toMatch(/\*Not saved\.\* .*\nPaused: the app can no longer post in <#\w+>\..*\[Resume\] \[Edit\]/s);
    const set = { rule: { when: 'growth', above: 1 }, paused: 'no-channel' };
    expect(await world.store.watches.find(TEAM, id)).toMatchObject(set);
  });

  it('by Mute is saved, and stays muted', async () => {
    const { made, id } = await watch();
    const dialog = await open(made, ADA);
    await world.store.watches.mute(TEAM, id, MUTED_FOREVER);
    expect(await save(dialog, WATCH_INPUT.level, '70%')).toContain('*Saved, and still muted.*');
  });

  it('by Stop stays stopped, and says so', async () => {
    const { made, id } = await watch();
    const dialog = await open(made, ADA);
    await world.store.watches.remove(TEAM, id);
    expect(await save(dialog, WATCH_INPUT.level, '70%')).toContain('This watch no longer exists.');
    expect(await world.store.watches.find(TEAM, id)).toBeNull();
  });
});
