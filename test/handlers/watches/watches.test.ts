import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WATCH_INPUT } from '#blocks/watches/watch-dialog.ts';
import { aPage, errorResponse } from '../../support/service/fake-service.ts';
import { aDetail, aSignal, idOf } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { GENEROUS_TIMEOUTS } from '../../support/worlds/generous-timeouts.ts';
import { isPrivate, startWorld } from '../../support/worlds/slack-world.ts';
import { startWatchWorld, WATCHED, type WatchWorld } from '../../support/worlds/watch-world.ts';

let world: WatchWorld;
beforeEach(async () => {
  world = await startWatchWorld();
});
afterEach(() => world.close());

const HERE = 'C0DEVPAIN1';
const ADA = 'D0ADALOVEL';
const shown = (message: Message | undefined) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const posted = (channelId: string) =>
  world.slack
    .messages(channelId)
    .filter(({ ephemeralFor, user }) => ephemeralFor === undefined && user === 'U0PAINSIGNL');
const asked = (path: RegExp) => world.service.asked.filter((each) => path.test(each)).length;
const grown = (growth: number, last: number) => ({ growth, mentionsLastWindow: last, mentionsPrevWindow: 10 });

describe('a watch', () => {
  it.each(['stop all my watches', 'mute my alerts', 'delete all watches'])(
    'is not stopped by a sentence, which says so: “%s”',
    async (text) => {
      world.snapshot(grown(0.4, 14));
      await world.ask(`watch ${WATCHED}`);
      const says = 'Nothing was stopped or muted yet: choose *Stop* or *Mute* beside a watch.';
      expect(shown(await world.ask(text))).toMatch(new RegExp(`# Watches\\n${says.replaceAll('*', '\\*')}\\n`));
      expect(shown(await world.ask('show my watches'))).not.toContain('Nothing was stopped');
      await world.slack.say({ channelId: HERE, text: `@Pain Signals ${text}` });
      expect(shown(await world.slack.nextMessage())).not.toContain('beside a watch');
      await world.ask(`watch ${WATCHED} here`);
      await world.slack.say({ channelId: HERE, text: `@Pain Signals ${text}` });
      const answer = await world.slack.nextMessage(({ threadTs }) => threadTs !== undefined);
      expect(shown(answer)).toContain('yet: type `/pain watches` and choose *Stop* or *Mute* beside a watch.');
    },
  );

  it('says what is watched, when it looks and how to stop it; then tells of a crossing once, with the figures', async () => {
    world.snapshot(grown(0.4, 14));
    const made = shown(await world.ask(`watch ${WATCHED} when growth > 100%`));
    expect(made).toContain('I’ll DM you when “OAuth refresh tokens');
    expect(made).toContain('It’s up 40%: 14 mentions this week');
    expect(made).toContain(
      'Checked every hour  ·  quiet from 10 PM to 7 AM (Europe/Stockholm)  ·  up to 3 messages a day',
    );
    expect(made).toContain('[Edit] [Stop] [All watches]');
    world.snapshot(grown(1.4, 24));
    await world.pass(1);
    await world.pass(1);
    const [alert, ...more] = posted(ADA);
    expect(more).toEqual([]);
    expect(alert?.text).toContain(
      'Growth 40% → 140%, above the threshold of 100%. 24 mentions this week, 10 last week.',
    );
    expect(shown(alert)).toContain('(picture: ');
    expect(shown(alert)).toContain('[Details] [⋯ Mute for 1 day | Mute for 1 week | Mute until I unmute it] [Edit]');
    expect(shown(alert)).toContain('*Sample data*');
  });

  it.each([
    ['typed', 'watch 1 and 2 when score over 90'],
    ['said in words', 'please tell me when 1 and 2 score above 90'],
  ])('of several signals keeps its rule for each that is picked, %s', async (_, text) => {
    const items = [1, 2].map((each) => aSignal({ id: idOf(each), topic: `Signal number ${each}` }));
    world.snapshotOfLists(items);
    for (const { id, topic } of items) world.service.plan(`/api/pain-signals/${id}`, { body: aDetail({ id, topic }) });
    await world.ask('search signal');
    const offered = await world.ask(text);
    expect(shown(offered)).toContain('You named 2 signals to watch when score over 90. Pick where to start:');
    const made = await world.press(offered, 'pick_signal');
    expect(shown(made)).toContain('I’ll DM you when “Signal number 1” scores above 90.');
  });

  it('that was said to have failed is neither made nor announced once the service answers', async () => {
    const timeouts = { ...GENEROUS_TIMEOUTS, answerMs: 300 };
    const impatient = await startWorld({ timeouts });
    onTestFinished(() => impatient.close());
    const answer = Promise.withResolvers<void>();
    impatient.service.plan(`/api/pain-signals/${idOf(1)}`, { body: aDetail({ id: idOf(1) }), after: answer.promise });
    expect((await impatient.ask(`watch ${idOf(1)} here`)).text).toContain('The service isn’t answering.');
    timeouts.answerMs = GENEROUS_TIMEOUTS.answerMs;
    answer.resolve();
    const made = await impatient.ask(`watch ${idOf(2)} here`);
    expect(shown(made)).toContain('Watching.');
    const watches = await impatient.store.watches.list('T0PREVIEW01', { ownerId: 'U0ADALOVEL', channelId: HERE });
    expect(watches.map(({ subject }) => subject)).toMatchObject([{ of: 'signal', id: idOf(2) }]);
    const announced = impatient.slack.messages(HERE).filter(({ ephemeralFor }) => ephemeralFor === undefined);
    expect(announced.filter(({ text }) => text.includes('set up a watch'))).toHaveLength(1);
  });

  it('only checks for a new snapshot until there is one', async () => {
    world.snapshot(grown(0.4, 14));
    await world.ask(`watch ${WATCHED}`);
    const before = asked(/pain-signals/);
    for (let hour = 0; hour < 5; hour++) await world.pass(1);
    expect(asked(/pain-signals/)).toBe(before);
    world.snapshot(grown(0.41, 14));
    await world.pass(1);
    expect(asked(/pain-signals/)).toBe(before + 1);
  });

  it('on a search tells a channel of what is new; later changes of one signal go into its thread', async () => {
    world.snapshotOfLists([aSignal({ id: idOf(3), growth: 0.1 })]);
    const made = shown(await world.ask('watch oauth when growth > 100% here'));
    expect(made).toContain(`I’ll post in <#${HERE}> when a signal about “oauth” grows more than 100%`);
    // It stays true when the watch is edited or stopped.
    const announced = shown(posted(HERE)[0]);
    expect(announced).toContain('<@U0ADALOVEL> set up a watch for this channel: alerts when a signal about “oauth”');
    expect(announced).toContain('To see this channel’s watches, type `/pain watches` here');
    expect(announced).not.toContain('I’ll');
    world.snapshotOfLists([aSignal({ id: idOf(3), growth: 1.2 }), aSignal({ id: idOf(4), growth: 2 })]);
    await world.pass(1);
    const [, alert] = posted(HERE);
    expect(shown(alert)).toContain('# 2 signals about “oauth” grew more than 100% in a week');
    world.snapshotOfLists([aSignal({ id: idOf(3), growth: 0.2 }), aSignal({ id: idOf(4), growth: 2 })]);
    await world.pass(25);
    expect(posted(HERE)).toHaveLength(3);
    expect(posted(HERE)[2]).toMatchObject({ threadTs: alert?.ts, text: expect.stringContaining('Growth 120% → 20%') });
  });

  it('asks the service once for all who watch the same', async () => {
    world.snapshotOfLists([aSignal({ id: idOf(3), growth: 0.1 })]);
    for (const rule of ['growth > 100%', 'growth > 200%', 'growth > 300%', 'new'])
      await world.ask(`watch area auth when ${rule}`);
    world.snapshotOfLists([aSignal({ id: idOf(3), growth: 2.5 })]);
    const before = asked(/pain-signals\?/);
    await world.pass(1);
    expect(asked(/pain-signals\?/)).toBe(before + 1);
    expect(posted(ADA)).toHaveLength(2);
  });

  it('costs one call an hour without a new snapshot, and one per distinct subject with one', async () => {
    world.snapshotOfLists([aSignal({ id: idOf(3), growth: 0.1 })]);
    for (const userId of ['U0ADALOVEL', 'U0GRACEHOP'])
      for (let level = 1; level <= 20; level++) {
        await world.slack.runCommand({
          text: `watch ${level % 2 ? 'oauth' : 'area db'} when growth > ${level}00%`,
          userId,
        });
        await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === userId);
      }
    const before = world.service.asked.length;
    await world.pass(1);
    expect(world.service.asked.length - before).toBe(1);
    world.snapshotOfLists([aSignal({ id: idOf(3), growth: 0.2 })]);
    await world.pass(1);
    expect(world.service.asked.length - before).toBe(1 + 1 + 2);
  });

  it('says at once when the threshold is already exceeded', async () => {
    world.snapshot(grown(1.4, 24));
    expect(shown(await world.ask(`watch ${WATCHED} when growth > 100%`))).toContain(
      'That’s already above 100%, so I’ll DM you the next time it rises past 100%',
    );
    world.snapshotOfLists([]);
    expect(shown(await world.ask('watch oauth when growth > 100%'))).toContain(
      'No signal’s name or summary matches yet',
    );
    expect(shown(await world.ask('watch area:auth when growth > 100%'))).toContain('No matching signals yet');
  });

  it('on words that only posts have names the signal that search finds, and watches it with one press', async () => {
    world.snapshotOfLists([]);
    const found = aSignal({ id: WATCHED, topic: 'Retries hide failing tests' });
    world.service.plan('/api/signals/semantic-search', {
      body: { items: [found], page: 0, size: 20, totalItems: 1, totalPages: 1 },
    });
    const card = await world.ask('watch flaky tests');
    expect(shown(card)).toContain(
      'No signal’s name or summary matches yet. Posts of “Retries hide failing tests” mention it.',
    );
    world.snapshot({ topic: 'Retries hide failing tests' });
    expect(shown(await world.press(card, 'pick_signal'))).toContain('I’ll DM you when “Retries hide failing tests”');
    expect(shown(await world.ask('watch flaky tests area:auth'))).not.toContain('Posts of');
  });

  it.each([
    ['counts all that is above it, and tells of one that rises behind a hundred others', 160, '160'],
    ['says “at least” where more are above it than it looks at', 420, 'at least 300'],
  ])('%s', async (_, small, count) => {
    const tiny = Array.from({ length: small }, (_, at) => aSignal({ id: idOf(at + 100), growth: 2 }));
    const watched = (growth: number) => {
      world.snapshotOfLists([]);
      const rows = [...tiny, aSignal({ id: WATCHED, topic: 'The large one', growth })];
      for (let page = 0; page * 100 < rows.length; page++)
        world.service.plan(`/api/pain-signals?page=${page}`, {
          body: aPage(rows, new URLSearchParams({ page: `${page}`, size: '100' })),
        });
    };
    watched(0.1);
    const card = shown(await world.ask('watch area:auth when growth > 50%'));
    expect(card).toContain(`Of the ${small + 1} signals in this watch, ${count} already grow more than 50%`);
    watched(0.8);
    for (let hour = 0; hour < 2; hour++) await world.pass(1);
    const alerts = posted(ADA).map(({ text }) => text);
    expect(alerts).toEqual(small < 300 ? [expect.stringContaining('“The large one”')] : []);
  });

  it('counts what is above it by the scores that lists show', async () => {
    const scores = [90.6, 70.4, 70.6, 40].map((score, at) => aSignal({ id: idOf(at + 3), score }));
    world.snapshotOfLists(scores);
    const card = shown(await world.ask('watch area:auth when score > 70'));
    expect(card).toContain(
      'Of the 4 signals in this watch, 2 already score above 70: I’ll DM you when another one gets there',
    );
    world.snapshotOfLists(scores.slice(1, 2));
    expect(shown(await world.ask('watch oauth when score > 70'))).toContain('This watch covers one signal now');
    world.snapshotOfLists(scores.slice(0, 1));
    expect(shown(await world.ask('watch area:db when score > 70'))).toContain(
      'The one signal in this watch already scores above 70',
    );
  });

  it('is refused where it waits for one signal to become new', async () => {
    world.snapshot(grown(0.4, 14));
    expect(shown(await world.ask(`watch ${WATCHED} when new`))).toContain(
      '`when new` works only with words or an area: `/pain watch auth when new`.',
    );
    expect(shown(await world.ask('watches'))).toContain('No watches yet');
  });

  it('says that mentions after a week without any exceed it, though no percentage does', async () => {
    world.snapshot({ growth: 2, mentionsLastWindow: 2, mentionsPrevWindow: 0 });
    expect(shown(await world.ask(`watch ${WATCHED} when growth > 50%`))).toContain(
      'none last week. That’s already above 50%, so I’ll DM you',
    );
  });

  it('follows its signal into a merge, without repeating alerts', async () => {
    world.snapshot(grown(0.4, 14));
    await world.ask(`watch ${WATCHED} when growth > 100%`);
    world.snapshot(grown(1.4, 24));
    await world.pass(1);
    world.snapshot({ ...grown(1.5, 25), id: idOf(7), topic: 'The whole pain' });
    await world.pass(25);
    expect(posted(ADA)).toHaveLength(1);
    expect(shown(await world.ask('watches'))).toContain('“The whole pain”');
  });

  it('compares with the figures before a merge also where Slack refuses its alert at first', async () => {
    world.snapshot(grown(0.4, 14));
    await world.ask(`watch ${WATCHED} when growth > 100%`);
    const signal = { ...grown(1.5, 25), id: idOf(7), topic: 'The whole pain' };
    world.snapshot(signal);
    world.service.plan(`/api/pain-signals/${idOf(7)}`, { body: aDetail(signal) });
    for (let tries = 0; tries < 3; tries += 1)
      world.slack.failNext('chat.postMessage', { status: 429, retryAfter: 30 });
    for (let hour = 0; hour < 4; hour += 1) await world.pass(1);
    expect(posted(ADA).map(({ text }) => text)).toEqual([expect.stringContaining('Growth 40% → 150%')]);
  });

  it('starts a new thread when the old one is gone', async () => {
    world.snapshot(grown(0.4, 14));
    await world.ask(`watch ${WATCHED} when growth > 100%`);
    for (const growth of [1.4, 0.1, 1.4]) {
      world.snapshot(grown(growth, 24));
      if (growth === 0.1) world.slack.failNext('chat.postMessage', { error: 'thread_not_found' });
      await world.pass(25);
    }
    const [first, second, third] = posted(ADA);
    expect(first?.threadTs ?? null).toBeNull();
    expect(second?.threadTs ?? null).toBeNull();
    expect(third?.threadTs).toBe(second?.ts);
  });

  it('sends alerts from quiet hours in the morning', async () => {
    world.snapshot(grown(0.4, 14));
    await world.ask(`watch ${WATCHED} when growth > 100%`);
    world.passTime(14 * 3_600_000);
    world.snapshot(grown(1.4, 24));
    await world.pass(0);
    expect(posted(ADA)).toEqual([]);
    await world.pass(8);
    expect(posted(ADA)).toHaveLength(1);
  });

  it('says in words what no percentage can: back after a quiet week', async () => {
    world.snapshot(grown(0.4, 14));
    await world.ask(`watch ${WATCHED} when growth > 100%`);
    world.snapshot({ growth: 16, mentionsLastWindow: 16, mentionsPrevWindow: 0 });
    await world.pass(1);
    const [alert] = posted(ADA);
    expect(alert?.text).toContain('16 mentions this week, none last week, above the threshold of 100%');
    expect(shown(alert)).not.toContain('1,600%');
  });

  it("can't be changed into a duplicate of another watch", async () => {
    world.snapshot(grown(0.4, 14));
    await world.ask(`watch ${WATCHED} when growth > 100%`);
    const second = await world.ask(`watch ${WATCHED} when growth > 200%`);
    await world.slack.press({ message: second, actionId: 'adjust_watch' });
    const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(WATCH_INPUT.level));
    await world.slack.submitView(dialog.id, { [WATCH_INPUT.level]: { [WATCH_INPUT.level]: '100%' } });
    const said = await world.slack.nextView((view) => JSON.stringify(view).includes('Not saved.'));
    expect(JSON.stringify(said)).toContain('You already have the same watch');
    const watches = await world.store.watches.list('T0PREVIEW01', { ownerId: 'U0ADALOVEL', channelId: null });
    expect(watches.map(({ rule }) => rule)).toEqual([
      { when: 'growth', above: 1 },
      { when: 'growth', above: 2 },
    ]);
  });

  it('is muted, resumed and stopped by who made it and by admins alone', async () => {
    world.snapshot(grown(0.4, 14));
    await world.ask(`watch ${WATCHED} when growth > 100% here`);
    world.snapshot(grown(1.4, 24));
    await world.pass(1);
    const alert = posted(HERE).at(-1) as Message;
    const mute = (userId: string) =>
      world.slack.press({ message: alert, actionId: 'mute_watch', selectedOption: optionOf(alert, 'week'), userId });
    await mute('U0KENTHOMP');
    expect(shown(await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === 'U0KENTHOMP'))).toContain(
      'Only <@U0ADALOVEL>',
    );
    await mute('U0GRACEHOP');
    const muted = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === 'U0GRACEHOP');
    expect(shown(muted)).toContain('*Muted.* No alerts for “OAuth');
    expect(shown(muted)).toContain('[All watches]');
    world.snapshot(grown(9, 100));
    await world.pass(48);
    expect(posted(HERE)).toHaveLength(2);
    await world.slack.press({ message: muted, actionId: 'resume_watch', userId: 'U0GRACEHOP' });
    await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === 'U0GRACEHOP');
    await world.pass(1);
    expect(posted(HERE)).toHaveLength(3);
    const list = await world.ask('watches');
    expect(shown(list)).toContain(
      `Posts in <#${HERE}> when it grows more than 100% in a week (set up by <@U0ADALOVEL>)`,
    );
    const quiet = await world.slack.press({
      message: list,
      actionId: 'mute_watch',
      selectedOption: optionOf(list, 'day'),
    });
    expect(quiet.status).toBe(200);
    const mutedList = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor !== undefined);
    expect(mutedList.ts).toBe(list.ts);
    expect(shown(mutedList)).toMatch(/\*Muted\.\*[\s\S]*_Muted until[\s\S]*\[Unmute\] \[Edit\] \[Stop\]/);
    const stopped = await world.press(mutedList, 'stop_watch');
    expect(stopped.ts).toBe(list.ts);
    expect(shown(stopped)).toMatch(/\*Stopped\.\* <#C0DEVPAIN1> won’t be alerted when[\s\S]*No watches yet/);
    expect(shown(stopped)).not.toContain('[Edit]');
    expect(shown(await world.ask('watches'))).toContain('No watches yet');
  });

  it('of somebody else has no buttons in a list but for admins', async () => {
    world.snapshotOfLists([aSignal({ id: idOf(3), growth: 0.1 })]);
    await world.ask('watch oauth here');
    const listFor = async (userId: string) => {
      await world.slack.runCommand({ text: 'watches', channelId: HERE, userId });
      return shown(await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === userId));
    };
    expect(await listFor('U0KENTHOMP')).toContain('“oauth”');
    expect(await listFor('U0KENTHOMP')).not.toMatch(/\[(Edit|Stop)\]/);
    expect(await listFor('U0GRACEHOP')).toContain('[Edit] [Stop]');
  });

  it('of one person is not shown in a channel', async () => {
    await world.ask('watch merger talks');
    await world.ask('watch billing here');
    await world.slack.say({ channelId: HERE, text: '@Pain Signals my watches' });
    const answer = await world.slack.nextMessage(
      ({ threadTs, ephemeralFor }) => threadTs !== undefined && !ephemeralFor,
    );
    expect(shown(answer)).toContain('# This channel’s watches');
    expect(shown(answer)).toContain('“billing”');
    expect(JSON.stringify(answer)).not.toContain('merger');
    expect(shown(await world.ask('watches'))).toContain('“merger talks”');
  });

  it('is adjusted in a dialog, which rejects invalid thresholds', async () => {
    world.snapshot(grown(0.4, 14));
    const made = await world.ask(`watch ${WATCHED}`);
    await world.slack.press({ message: made, actionId: 'adjust_watch' });
    const view = await world.slack.nextView(({ blocks }) => JSON.stringify(blocks).includes('watch_level'));
    expect(JSON.stringify(view)).not.toContain('Not needed for new signals');
    expect(view.blocks.find(({ block_id: id }) => id === 'watch_level')).toMatchObject({ optional: false });
    const values = (level: string) => ({
      watch_when: { watch_when: 'score' },
      watch_level: { watch_level: level },
      watch_target: { watch_target: 'channel' },
      watch_channel: { watch_channel: HERE },
      watch_quiet: { watch_quiet: 'never' },
      watch_most: { watch_most: '10' },
    });
    const refused = await world.slack.submitView(view.id, values('a lot'));
    expect(refused.errors).toEqual({ watch_level: 'Choose a number below 100, such as 70.' });
    await world.slack.submitView(view.id, values('80'));
    const done = await world.slack.nextView(({ blocks }) => JSON.stringify(blocks).includes('Saved'));
    expect(JSON.stringify(done.blocks)).toContain('scores above 80');
    await world.slack.press({ viewId: done.id, actionId: 'adjust_watch' });
    const again = await world.slack.nextView(({ blocks }) => JSON.stringify(blocks).includes('watch_level'));
    expect(again.id).toBe(view.id);
    expect(await world.store.watches.list('T0PREVIEW01', { ownerId: 'U0ADALOVEL', channelId: null })).toMatchObject([
      { rule: { when: 'score', above: 80 }, channelId: HERE, quiet: null, mostADay: 10 },
    ]);
  });

  it.each([
    ['30', '30%'],
    ['2', '2%'],
    ['75%', '75%'],
    ['0.3', '30%'],
  ])('takes %s as the percentage %s, in its dialog as in a command', async (typed, percentage) => {
    world.snapshot(grown(0.01, 14));
    const made = await world.ask(`watch ${WATCHED} when growth over ${typed}`);
    expect(shown(made)).toContain(`more than ${percentage} in a week`);
    await world.slack.press({ message: made, actionId: 'adjust_watch' });
    const view = await world.slack.nextView(({ blocks }) => JSON.stringify(blocks).includes('watch_level'));
    const values = (level: string) => ({
      watch_when: { watch_when: 'growth' },
      watch_level: { watch_level: level },
      watch_target: { watch_target: 'me' },
      watch_quiet: { watch_quiet: 'never' },
      watch_most: { watch_most: '10' },
    });
    const refused = await world.slack.submitView(view.id, values('a lot'));
    expect(refused.errors).toEqual({ watch_level: 'Enter a percentage, such as 50%.' });
    await world.slack.submitView(view.id, values(typed));
    const done = await world.slack.nextView(({ blocks }) => JSON.stringify(blocks).includes('Saved'));
    expect(JSON.stringify(done.blocks)).toContain(`more than ${percentage} in a week`);
    expect(JSON.stringify(done.title)).toContain('Edit watch');
  });

  it('is made by members of the workspace alone, once for the same, and no more than twenty for one', async () => {
    world.snapshot(grown(0.4, 14));
    await world.slack.runCommand({ text: 'watch oauth', userId: 'U0GUESTGAB' });
    expect(shown(await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === 'U0GUESTGAB'))).toContain(
      'Only full members',
    );
    await world.ask('watch oauth');
    expect(shown(await world.ask('watch oauth'))).toContain('You’re already watching this.');
    for (let at = 1; at < 20; at++) await world.ask(`watch words${at}`);
    expect(shown(await world.ask('watch one too many'))).toContain('the limit of 20 watches');
    expect(await world.store.watches.count('T0PREVIEW01')).toBe(20);
  });
});

describe('a watch that fails', () => {
  const setUp = async (where = 'here') => {
    world.snapshot(grown(0.4, 14));
    await world.ask(`watch ${WATCHED} when growth > 100% ${where}`);
    world.snapshot(grown(1.4, 24));
  };

  it('is not made where it may not post, and says how to let it in', async () => {
    world.slack.failNext('chat.postMessage', { error: 'not_in_channel' });
    expect(shown(await world.ask('watch oauth here'))).toContain(
      '*Watch not created.* The app isn’t in this channel. Type `/invite @painsignals`, then',
    );
    expect(await world.store.watches.count('T0PREVIEW01')).toBe(0);
  });

  it.each([
    ['archived', 'is_archived'],
    ['gone', 'channel_not_found'],
    ['left', 'not_in_channel'],
  ])(
    'is paused when its channel is %s, tells its owner once, and goes on where it was when it is resumed',
    async (_, error) => {
      await setUp();
      world.slack.failNext('chat.postMessage', { error });
      await world.pass(1);
      await world.pass(1);
      const [told, ...more] = posted(ADA);
      expect(more).toEqual([]);
      expect(shown(told)).toContain('The app can no longer post in <#');
      await world.slack.press({ message: told as Message, actionId: 'resume_watch' });
      await world.slack.nextMessage(({ channelId, ts }) => channelId === ADA && ts !== told?.ts);
      await world.pass(1);
      expect(posted(HERE).at(-1)?.text).toContain('Growth 40% → 140%');
    },
  );

  it('is paused where another organization reads its channel by now, asks its owner alone, and goes on there when resumed', async () => {
    await setUp();
    world.slack.shareChannel(HERE);
    const before = posted(HERE).length;
    await world.pass(1);
    await world.pass(1);
    const [asked, ...more] = posted(ADA);
    expect(more).toEqual([]);
    expect(shown(asked)).toContain('now shared with another organization');
    expect(shown(await world.ask('watches'))).toContain('is now shared with another organization');
    expect(posted(HERE)).toHaveLength(before);
    await world.slack.press({ message: asked as Message, actionId: 'resume_watch' });
    const resumed = await world.slack.nextMessage(({ channelId, ts }) => channelId === ADA && ts !== asked?.ts);
    expect(shown(resumed)).toContain('They’ll see the alerts too');
    await world.pass(1);
    expect(posted(HERE).at(-1)?.text).toContain('Growth 40% → 140%');
  });

  it('asks first where Resume is pressed on a card from before another organization could read its channel', async () => {
    world.snapshot(grown(0.4, 14));
    const made = await world.ask(`watch ${WATCHED} when growth > 100% here`);
    const [{ id = '' } = {}] = await world.store.watches.list('T0PREVIEW01', {
      ownerId: 'U0ADALOVEL',
      channelId: null,
    });
    await world.store.watches.mute('T0PREVIEW01', id, world.now() + 3_600_000);
    const muted = await world.ask(`watch ${WATCHED} when growth > 100% here`);
    expect(shown(made)).toContain('Watching.');
    world.slack.shareChannel(HERE);
    await world.pass(2);
    world.snapshot(grown(1.4, 24));
    await world.pass(1);
    const before = posted(HERE).length;
    const asked = await world.press(muted, 'resume_watch');
    expect(shown(asked)).toMatch(/is paused\.\*.*now shared with another organization.*\[Resume\]/s);
    await world.pass(2);
    expect(posted(HERE)).toHaveLength(before);
    await world.press(asked, 'resume_watch');
    await world.pass(1);
    expect(posted(HERE).at(-1)?.text).toContain('Growth 40% → 140%');
  });

  it.each([
    ['another channel', 'C0PRODUCT1', false],
    ['the same channel', HERE, true],
    ['one that is shared too', 'C0PARTNERS', true],
  ])(
    'that is paused since another organization reads its channel goes on in %s when its owner saves that',
    async (_, channel, isNoted) => {
      await setUp();
      world.slack.shareChannel(HERE);
      await world.pass(1);
      await world.slack.press({ message: posted(ADA)[0] as Message, actionId: 'adjust_watch' });
      const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(WATCH_INPUT.level));
      expect(JSON.stringify(dialog)).toContain(
        'is now shared with another organization, which would see the alerts too. Save to keep',
      );
      await world.slack.submitView(dialog.id, { [WATCH_INPUT.channel]: { [WATCH_INPUT.channel]: channel } });
      const saved = await world.slack.nextView((view) => JSON.stringify(view).includes('*Saved.*'));
      expect(JSON.stringify(saved).includes('They’ll see the alerts too')).toBe(isNoted);
      await world.pass(1);
      expect(posted(channel).at(-1)?.text).toContain('Growth 40% → 140%');
    },
  );

  it('stays paused, and is not saved, by a dialog that said nothing of another organization yet', async () => {
    world.snapshot(grown(0.4, 14));
    const made = await world.ask(`watch ${WATCHED} when growth > 100% here`);
    await world.slack.press({ message: made, actionId: 'adjust_watch' });
    const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(WATCH_INPUT.level));
    world.slack.shareChannel(HERE);
    world.snapshot(grown(1.4, 24));
    await world.pass(1);
    const before = posted(HERE).length;
    await world.slack.submitView(dialog.id, { [WATCH_INPUT.level]: { [WATCH_INPUT.level]: '90%' } });
    const answer = await world.slack.nextView((view) => JSON.stringify(view).includes('*Not saved.*'));
    expect(JSON.stringify(answer)).toContain('now shared with another organization');
    await world.pass(1);
    expect(posted(HERE)).toHaveLength(before);
  });

  it('says when it is set up where another organization reads, and isn’t asked about there', async () => {
    world.slack.shareChannel(HERE);
    expect(shown(await world.ask('watch oauth here'))).toContain('They’ll see the alerts too');
    await setUp();
    await world.pass(1);
    expect(posted(ADA)).toEqual([]);
    expect(posted(HERE).at(-1)?.text).toContain('Growth 40% → 140%');
  });

  it('waits while Slack doesn’t say who reads its channel', async () => {
    await setUp();
    const before = posted(HERE).length;
    world.slack.failNext('conversations.info', { error: 'internal_error' });
    await world.pass(1);
    expect(posted(HERE)).toHaveLength(before);
    await world.pass(1);
    expect(posted(HERE)).toHaveLength(before + 1);
  });

  it('is paused, and its owner is told, when Slack refuses its alert for a reason that nobody knows', async () => {
    await setUp();
    world.slack.failNext('chat.postMessage', { error: 'new_policy_of_slack' });
    await world.pass(1);
    await world.pass(1);
    expect(posted(ADA).map(({ text }) => text)).toEqual([expect.stringContaining('is paused.')]);
  });

  it.each(['for me', 'here'])('is checked once an hour while Slack takes nothing from the app, %s', async (where) => {
    await setUp(where);
    world.slack.breakToken('token_revoked');
    const asked = () => world.service.asked.filter((path) => path.includes(WATCHED)).length;
    const before = asked();
    for (let minutes = 0; minutes < 360; minutes += 5) {
      world.passTime(300_000);
      await world.runDueNow();
    }
    // The signal, and its chart for an alert that would be posted.
    expect(asked() - before).toBeLessThanOrEqual(12);
  });

  it.each([
    ['a manager', 1, 'D0GRACEHOP', ['U0GRACEHOP']],
    ['its channel', 2, HERE, ['U0GRACEHOP']],
    ['no manager who is a guest by now but its channel', 1, HERE, ['U0GUESTGAB']],
  ])('is paused after its owner has left, and %s is told, once', async (_, unreachable, where, managerIds) => {
    const settings = { defaultArea: null, defaultChannelId: null, managerIds };
    await world.store.settings.set('T0PREVIEW01', { ...settings, setUpBy: 'members' });
    await setUp();
    const before = posted(where).length;
    for (let left = 0; left < unreachable; left += 1)
      world.slack.failNext('conversations.open', { error: 'user_disabled' });
    world.service.plan(`/api/pain-signals/${WATCHED}`, errorResponse(404, 'NOT_FOUND'));
    for (const hours of [1, 12, 12, 1, 1, 1]) await world.pass(hours);
    const [told, ...more] = posted(where).slice(before);
    expect(told && shown(told)).toContain('<@U0ADALOVEL>’s watch on “');
    expect(told && shown(told)).toContain(
      `for <#${HERE}> is paused.*\nIts signal has been missing from the service for a day.`,
    );
    expect(more).toEqual([]);
  });

  it.each([{}, { status: 429, retryAfter: 30 }, { error: 'internal_error' }, { status: 503 }])(
    'is paused with those of other channels after its owner has left, and each channel is told of its own, also after %j',
    async (failure) => {
      await setUp();
      await world.slack.runCommand({ text: 'watch oauth here', channelId: 'C0PRODUCT1' });
      await world.slack.nextMessage(isPrivate);
      const before = [HERE, 'C0PRODUCT1'].map((channel) => posted(channel).length);
      for (let left = 0; left < 2; left += 1) world.slack.failNext('conversations.open', { error: 'user_disabled' });
      // The app itself tries twice what is rate limited.
      for (let tries = Object.keys(failure).length; tries > 0; tries -= 1)
        world.slack.failNext('chat.postMessage', failure);
      world.service.plan('/api/meta/pipeline', errorResponse(401, 'UNAUTHORIZED'));
      for (let hour = 0; hour < 4; hour += 1) await world.pass(1);
      const told = [HERE, 'C0PRODUCT1'].map((channel, at) =>
        posted(channel)
          .slice(before[at])
          .map(({ text }) => text),
      );
      expect(told).toEqual([
        [expect.stringContaining(`for <#${HERE}> is paused.`)],
        [expect.stringContaining('for <#C0PRODUCT1> is paused.')],
      ]);
    },
  );

  it('of one person is nobody else’s business when it is paused', async () => {
    await setUp('for me');
    world.slack.failNext('conversations.open', { error: 'user_disabled' });
    world.service.plan(`/api/pain-signals/${WATCHED}`, errorResponse(404, 'NOT_FOUND'));
    for (const hours of [1, 12, 12, 1, 1, 1]) await world.pass(hours);
    expect(shown(await world.ask('watches'))).toContain('Paused: its signal has been missing');
    expect([posted(ADA), posted('D0GRACEHOP'), posted(HERE)]).toEqual([[], [], []]);
  });

  it('is paused with all others when the key is rejected, and the owner is notified once', async () => {
    await setUp();
    await world.ask('watch oauth');
    world.service.plan('/api/meta/pipeline', errorResponse(401, 'UNAUTHORIZED'));
    await world.pass(1);
    await world.pass(1);
    expect(posted(ADA).map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^2 of your watches are paused: “OAuth .*” and signals about “oauth”\. The service no longer accepts the API key/,
      ),
    ]);
  });

  it('is paused, and its owner is told as soon as Slack lets it, once', async () => {
    await setUp();
    world.service.plan('/api/meta/pipeline', errorResponse(401, 'UNAUTHORIZED'));
    for (const failure of [{ status: 503 }, { drop: true }] as const)
      world.slack.failNext('conversations.open', failure);
    await world.pass(1);
    expect(posted(ADA)).toEqual([]);
    for (let hour = 0; hour < 4; hour += 1) await world.pass(1);
    expect(posted(ADA).map(({ text }) => text)).toEqual([expect.stringContaining('is paused.')]);
  });

  it('waits while the service is down or Slack is busy, then sends its alert', async () => {
    await setUp('for me');
    world.service.plan(`/api/pain-signals/${WATCHED}`, errorResponse(500, 'INTERNAL'));
    await world.pass(1);
    expect(posted(ADA)).toEqual([]);
    world.snapshot(grown(1.4, 24));
    world.slack.failNext('chat.postMessage', { retryAfter: 30 });
    await world.pass(1);
    expect(posted(ADA)).toEqual([]);
    await world.pass(1);
    expect(posted(ADA)).toHaveLength(1);
  });

  it('does not post again what Slack did not confirm, and tells its owner as soon as Slack lets it', async () => {
    await setUp();
    world.slack.failNext('chat.postMessage', { drop: 'answer' });
    await world.pass(1);
    world.slack.failNext('chat.postMessage', { error: 'internal_error' });
    await world.pass(1);
    expect(posted(ADA)).toEqual([]);
    await world.pass(1);
    await world.pass(1);
    expect(posted(HERE)).toHaveLength(2);
    expect(posted(ADA).map(({ text }) => text)).toEqual([
      expect.stringContaining('Check whether this alert is in <#C0DEVPAIN1>'),
    ]);
  });

  it('tells its owner by three messages, an hour apart, while Slack shows them and does not say so', async () => {
    await setUp();
    for (let call = 0; call < 100; call += 1) world.slack.failNext('chat.postMessage', { drop: 'answer' });
    for (let hour = 0; hour < 24; hour += 1) await world.pass(1);
    expect(posted(ADA).map(({ text }) => text)).toEqual(
      [1, 2, 3].map(() => expect.stringContaining('Check whether this alert is in <#C0DEVPAIN1>')),
    );
  });
});

function optionOf(message: Message, span: string): string {
  const [, value = ''] = new RegExp(`"value":"(${span} [\\w-]+)"`).exec(JSON.stringify(message.blocks)) ?? [];
  return value;
}
