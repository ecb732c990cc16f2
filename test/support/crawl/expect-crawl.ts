import { expect } from 'vitest';
import { errorMessage } from '#blocks/errors/error-messages.ts';
import { type CrawlPlan, crawlAll, noNotice, refusedBySlack } from './crawl-all.ts';
import type { Crawl } from './crawler.ts';

const NEW_BLOCKS = ['data_visualization', 'data_table', 'table', 'container', 'context_actions'];
/** Charts, tables, containers and feedback. */
const NEW_KINDS = 4;
/** Channels, private answers and streamed answers. */
const SURFACES = 3;

/** Everything pressed has an effect, Slack takes all that the app sends, and no answer is an internal error. */
export async function expectAllWorks(plan: CrawlPlan): Promise<Crawl> {
  const { world, found } = await crawlAll(plan);
  const shown = JSON.stringify(found.screens.map(({ shows }) => shows));
  expect(found.faults).toEqual([]);
  expect(refusedBySlack(world)).toEqual([]);
  expect(world.logs.filter(({ failure }) => failure === 'internal')).toEqual([]);
  expect(shown.includes(errorMessage({ code: 'internal' }).title)).toBe(false);
  return found;
}

/** The same where Slack refuses every newer block, each of which is tried once a surface. */
export async function expectWorksWithoutNewBlocks(plan: CrawlPlan): Promise<Crawl> {
  const { world, found } = await crawlAll({ ...plan, without: NEW_BLOCKS });
  expect(found.faults).toEqual([]);
  const refused = refusedBySlack(world);
  expect(refused.filter((call) => !call.endsWith(': invalid_blocks'))).toEqual([]);
  expect(refused.length).toBeGreaterThan(0);
  // A digest comes days later, when each is tried again.
  expect(refused.length).toBeLessThanOrEqual(SURFACES * NEW_KINDS * (plan.notices === noNotice ? 1 : 2));
  return found;
}
