import { ACTION } from '#blocks/kit/buttons.ts';
import type { DefaultResponse } from '../service/fake-service.ts';
import { startWorld, type World } from '../worlds/slack-world.ts';
import type { Control } from './controls.ts';
import { type Crawl, crawl } from './crawler.ts';
import { allEntryPoints, type allNotifications } from './entry-points.ts';

export const ADMIN = 'U0GRACEHOP';

/** A crawl is thousands of presses, and the crawls share one thread: a busy machine takes its time. */
export const CRAWL_TIMEOUT_MS = 1_200_000;

export type Notices = typeof allNotifications;
export const noNotice: Notices = () => [];

/** Slack reports the press of a link too, and the browser does the rest. */
export const isSilent = ({ actionId, name }: Control) => actionId === ACTION.openPage || name.endsWith('Open page');

/** How the service answers, what the app says by itself, and what else a crawl depends on. */
export interface CrawlPlan {
  usual: DefaultResponse;
  notices: Notices;
  mcpUrl: string;
  depth?: number;
  /** Types of blocks that Slack refuses. */
  without?: readonly string[];
}

/** Crawls a world of its own from everything that a person can begin with. */
export async function crawlAll(plan: CrawlPlan): Promise<{ world: World; found: Crawl }> {
  const { usual, notices, mcpUrl, depth = Number.POSITIVE_INFINITY, without = [] } = plan;
  const world = await startWorld({
    signalUrl: 'https://pain.example/signals/{id}',
    publicUrl: 'https://app.example',
    ...{ usual, mcpUrl },
  });
  world.slack.refuseBlocks(without);
  const starts = [...allEntryPoints(world, ADMIN), ...notices(world, ADMIN)];
  const crawled = { slack: world.slack, passTime: world.passTime, idle: () => idleWithAllShown(world) };
  const found = await crawl(crawled, starts, { userId: ADMIN, isSilent, depth });
  await world.close();
  return { world, found };
}

/** Shows again what a press has hidden, so that the next screens have as much to press. */
async function idleWithAllShown({ idle, store }: World): Promise<void> {
  await idle();
  const { hiddenSignals } = store.forWorkspace('T0PREVIEW01');
  for (const { id } of await hiddenSignals.list()) await hiddenSignals.unhide(ADMIN, id);
}

const PLANNED = ['dropped', 'not_in_channel'];

/** What Slack would not take, but for what a start had planned. */
export const refusedBySlack = ({ slack }: Pick<World, 'slack'>) =>
  slack.calls
    .filter(({ error }) => error !== undefined && !PLANNED.includes(error))
    .map(({ method, error }) => `${method}: ${error}`);
