import type { DigestPlan } from '@pain-signals/domain';
import { nextDueAfter, SUBCOMMANDS } from '@pain-signals/domain';
import type { PlannedFailure } from '@pain-signals/slack-preview';
import { ACTION } from '#blocks/kit/buttons.ts';
import { FIND_RELATED } from '#handlers/conversation/find-related.ts';
import { nastyText } from '../service/hostile-service.ts';
import { aSignal, idOf, SNAPSHOT_AT } from '../service/sample-signals.ts';
import type { World } from '../worlds/slack-world.ts';
import type { EntryPoint } from './crawler.ts';

const CHANNEL = 'C0DEVPAIN1';
const LINK = `https://pain.example/signals/${idOf(1)}`;

/** Words that are no command, or half of one. */
const UNSURE = ['', 'top by grwth', 'oauth tokens', 'emerging under many', 'top by magic', 'signal oauth', '3', LINK];
const MORE = [
  'search',
  `signal ${idOf(1)}`,
  `brief ${idOf(1)}`,
  `chart ${idOf(1)} history`,
  `chart ${idOf(1)} sources`,
  'evidence pain',
  'search pain',
  'watch pain when new here',
  `hide ${idOf(1)} and ${idOf(2)}`,
  'hide pain',
  'hide Pain number 1',
];

/** Everything that a person can begin with: commands, shortcuts, mentions, messages, links, Home. */
export function allEntryPoints(world: World, userId: string): EntryPoint[] {
  const { slack } = world;
  const direct = `D${userId.slice(1)}`;
  const say = (text: string, channelId = CHANNEL, threadTs?: string) =>
    slack.say({ channelId, userId, text, ...(threadTs ? { threadTs } : {}) });
  const shortcut = async (text: string, threadTs?: string) =>
    slack.runShortcut({ message: await say(text, CHANNEL, threadTs), callbackId: FIND_RELATED, userId });
  return [
    ...allCommands(world, userId),
    { name: 'Find related pain', begin: () => shortcut('Users are logged out when the refresh token rotates') },
    { name: 'Find related pain in nothing', begin: () => shortcut('') },
    {
      name: 'Find related pain in a thread',
      begin: async () => shortcut('why do our builds take an hour?', (await say('standup')).ts),
    },
    { name: 'a mention', begin: () => say('@painsignals top bugs about oauth') },
    { name: 'a mention of nothing', begin: () => say('@painsignals') },
    {
      name: 'a mention in a thread',
      begin: async () => say('@painsignals why do logins break?', CHANNEL, (await say('standup')).ts),
    },
    { name: 'a direct message', begin: () => say('what is trending?', direct) },
    { name: 'a direct message in own words', begin: () => say('why do logins break on mobile?', direct) },
    { name: 'Home', begin: () => slack.openHome(userId) },
  ];
}

/** Every subcommand by the example that the help gives, and words that are none. */
export function allCommands({ slack }: Pick<World, 'slack'>, userId: string): EntryPoint[] {
  const texts = [...SUBCOMMANDS.map(({ example }) => example), ...MORE, ...UNSURE];
  return texts.map((text) => ({
    name: `/pain ${text}`,
    begin: () => slack.runCommand({ channelId: CHANNEL, userId, text }),
  }));
}

/** What the app says by itself, and what it says when Slack gives no answer or will not let it post. */
export function allNotifications(world: World, userId: string): EntryPoint[] {
  const { slack, store } = world;
  const subscribed = async (failure?: PlannedFailure) => {
    await store.subscriptions.save('T0PREVIEW01', CHANNEL, userId, PLAN);
    if (failure !== undefined) slack.failNext('chat.postMessage', failure);
    world.passTime(nextDueAfter(PLAN, world.now()).at - world.now());
    await world.runDueNow();
  };
  return [
    { name: 'a share in doubt', begin: () => shareInDoubt(world, userId) },
    { name: 'a digest', begin: () => subscribed() },
    { name: 'a digest in doubt', begin: () => subscribed({ drop: 'answer' }) },
    { name: 'a digest that may not be posted', begin: () => subscribed({ error: 'not_in_channel' }) },
    { name: 'a watch that speaks', begin: () => watchSomethingRise(world, userId) },
    { name: 'Home, now that there is a digest', begin: () => slack.openHome(userId) },
  ];
}

const PLAN: DigestPlan = {
  ...{ weekday: 1, time: '09:00', zone: 'Europe/Stockholm', areas: [], types: [], length: 3 },
  ...{ quietWeeks: 'say', hasThread: true },
};

async function shareInDoubt({ slack, idle }: World, userId: string): Promise<void> {
  await slack.runCommand({ channelId: CHANNEL, userId, text: 'top 7' });
  await idle();
  const message = slack.messages(CHANNEL).findLast(({ ephemeralFor }) => ephemeralFor === userId);
  if (message === undefined) throw new Error('There is nothing to share.');
  slack.failNext('chat.postMessage', { drop: 'answer' });
  await slack.press({ message, actionId: ACTION.share, userId });
}

const SIX_HOURS_MS = 6 * 3_600_000;
let nights = 0;

/** Signals that rose after the watch was created, checked outside quiet hours. */
async function watchSomethingRise(world: World, userId: string): Promise<void> {
  const { slack, service } = world;
  await slack.runCommand({ channelId: CHANNEL, userId, text: 'watch builds when growth over 200% here' });
  await world.idle();
  nights += 1;
  const items = [0, 1, 2].map((at) => aSignal({ id: idOf(100 * nights + at), growth: 5, topic: nastyText(at, 3_000) }));
  service.plan('/api/pain-signals', { body: { items, page: 0, size: 50, totalItems: items.length, totalPages: 1 } });
  const latestSnapshotAt = new Date(Date.parse(SNAPSHOT_AT) + nights * 60_000).toISOString();
  service.plan('/api/meta/pipeline', { body: { latestSnapshotAt, totalActiveSignals: 120, sample: true } });
  for (let quarter = 0; quarter < 4; quarter += 1) {
    world.passTime(SIX_HOURS_MS);
    await world.runDueNow();
  }
}
