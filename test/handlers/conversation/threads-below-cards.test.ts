import { DAY_MS, DEFAULT_DIGEST_PLAN } from '@pain-signals/domain';
import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { FIND_RELATED } from '#handlers/conversation/find-related.ts';
import { aDetail, idOf, someSignals } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

const CHANNEL = 'C0DEVPAIN1';
const ADA = 'U0ADALOVEL';
const GRACE = 'U0GRACEHOP';

let world: World;
beforeEach(async () => {
  // What a message showed is known to whichever process answers.
  world = await startWorld({ processes: 2 });
  world.service.plan('/api/dashboard/trending', { body: signals(1) });
  world.service.plan('/api/dashboard/emerging', { body: signals(21) });
});
afterEach(() => world.close());

/** Three signals with ids from this number on. */
const signals = (first: number) => someSignals(3).map((each, at) => ({ ...each, id: idOf(first + at) }));
const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const isForAll = (message: Message) => !isPrivate(message);
const mention = async (text: string, threadTs: string, userId = ADA) => {
  await world.slack.say({ channelId: CHANNEL, text: `@painsignals ${text}`, threadTs, userId });
  return shown(await world.slack.nextMessage(isForAll));
};
/** Shares what `/pain` answers. */
const share = async (text: string) => {
  await world.press(await world.ask(text), 'share');
  return (await world.slack.nextMessage(isForAll)).ts;
};
const asked = () => world.service.asked.splice(0);

describe('the thread below a shared card', () => {
  it.each(['signal', 'brief', 'evidence', 'why'])(
    'is about its signal, whatever was seen last alone: %s',
    async (part) => {
      for (const { id, topic } of [...signals(1), ...signals(21)])
        world.service.plan(`/api/pain-signals/${id}`, { body: aDetail({ id, topic }) });
      await world.ask('trending');
      const card = await share(`${part} 2`);
      await world.ask('emerging');
      await world.ask('signal 1');
      expect(await mention('is this a bug?', card)).toContain('*Yes: “Pain number 2” is a bug.*');
      expect(await mention('is it a bug?', card, GRACE)).toContain('*Yes: “Pain number 2” is a bug.*');
    },
  );

  it('goes on with what was said last in it', async () => {
    await world.ask('trending');
    const card = await share('signal 2');
    await mention(`show me ${idOf(3)}`, card);
    asked();
    await mention('and the brief?', card, GRACE);
    expect(asked()).toContain(`/api/pain-signals/${idOf(3)}/brief`);
  });

  it('counts with the numbers of its list, for days', async () => {
    const card = await share('trending');
    world.passTime(3 * 24 * 3_600_000);
    await world.ask('emerging');
    asked();
    expect(await mention('brief of number 2', card)).toContain('# Brief');
    expect(asked()).toContain(`/api/pain-signals/${idOf(2)}/brief`);
  });

  it('asks which signal of its list is meant, and lists no other one', async () => {
    const card = await share('trending');
    await world.ask('emerging');
    asked();
    expect(await mention('why is it rising?', card, GRACE)).toMatch(/\*Which signal\?\*\n1\. .*\n\[Why\?\]\n2\. /);
    const read = asked().join();
    expect(read).toContain(idOf(1));
    expect(read).not.toContain(idOf(21));
  });

  it('asks which of two compared signals is meant', async () => {
    await world.ask('trending');
    const card = await share('compare 2 vs 3');
    asked();
    expect(await mention('who should we talk to about this?', card)).toMatch(
      /\*Which signal\?\*\n1\. .*\n\[.*\]\n2\. /,
    );
    await mention('brief of number 2', card);
    expect(asked()).toContain(`/api/pain-signals/${idOf(3)}/brief`);
  });

  it('shows more of its list', async () => {
    world.service.plan('/api/dashboard/trending', { body: someSignals(8) });
    const card = await share('trending');
    await world.ask('emerging');
    expect(await mention('more', card)).toMatch(/6–8 of 8.*Trending: significant increases/);
  });
});

it('a thread counts with the numbers of what was shared in it', async () => {
  const items = signals(1).map((signal) => ({
    ...signal,
    match: { relevance: 0.8, words: ['refresh token', 'logged out'], chunkId: null },
  }));
  world.service.plan('/api/signals/semantic-search', { body: { items } });
  const message = await world.slack.say({ channelId: CHANNEL, text: 'my refresh token dies' });
  await world.slack.runShortcut({ message, callbackId: FIND_RELATED });
  await world.press(await world.slack.nextMessage(isPrivate), 'share');
  await world.slack.nextMessage(isForAll);
  await world.ask('emerging');
  asked();
  await mention('brief of number 2', message.ts, GRACE);
  expect(asked()).toContain(`/api/pain-signals/${idOf(2)}/brief`);
});

it('a list that one person saw is not shown in public: the app asks for a list first', async () => {
  await world.ask('emerging');
  const { ts } = await world.slack.say({ channelId: CHANNEL, text: 'anything new?' });
  expect(await mention('and the brief?', ts)).toContain('*Which signal?*\nOpen a list first, then pick one.');
  expect(shown(await world.ask('brief'))).toMatch(/\*Which signal\?\*\n1\. /);
});

it('what one person opens alone in a thread changes nothing for the others there', async () => {
  const { ts } = await world.slack.say({ channelId: CHANNEL, text: 'what rises?' });
  await world.slack.say({ channelId: CHANNEL, text: '@painsignals trending', threadTs: ts });
  const list = await world.slack.nextMessage(isForAll);
  await world.slack.press({ message: list, actionId: ACTION.details, userId: GRACE });
  await world.slack.nextMessage(isPrivate);
  expect(await mention('and the brief?', ts)).toMatch(/\*Which signal\?\*\n1\. /);
});

describe('the thread below', () => {
  it('a digest counts with its numbers', async () => {
    const plan = { ...DEFAULT_DIGEST_PLAN, hasThread: false };
    const { nextDueAt } = await world.store.subscriptions.save('T0PREVIEW01', CHANNEL, ADA, plan);
    world.passTime(nextDueAt - world.now());
    await world.runDueNow();
    const { ts } = await world.slack.nextMessage(isForAll);
    await world.ask('emerging');
    asked();
    expect(await mention('why is it rising?', ts, GRACE)).toMatch(/\*Which signal\?\*\n1\. /);
    await mention('brief of number 2', ts);
    expect(asked()).toContain(`/api/pain-signals/${idOf(2)}/brief`);
  });

  it('an alert is about the signal that it reports', async () => {
    const snapshot = (at: number, growth: number) => {
      const latestSnapshotAt = new Date(Date.now() + at * 60_000).toISOString();
      world.service.plan('/api/meta/pipeline', { body: { latestSnapshotAt, totalActiveSignals: 120, sample: true } });
      world.service.plan(`/api/pain-signals/${idOf(5)}`, { body: aDetail({ id: idOf(5), growth }) });
    };
    snapshot(1, 0.1);
    await world.ask(`watch ${idOf(5)} here when growth over 50%`);
    await world.slack.nextMessage(isForAll);
    snapshot(2, 0.9);
    // Noon, when no watch is quiet.
    world.passTime((Math.floor(world.now() / DAY_MS) + 1.5) * DAY_MS - world.now());
    await world.runDueNow();
    const { ts } = await world.slack.nextMessage(isForAll);
    await world.ask(`signal ${idOf(1)}`);
    asked();
    await mention('and the brief?', ts, GRACE);
    expect(asked()).toContain(`/api/pain-signals/${idOf(5)}/brief`);
  });
});
