import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { evidenceTool, type ScriptedMcp, startScriptedMcp } from '../../packages/client/test/support/scripted-mcp.ts';
import { CRAWL_TIMEOUT_MS, type Notices, noNotice } from '../support/crawl/crawl-all.ts';
import { allNotifications } from '../support/crawl/entry-points.ts';
import { expectAllWorks, expectWorksWithoutNewBlocks } from '../support/crawl/expect-crawl.ts';
import { type DefaultResponse, defaultResponse, errorResponse } from '../support/service/fake-service.ts';
import { emptyResponse, hostileResponse, nastyExcerpts } from '../support/service/hostile-service.ts';

const reached = new Set<string>();

let mcp: ScriptedMcp;
beforeAll(async () => {
  mcp = await startScriptedMcp({ tools: [evidenceTool()], result: { structuredContent: { items: nastyExcerpts } } });
});
afterAll(() => mcp.close());

// Each crawl has a world of its own and mostly waits for answers. The longer ones are in every-button.cluster.test.ts.
describe.concurrent('everything that can be pressed', { timeout: CRAWL_TIMEOUT_MS }, () => {
  it.each<[string, DefaultResponse, notices: Notices, depth?: number]>([
    ['ordinary', defaultResponse, allNotifications],
    ['the nastiest', hostileResponse, allNotifications, 1],
    ['no', emptyResponse, noNotice, 1],
    ['refused', () => errorResponse(401, 'UNAUTHORIZED'), noNotice, 1],
  ])('works with %s data', async (_name, usual, notices, depth) => {
    const plan = { usual, notices, mcpUrl: mcp.url };
    const found = await expectAllWorks(depth === undefined ? plan : { ...plan, depth });
    for (const id of found.reached) reached.add(id);
  });

  it('works with ordinary data where Slack refuses every newer block, and tries each of them once a surface', async () => {
    const plan = { usual: defaultResponse, notices: allNotifications, mcpUrl: mcp.url, depth: 1 };
    const found = await expectWorksWithoutNewBlocks(plan);
    for (const id of found.reached) reached.add(id);
  });
});

it('leaves no action out that a button has', () => {
  // A button only beside an id that is too long for a menu.
  expect(Object.values(ACTION).filter((id) => !reached.has(id))).toEqual([ACTION.openPage]);
});
