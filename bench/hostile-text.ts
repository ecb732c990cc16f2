import { preparePost } from '../packages/service/src/jobs/pipeline/prepare-post.ts';
import { IncomingPost } from '../packages/service/src/model/post.ts';
import { hostileText } from '../packages/service/test/support/hostile-text.ts';
import { seededRandom } from '../packages/service/test/support/seeded-random.ts';
import { median, printFigure } from './support/figure.ts';

/** What reading one hostile post of 100 KB costs: `node bench/hostile-text.ts [POSTS]`. */

const POSTS = Number(process.argv[2] ?? 10_000);
const WARM_UP = 200;
const LENGTH = 100_000;
const PROVIDERS = ['github', 'stackoverflow', 'jira'];

const random = seededRandom(1);
const costs: { ms: number; body: string }[] = [];
for (let index = -WARM_UP; index < POSTS; index += 1) {
  const body = hostileText(random, LENGTH);
  const provider = PROVIDERS[Math.abs(index) % PROVIDERS.length];
  const post = IncomingPost.parse({
    provider,
    externalId: '1',
    title: `a${body.slice(1)}`,
    body,
    createdAt: '2026-01-01T00:00:00Z',
  });
  const before = process.threadCpuUsage();
  preparePost(post);
  const { user, system } = process.threadCpuUsage(before);
  if (index >= 0) costs.push({ ms: (user + system) / 1_000, body: `${provider} ${JSON.stringify(body.slice(0, 24))}` });
}
costs.sort((one, other) => other.ms - one.ms);
const slowest = costs[0] ?? { ms: Number.NaN, body: '' };
printFigure('hostile post of 100 KB, CPU ms: median', median(costs.map(({ ms }) => ms)).toFixed(1), 'none');
printFigure(`hostile post of 100 KB, CPU ms: slowest of ${POSTS}`, slowest.ms.toFixed(1), 'under 50');
for (const { ms, body } of costs.slice(0, 5)) console.log(`  ${ms.toFixed(1)} ms: ${body}`);
