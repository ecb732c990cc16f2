import type { PlannedFailure } from '@pain-signals/slack-preview';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownTo } from '../support/crawl/crawler.ts';
import {
  ADA,
  CHANNEL,
  OTHER_CHANNEL,
  SCENARIOS,
  type Scenario,
  type ScenarioWorld,
  SIGNAL_URL,
  TEAM_ID,
} from '../support/crawl/scenarios.ts';
import { API_KEY } from '../support/service/fake-service.ts';
import { startHostedWorld } from '../support/worlds/hosted-world.ts';
import { isPrivate, startWorld } from '../support/worlds/slack-world.ts';

/** So many calls are more than any answer needs: more is a loop. */
const MOST_CALLS = 25;

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

/** How long the app waits for a Slack that never answers; each act has to wait that long. */
const SLACK_TIMEOUT_MS = 700;
const TIMED_OUT = [
  'a command',
  'a share',
  'a dialog that opens',
  'a mention',
  'a streamed answer that ends',
  'a digest',
  'Home',
];

type House = ScenarioWorld & { close(): Promise<void> };

/** The ways on which Slack and the app reach each other. */
const WAYS: Record<string, () => Promise<House>> = {
  'by HTTP': () => startWorld({ signalUrl: SIGNAL_URL }),
  'by Socket Mode': () => startWorld({ signalUrl: SIGNAL_URL, isSocketMode: true }),
  async 'after an OAuth install'() {
    const world = await startHostedWorld({ isUnhurried: true, signalUrl: SIGNAL_URL });
    await world.install(TEAM_ID);
    await world.store.apiKeys.set(TEAM_ID, API_KEY, ADA);
    const passTime = (ms: number) => {
      world.clock.ahead += ms;
    };
    return { ...world, passTime };
  },
};

const [acts, faults] = [Object.entries(SCENARIOS), Object.entries(FAULTS)];

/** Every fault of every act by HTTP; by the other ways, each act and each fault with some of the others. */
const CASES = Object.keys(WAYS).map((way, nth) => {
  const isTried = (act: number, fault: number) => nth === 0 || (act + fault) % 8 === nth;
  const cases = acts.flatMap(([name, act], at) =>
    faults.filter((_, fault) => isTried(at, fault)).map(([fault, failure]) => ({ name, act, fault, failure })),
  );
  return { way, cases };
});

const postsIn = ({ slack }: ScenarioWorld) =>
  [CHANNEL, OTHER_CHANNEL].flatMap((id) =>
    slack.messages(id).filter((message) => message.user === 'U0PAINSIGNL' && !isPrivate(message)),
  );

describe.each(CASES)('$way', ({ way, cases }) => {
  let house: House;
  beforeAll(async () => {
    house = (await WAYS[way]?.()) as House;
    await house.slack.openHome();
    await house.idle();
  });
  afterAll(() => house.close());

  it.each(cases)('$name that meets $fault is answered once, or the person learns why not', ({ act, failure }) =>
    answersOrTells(house, act, failure),
  );
});

describe('a Slack that never answers', () => {
  it.concurrent.each(TIMED_OUT)('does not leave %s hanging', async (name) => {
    const house = await startWorld({ slackTimeoutMs: SLACK_TIMEOUT_MS });
    await answersOrTells(house, SCENARIOS[name] as Scenario, { hangs: true });
    await house.close();
  });
});

async function answersOrTells(house: House, { method, prepare, learns, mostPosts }: Scenario, failure: PlannedFailure) {
  const { slack } = house;
  const act = await prepare(house);
  await house.idle();
  house.passTime(60_000);
  const before = new Set<object>(shownTo(slack, ADA).map(({ shows }) => shows));
  const [calls, posted] = [slack.calls.length, postsIn(house).length];
  slack.failNext(method, failure);
  await act();
  await house.idle();

  const fresh = shownTo(slack, ADA).filter(({ shows }) => !before.has(shows));
  const made = slack.calls.slice(calls);
  expect(made.some((call) => call.method === method && call.error !== undefined)).toBe(true);
  if (learns !== null) expect(JSON.stringify(fresh.map(({ shows }) => shows))).toMatch(learns);
  expect(postsIn(house).length - posted).toBeLessThanOrEqual(mostPosts);
  expect(made.length).toBeLessThan(MOST_CALLS);
}
