import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidenceTool, type ScriptedMcp, startScriptedMcp } from '../../packages/client/test/support/scripted-mcp.ts';
import { ADMIN, CRAWL_TIMEOUT_MS, isSilent, noNotice, refusedBySlack } from '../support/crawl/crawl-all.ts';
import { type CrawledWorld, crawl } from '../support/crawl/crawler.ts';
import { allCommands, allNotifications } from '../support/crawl/entry-points.ts';
import { expectAllWorks, expectWorksWithoutNewBlocks } from '../support/crawl/expect-crawl.ts';
import { API_KEY } from '../support/service/fake-service.ts';
import { hostileResponse, nastyExcerpts } from '../support/service/hostile-service.ts';
import { HOME, startHostedWorld } from '../support/worlds/hosted-world.ts';
import { startWorld } from '../support/worlds/slack-world.ts';

let mcp: ScriptedMcp;
beforeAll(async () => {
  mcp = await startScriptedMcp({ tools: [evidenceTool()], result: { structuredContent: { items: nastyExcerpts } } });
});
afterAll(() => mcp.close());

/** Every command, and what can be pressed on its first screen. */
async function sweep(world: CrawledWorld, refused: readonly string[] = []): Promise<void> {
  const found = await crawl(world, allCommands(world, ADMIN), { userId: ADMIN, isSilent, depth: 1 });
  expect(found.faults).toEqual([]);
  expect(refusedBySlack(world)).toEqual(refused);
  expect(found.reached.size).toBeGreaterThan(20);
}

// Needs no database server. These are half of all presses and go where every-button.test.ts goes, so they run with the cluster.
describe.concurrent('everything that can be pressed', { timeout: CRAWL_TIMEOUT_MS }, () => {
  it('works with the nastiest data, however far one goes', () =>
    expectAllWorks({ usual: hostileResponse, notices: allNotifications, mcpUrl: mcp.url }));

  it('works with the nastiest data where Slack refuses every newer block, and tries each of them once a surface', () =>
    expectWorksWithoutNewBlocks({ usual: hostileResponse, notices: noNotice, mcpUrl: mcp.url, depth: 1 }));

  it('works over Socket Mode', async () => {
    const world = await startWorld({ isSocketMode: true });
    // Without an address for pictures, the dialog that shares tries Slack's own chart, which dialogs don't take: once a day.
    await sweep(world, ['views.update: invalid_arguments']);
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
