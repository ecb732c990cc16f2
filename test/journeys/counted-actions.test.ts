import type { Message } from '@pain-signals/slack-preview';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { aSignal, someExcerpts } from '../support/service/sample-signals.ts';
import { cardText, viewText } from '../support/slack/card-text.ts';
import { startWorld, type World } from '../support/worlds/slack-world.ts';

/** What people do most, in the fewest actions. Typing a line, pressing a button, choosing in a menu and submitting a dialog are one each. */

let world: World;
let actions = 0;
beforeAll(async () => {
  world = await startWorld({ signalUrl: 'https://pain.example/signals/{id}' });
  world.service.quote(someExcerpts(4));
});
afterAll(() => world.close());
beforeEach(() => {
  actions = 0;
});

const CHANNEL = 'C0DEVPAIN1';
const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const type = async (text: string): Promise<Message> => {
  actions += 1;
  return world.ask(text);
};
const press = async (message: Message, actionId: string): Promise<Message> => {
  actions += 1;
  return world.press(message, actionId);
};
const isPublic = ({ ephemeralFor }: Message) => ephemeralFor === undefined;

describe('a new user', () => {
  it('sees what rises in one action', async () => {
    expect(shown(await type('trending'))).toContain('▲');
    expect(actions).toBe(1);
  });

  it('reads the proof in two', async () => {
    await type('trending');
    expect(shown(await type('evidence 1'))).toContain('> “');
    expect(actions).toBe(2);
  });

  it('shares a list or a signal in two', async () => {
    const list = await type('trending');
    actions += 1;
    await world.slack.press({ message: list, actionId: ACTION.share });
    expect(shown(await world.slack.nextMessage(isPublic))).toContain('Shared by');
    await world.slack.nextMessage();
    expect(actions).toBe(2);
  });

  it('turns on the weekly digest in three, having seen it first', async () => {
    const card = await type('digest');
    actions += 1;
    await world.slack.press({ message: card, actionId: ACTION.digestPreview });
    const preview = await world.slack.nextView((view) => viewText(view).includes('will get it every'));
    actions += 1;
    await world.slack.submitView(preview.id, {});
    await world.slack.nextView((view) => JSON.stringify(view).includes('Turned on'));
    expect(shown(await world.slack.nextMessage((each) => each.ephemeralFor !== undefined))).toContain('[Pause]');
    expect(await world.store.subscriptions.ofChannel('T0PREVIEW01', CHANNEL)).not.toBeNull();
    expect(actions).toBe(3);
  });

  it('learns in one whether anybody complains about something, with the sentence that says so', async () => {
    const sentence = 'Builds are slow: every one starts from nothing although we cache.';
    const match = {
      relevance: 0.9,
      words: ['slow', 'build'],
      chunkId: null,
      sentence,
      url: 'https://a.example/1',
      author: 'ada',
    };
    world.service.plan('/api/signals/semantic-search', {
      body: { items: [{ ...aSignal(), match }], page: 0, size: 20, totalItems: 1, totalPages: 1 },
    });
    const answer = shown(await type('does anybody complain about slow builds?'));
    expect(answer).toMatch(/Yes, \d+ posts since .+ report [“*].+[”*] \[1\], \d+ of them this week\./);
    expect(answer).toContain(`> “${sentence}” [1]`);
    expect(actions).toBe(1);
  });

  it('compares two in two', async () => {
    await type('trending');
    const comparison = shown(await type('compare 1 and 3'));
    expect(comparison).toContain('are about equal in score, growth and repository owners.');
    expect(comparison).toContain('Signal | A | B');
    expect(actions).toBe(2);
  });

  it('watches one in two', async () => {
    await type('trending');
    expect(shown(await type('watch 2'))).toContain('Watching.');
    expect(actions).toBe(2);
  });

  it('forwards a brief in two', async () => {
    world.service.plan('/api/pain-signals', {
      body: { items: [aSignal()], page: 0, size: 5, totalItems: 1, totalPages: 1 },
    });
    const brief = await type('brief refresh tokens');
    actions += 1;
    await world.slack.press({ message: brief, actionId: ACTION.share });
    expect(shown(await world.slack.nextMessage(isPublic))).toContain('Brief');
    await world.slack.nextMessage();
    expect(actions).toBe(2);
  });

  it('forwards a brief of a list in two, by its number', async () => {
    await type('trending');
    actions += 1;
    await world.slack.runCommand({ text: 'share brief 1 here' });
    const posted = shown(await world.slack.nextMessage(isPublic));
    expect(posted).toMatch(/# Brief: .+[\s\S]+Shared by[\s\S]+\[Delete\]|# Brief: .+[\s\S]+\[Delete\][\s\S]+Shared by/);
    expect(shown(await world.slack.nextMessage())).toContain('*Shared in <#');
    expect(actions).toBe(2);
  });

  it('hides noise in two, by its number, with undo', async () => {
    expect(shown(await type('trending'))).not.toContain('hide 1');
    const hidden = await type('hide 3');
    expect(shown(hidden)).toContain('Hidden for everyone:');
    expect(actions).toBe(2);
    expect(shown(await press(hidden, ACTION.unhideSignal))).toContain('is back in this workspace’s lists');
  });

  it('opens a signal on the web with one click on a list', async () => {
    const list = await world.ask('top');
    expect(JSON.stringify(list.blocks)).toContain('<https://pain.example/signals/');
  });
});

it('fills in by itself the answer that was asked for before there was data', async () => {
  const fresh = await startWorld();
  fresh.service.plan('/api/meta/pipeline', { body: { latestSnapshotAt: null, totalActiveSignals: 0, sample: true } });
  await fresh.slack.runCommand({ text: 'trending' });
  expect(shown(await fresh.slack.nextMessage())).toContain('*Preparing the sample data (usually 10 to 20 seconds).*');
  fresh.service.plan('/api/meta/pipeline', {
    body: { latestSnapshotAt: '2026-03-20T02:00:00.000Z', totalActiveSignals: 9, sample: true },
  });
  expect(shown(await fresh.slack.nextMessage())).toContain('Trending: significant increases');
  await fresh.close();
});
