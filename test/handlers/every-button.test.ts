import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorMessage } from '#blocks/errors/error-messages.ts';
import { ACTION } from '#blocks/kit/buttons.ts';
import { evidenceTool, type ScriptedMcp, startScriptedMcp } from '../../packages/client/test/support/scripted-mcp.ts';
import type { Control } from '../support/crawl/controls.ts';
import { type Crawl, type CrawledWorld, crawl } from '../support/crawl/crawler.ts';
import { allCommands, allEntryPoints, allNotifications } from '../support/crawl/entry-points.ts';
import { API_KEY, type DefaultResponse, defaultResponse, errorResponse } from '../support/service/fake-service.ts';
import { emptyResponse, hostileResponse, nastyExcerpts } from '../support/service/hostile-service.ts';
import { HOME, startHostedWorld } from '../support/worlds/hosted-world.ts';
import { startWorld, type World } from '../support/worlds/slack-world.ts';

const ADMIN = 'U0GRACEHOP';
const reached = new Set<string>();

let mcp: ScriptedMcp;
beforeAll(async () => {
  mcp = await startScriptedMcp({ tools: [evidenceTool()], result: { structuredContent: { items: nastyExcerpts } } });
});
afterAll(() => mcp.close());

/** Slack reports the press of a link too, and the browser does the rest. */
const isSilent = ({ actionId, name }: Control) => actionId === ACTION.openPage || name.endsWith('Open page');

const noNotice = () => [];

async function crawlAll(
  usual: DefaultResponse,
  notices: typeof allNotifications,
  { depth = Number.POSITIVE_INFINITY, without = [] }: { depth?: number; without?: readonly string[] } = {},
): Promise<{ world: World; found: Crawl }> {
  const world = await startWorld({
    isUnhurried: true,
    signalUrl: 'https://pain.example/signals/{id}',
    publicUrl: 'https://app.example',
    ...{ usual, mcpUrl: mcp.url },
  });
  world.slack.refuseBlocks(without);
  const found = await crawl(world, [...allEntryPoints(world, ADMIN), ...notices(world, ADMIN)], {
    userId: ADMIN,
    isSilent,
    depth,
  });
  for (const id of found.reached) reached.add(id);
  await world.close();
  return { world, found };
}

const NEW_BLOCKS = ['data_visualization', 'data_table', 'table', 'container', 'context_actions'];
/** Charts, tables, containers and feedback. */
const NEW_KINDS = 4;
/** Channels, private answers and streamed answers. */
const SURFACES = 3;

const PLANNED = ['dropped', 'not_in_channel'];

/** What Slack would not take, but for what a start had planned. */
const refusedBySlack = ({ slack }: Pick<World, 'slack'>) =>
  slack.calls
    .filter(({ error }) => error !== undefined && !PLANNED.includes(error))
    .map(({ method, error }) => `${method}: ${error}`);

/** Every command, and what can be pressed on its first screen. */
async function sweep(world: CrawledWorld): Promise<void> {
  const found = await crawl(world, allCommands(world, ADMIN), { userId: ADMIN, isSilent, depth: 1 });
  expect(found.faults).toEqual([]);
  expect(refusedBySlack(world)).toEqual([]);
  expect(found.reached.size).toBeGreaterThan(20);
}

/** A crawl is thousands of presses, and the crawls share one thread: a busy machine takes its time. */
const CRAWL_TIMEOUT_MS = 1_200_000;

// Each crawl has a world of its own and mostly waits for answers.
describe.concurrent('everything that can be pressed', { timeout: CRAWL_TIMEOUT_MS }, () => {
  it.each<[string, DefaultResponse, notices: typeof allNotifications, depth?: number]>([
    ['ordinary', defaultResponse, allNotifications],
    ['the nastiest', hostileResponse, allNotifications],
    ['no', emptyResponse, noNotice, 1],
    ['refused', () => errorResponse(401, 'UNAUTHORIZED'), noNotice, 1],
  ])('works with %s data', async (_name, usual, notices, depth) => {
    const { world, found } = await crawlAll(usual, notices, depth === undefined ? {} : { depth });
    const shown = JSON.stringify(found.screens.map(({ shows }) => shows));
    expect(found.faults).toEqual([]);
    expect(refusedBySlack(world)).toEqual([]);
    expect(world.logs.filter(({ failure }) => failure === 'internal')).toEqual([]);
    expect(shown.includes(errorMessage({ code: 'internal' }).title)).toBe(false);
  });

  it.each<[string, DefaultResponse, notices: typeof allNotifications]>([
    ['ordinary', defaultResponse, allNotifications],
    ['the nastiest', hostileResponse, noNotice],
  ])(
    'works with %s data where Slack refuses every newer block, and tries each of them once a surface',
    async (_name, usual, notices) => {
      const { world, found } = await crawlAll(usual, notices, { depth: 1, without: NEW_BLOCKS });
      expect(found.faults).toEqual([]);
      const refused = refusedBySlack(world);
      expect(refused.filter((call) => !call.endsWith(': invalid_blocks'))).toEqual([]);
      expect(refused.length).toBeGreaterThan(0);
      // A digest comes days later, when each is tried again.
      expect(refused.length).toBeLessThanOrEqual(SURFACES * NEW_KINDS * (notices === noNotice ? 1 : 2));
    },
  );

  it('works over Socket Mode', async () => {
    const world = await startWorld({ isUnhurried: true, isSocketMode: true });
    await sweep(world);
    await world.close();
  });

  it('works where the app was installed by OAuth', async () => {
    const world = await startHostedWorld({ isUnhurried: true });
    await world.install(HOME.teamId);
    await world.store.apiKeys.set(HOME.teamId, API_KEY, ADMIN);
    const passTime = (ms: number) => {
      world.clock.ahead += ms;
    };
    await sweep({ ...world, passTime });
    await world.close();
  });
});

it('leaves no action out that a button has', () => {
  expect(Object.values(ACTION).filter((id) => !reached.has(id))).toEqual([]);
});
