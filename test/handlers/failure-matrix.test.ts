import type { PlannedFailure } from '@pain-signals/slack-preview';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION } from '#blocks/action-ids.ts';
import { SHARE_INPUT } from '#blocks/share-dialog.ts';
import { shownTo } from '../support/crawler.ts';
import { isPrivate, startWorld, type World } from '../support/slack-world.ts';

const ADA = 'U0ADALOVEL';
const CHANNEL = 'C0DEVPAIN1';
const OTHER_CHANNEL = 'C0PRODUCT1';
/** So many calls are more than any answer needs: more is a loop. */
const MOST_CALLS = 25;

let world: World;
beforeAll(async () => {
  world = await startWorld({ isUnhurried: true });
  await world.slack.openHome();
  await world.idle();
});
afterAll(() => world.close());

/** All that can go wrong with one call to Slack. */
const FAULTS: Record<string, PlannedFailure> = {
  '429, come back soon': { retryAfter: 1 },
  '429, come back late': { retryAfter: 30 },
  'HTTP 500': { status: 500, error: 'internal_error' },
  'HTTP 503': { status: 503, error: 'service_unavailable' },
  'a dropped connection': { drop: true },
  'a lost answer': { drop: 'answer' },
  invalid_blocks: { error: 'invalid_blocks' },
  'an invalid slack file': { error: 'invalid_blocks', messages: ['invalid slack file [json-pointer:/blocks/1]'] },
  channel_not_found: { error: 'channel_not_found' },
  not_in_channel: { error: 'not_in_channel' },
  is_archived: { error: 'is_archived' },
  account_inactive: { error: 'account_inactive' },
  token_revoked: { error: 'token_revoked' },
  team_access_revoked: { error: 'team_access_revoked' },
  'an expired trigger': { error: 'expired_trigger_id' },
  'a used-up address': { status: 404, error: 'used_url' },
};

interface Act {
  /** The call that fails. */
  method: string;
  /** What leads up to it; what it answers does the rest. */
  prepare(): Promise<() => Promise<unknown>>;
  /** The person sees what they asked for, or learns why not and what to do. */
  learns: RegExp;
}

/** Where Slack takes no blocks, the words alone come. */
const HELP = /What you can ask|\/pain trending|Slack did not confirm/;

const at = async (text: string) => {
  world.passTime(60_000);
  await world.slack.runCommand({ text });
  await world.idle();
  const message = world.slack.messages(CHANNEL).findLast(isPrivate);
  if (message === undefined) throw new Error('There is no answer.');
  return message;
};

let asked = 0;
/** Another card each time: a card is shared once in one place. */
const another = () => `top ${(asked++ % 10) + 1} by ${['score', 'growth', 'volume'][asked % 3]}`;

const ACTS: Record<string, Act> = {
  'a command': {
    method: 'response_url',
    prepare: async () => () => world.slack.runCommand({ text: 'help' }),
    learns: HELP,
  },
  'a pressed button': {
    method: 'response_url',
    async prepare() {
      const message = await at('');
      return () => world.slack.press({ message, actionId: ACTION.trending });
    },
    learns: /Trending pains|Slack did not confirm/,
  },
  'a share': {
    method: 'chat.postMessage',
    async prepare() {
      const message = await at(another());
      return () => world.slack.press({ message, actionId: ACTION.share });
    },
    learns: /Shared by|Not shared|may or may not/,
  },
  'a submitted dialog': {
    method: 'chat.postMessage',
    async prepare() {
      const message = await at(another());
      await world.slack.press({ message, actionId: ACTION.shareTo });
      await world.idle();
      const [dialog] = world.slack.views(ADA);
      const channel = { [SHARE_INPUT.channel]: { [SHARE_INPUT.channel]: OTHER_CHANNEL } };
      return () => world.slack.submitView(dialog?.id ?? '', channel);
    },
    learns: /Shared in <#|Not shared|may or may not/,
  },
  'a dialog that opens': {
    method: 'views.open',
    prepare: async () => () => world.slack.runCommand({ text: 'search' }),
    learns: /search_words|dialog could not be opened/,
  },
  'a mention': {
    method: 'chat.postMessage',
    prepare: async () => () => world.slack.say({ channelId: CHANNEL, text: '@painsignals help' }),
    learns: HELP,
  },
  'a direct message': {
    method: 'chat.postMessage',
    prepare: async () => () => world.slack.say({ channelId: 'D0ADALOVEL', text: 'help' }),
    learns: HELP,
  },
  Home: {
    method: 'views.publish',
    prepare: async () => () => world.slack.openHome(),
    learns: /What moved|could not be shown|Reference/,
  },
};

const posts = () =>
  [CHANNEL, OTHER_CHANNEL].flatMap((id) =>
    world.slack.messages(id).filter((message) => message.user === 'U0PAINSIGNL' && !isPrivate(message)),
  ).length;

describe.each(Object.entries(ACTS))('%s that meets', (_name, { method, prepare, learns }) => {
  it.each(Object.entries(FAULTS))('%s is answered once, or the person learns why not', async (_fault, failure) => {
    const act = await prepare();
    world.passTime(60_000);
    const before = new Set<object>(shownTo(world.slack, ADA).map(({ shows }) => shows));
    const [calls, posted] = [world.slack.calls.length, posts()];
    world.slack.failNext(method, failure);
    await act();
    await world.idle();

    const fresh = shownTo(world.slack, ADA).filter(({ shows }) => !before.has(shows));
    const made = world.slack.calls.slice(calls);
    expect(made.some((call) => call.method === method && call.error !== undefined)).toBe(true);
    expect(JSON.stringify(fresh.map(({ shows }) => shows))).toMatch(learns);
    expect(posts() - posted).toBeLessThanOrEqual(1);
    expect(made.length).toBeLessThan(MOST_CALLS);
  });
});
