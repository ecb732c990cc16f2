import type { DigestPlan } from '@pain-signals/domain';
import { nextDueAfter } from '@pain-signals/domain';
import type { Message, Workspace } from '@pain-signals/slack-preview';
import { ACTION } from '#blocks/kit/buttons.ts';
import { SHARE_INPUT } from '#blocks/sharing/share-dialog.ts';
import { FIND_RELATED } from '#handlers/conversation/find-related.ts';
import type { Store } from '#src/store/open-store.ts';
import type { FakeService } from '../service/fake-service.ts';
import { aSignal, idOf, SNAPSHOT_AT } from '../service/sample-signals.ts';
import { isPrivate } from '../worlds/slack-world.ts';

/** What acts need of a world, whichever way Slack reaches the app in it. */
export interface ScenarioWorld {
  readonly slack: Workspace;
  readonly service: FakeService;
  readonly store: Store;
  readonly now: () => number;
  idle(): Promise<void>;
  passTime(ms: number): void;
  runDueNow(): Promise<void>;
}

export interface Scenario {
  /** The call to Slack that answers it, and that can fail. */
  readonly method: string;
  /** What leads up to it; what it answers does the rest. */
  prepare(stage: ScenarioWorld): Promise<() => Promise<unknown>>;
  /** The person gets the answer, or an error with a next step. Null when nobody asked. */
  readonly learns: RegExp | null;
  /** Messages that all see. */
  readonly mostPosts: number;
}

export const TEAM_ID = 'T0PREVIEW01';
export const ADA = 'U0ADALOVEL';
export const CHANNEL = 'C0DEVPAIN1';
export const OTHER_CHANNEL = 'C0PRODUCT1';
const DIRECT = 'D0ADALOVEL';
export const SIGNAL_URL = 'https://pain.example/signals/{id}';

const PLAN: DigestPlan = {
  ...{ weekday: 1, time: '09:00', zone: 'Europe/Stockholm', areas: [], types: [], length: 3 },
  ...{ quietWeeks: 'say', hasThread: true },
};
/** A digest, three signals and the briefs below it. */
const WITH_THREAD = 5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Where Slack takes no blocks, the words alone come. */
const HELP = /Try these|trending \(what’s rising|Slack didn’t confirm/;
const RELATED = /Related pain|Related to|Closest to|No signal is clearly about|Slack didn’t confirm/;

async function at({ slack, idle, passTime }: ScenarioWorld, text: string): Promise<Message> {
  passTime(60_000);
  await slack.runCommand({ text });
  await idle();
  return lastOf(slack, isPrivate);
}

function lastOf(slack: Workspace, matches: (message: Message) => boolean): Message {
  const message = slack.messages(CHANNEL).findLast(matches);
  if (message === undefined) throw new Error('There is no such message.');
  return message;
}

let asked = 0;
/** Another card each time: a card is shared once in one place. */
const another = () => `top ${(asked++ % 10) + 1} by ${['score', 'growth', 'volume'][asked % 3]}`;

/** Slack is asked again a day after it refused to stream. A stream whose start was lost stays, without an answer in it. */
const streamed = (method: string, mostPosts: number): Scenario => ({
  method,
  async prepare({ slack, passTime }) {
    passTime(DAY_MS + 1);
    return () => slack.say({ channelId: CHANNEL, text: `@painsignals ${another()}` });
  },
  learns: /Top signals|Slack didn’t confirm/,
  mostPosts,
});

/** One scenario for each thing the app does. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'a command': {
    method: 'response_url',
    prepare:
      async ({ slack }) =>
      () =>
        slack.runCommand({ text: 'help' }),
    learns: HELP,
    mostPosts: 0,
  },
  'a pressed button': {
    method: 'response_url',
    async prepare(stage) {
      const message = await at(stage, '');
      return () => stage.slack.press({ message, actionId: ACTION.trending });
    },
    learns: /Trending signals|Trending: |Slack didn’t confirm/,
    mostPosts: 0,
  },
  'a share': {
    method: 'chat.postMessage',
    async prepare(stage) {
      const message = await at(stage, another());
      return () => stage.slack.press({ message, actionId: ACTION.share });
    },
    learns: /Shared by|Not shared|may or may not/,
    mostPosts: 1,
  },
  'a submitted dialog': {
    method: 'chat.postMessage',
    async prepare(stage) {
      const { slack, idle } = stage;
      await slack.press({ message: await at(stage, another()), actionId: ACTION.shareTo });
      await idle();
      const [dialog] = slack.views(ADA);
      const channel = { [SHARE_INPUT.channel]: { [SHARE_INPUT.channel]: OTHER_CHANNEL } };
      return () => slack.submitView(dialog?.id ?? '', channel);
    },
    learns: /Shared in <#|Not shared|may or may not/,
    mostPosts: 1,
  },
  'a dialog that opens': {
    method: 'views.open',
    prepare:
      async ({ slack }) =>
      () =>
        slack.runCommand({ text: 'search' }),
    learns: /search_words|dialog didn’t open|no dialog opened|dialog couldn’t be opened|is limiting the app/,
    mostPosts: 0,
  },
  'a dialog that is filled': {
    method: 'views.update',
    async prepare({ slack, idle }) {
      await slack.openHome();
      await idle();
      const home = slack.home(ADA);
      return () => slack.press({ viewId: home?.id ?? '', actionId: ACTION.trending });
    },
    learns: /Trending signals|Trending: |Slack didn’t confirm/,
    mostPosts: 0,
  },
  'a shortcut': {
    method: 'response_url',
    async prepare({ slack }) {
      const message = await slack.say({
        channelId: CHANNEL,
        text: 'Users are logged out when the refresh token rotates',
      });
      return () => slack.runShortcut({ message, callbackId: FIND_RELATED });
    },
    learns: RELATED,
    mostPosts: 0,
  },
  'a shortcut in a thread': {
    method: 'chat.postEphemeral',
    async prepare({ slack }) {
      const { ts: threadTs } = await slack.say({ channelId: CHANNEL, text: 'standup' });
      const message = await slack.say({ channelId: CHANNEL, text: 'why do our builds take an hour?', threadTs });
      return () => slack.runShortcut({ message, callbackId: FIND_RELATED });
    },
    learns: RELATED,
    mostPosts: 0,
  },
  'a mention': {
    method: 'chat.postMessage',
    prepare:
      async ({ slack }) =>
      () =>
        slack.say({ channelId: CHANNEL, text: '@painsignals help' }),
    learns: HELP,
    mostPosts: 1,
  },
  'a streamed answer that begins': streamed('chat.startStream', 2),
  'a streamed answer that ends': streamed('chat.stopStream', 1),
  'a direct message': {
    method: 'chat.postMessage',
    prepare:
      async ({ slack }) =>
      () =>
        slack.say({ channelId: DIRECT, text: 'help' }),
    learns: HELP,
    mostPosts: 0,
  },
  'a link': {
    method: 'chat.unfurl',
    prepare:
      async ({ slack }) =>
      () =>
        slack.say({ channelId: CHANNEL, text: SIGNAL_URL.replace('{id}', idOf(1)) }),
    learns: null,
    mostPosts: 0,
  },
  Home: {
    method: 'views.publish',
    prepare:
      async ({ slack }) =>
      () =>
        slack.openHome(),
    learns: /This week|Couldn’t load|Reference/,
    mostPosts: 0,
  },
  'an alert': {
    method: 'chat.postMessage',
    async prepare(stage) {
      const { slack, store, idle } = stage;
      const old = await store.watches.list(TEAM_ID, { ownerId: ADA, channelId: CHANNEL });
      for (const { id } of old) await store.watches.remove(TEAM_ID, id);
      await slack.runCommand({ channelId: CHANNEL, text: 'watch builds when growth over 200% here' });
      await idle();
      return () => rise(stage);
    },
    learns: /Growth 500%|up 500%|Check whether this alert|see this alert twice|can no longer post in/,
    mostPosts: 1,
  },
  'a digest': {
    method: 'chat.postMessage',
    async prepare({ store, now, passTime, runDueNow }) {
      await store.subscriptions.save(TEAM_ID, CHANNEL, ADA, PLAN);
      return async () => {
        passTime(nextDueAfter(PLAN, now()).at - now());
        for (let look = 0; look < 3; look += 1) {
          await runDueNow();
          passTime(HOUR_MS);
        }
        const [digest] = await store.subscriptions.list(TEAM_ID);
        if (digest !== undefined) await store.subscriptions.pause(TEAM_ID, digest.id, 'person');
      };
    },
    learns: /pain of the week|may or may not|is paused/,
    mostPosts: WITH_THREAD,
  },
};

let nights = 0;

/** A signal rose after the watch was created, and is checked outside quiet hours. */
async function rise({ service, passTime, runDueNow }: ScenarioWorld): Promise<void> {
  nights += 1;
  const items = [aSignal({ id: idOf(100 + nights), growth: 5 })];
  service.plan('/api/pain-signals', { body: { items, page: 0, size: 50, totalItems: 1, totalPages: 1 } });
  const latestSnapshotAt = new Date(Date.parse(SNAPSHOT_AT) + nights * 60_000).toISOString();
  service.plan('/api/meta/pipeline', { body: { latestSnapshotAt, totalActiveSignals: 120, sample: true } });
  for (let quarter = 0; quarter < 4; quarter += 1) {
    passTime(6 * HOUR_MS);
    await runDueNow();
  }
}
