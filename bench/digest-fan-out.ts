import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createChartRenderer } from '#src/charts/renderer.ts';
import { openStore } from '#src/store/open-store.ts';
import { createDigestProgram, subscribe } from '../test/support/worlds/digest-program.ts';
import { ask, begin } from './support/child.ts';
import type { Seen } from './support/fan-out-world.ts';
import { median, printFigure } from './support/figure.ts';

/**
 * Digests of 200 workspaces with 100 keys that are all due in the same minute, by the real minute, while people type `/pain`:
 * `node bench/digest-fan-out.ts [SUBSCRIPTIONS]`. In one of the workspaces Slack never answers.
 */

const SUBSCRIPTIONS = Number(process.argv[2] ?? 10_000);
const [WORKSPACES, KEYS] = [200, 100];
const AN_HOUR_MS = 3_600_000;
const QUIET_MS = 30_000;
/** As outside of tests. */
const SLACK_TIMEOUT_MS = 5_000;

const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-bench-'));
let ahead = 0;
const now = () => Date.now() + ahead;
const store = await openStore({ databaseUrl: null, dataDir, encryptionKeys: null, now });
const around = begin('fan-out-world.ts');
const [{ slackUrl, serviceUrl }] = (await once(around, 'message')) as [{ slackUrl: string; serviceUrl: string }];

const due = new Date(now() + AN_HOUR_MS);
const plan = { zone: 'Etc/UTC', weekday: due.getUTCDay() || 7, time: due.toISOString().slice(11, 16), length: 5 };
for (let workspace = 0; workspace < WORKSPACES; workspace += 1) {
  const channels = Array.from({ length: SUBSCRIPTIONS / WORKSPACES }, (_, at) => `C${workspace}-${at}`);
  await subscribe(store, `T${workspace}`, channels, plan);
  await store.apiKeys.set(`T${workspace}`, `pain_bench${workspace % KEYS}_0123456789abcdef0123456789abcdef`, 'U0');
}
const logger = pino({ level: 'silent' });
const renderer = createChartRenderer({ logger });
const program = createDigestProgram({
  store,
  slackUrl,
  serviceUrl,
  now,
  world: { service: {}, wait: sleep, renderer, slackTimeoutMs: SLACK_TIMEOUT_MS },
});
const { port } = await program.start();
const people = begin('typing-people.ts', [`http://127.0.0.1:${port}`, `${slackUrl}/api/respond`, String(WORKSPACES)]);

await sleep(QUIET_MS);
await ask(people);
await sleep(QUIET_MS);
const quiet = await ask<number[]>(people);

ahead += AN_HOUR_MS;
const began = Date.now();
await program.runDueNow();
const busy = await ask<number[]>(people);
const seen = await ask<Seen>(around);

people.kill();
await program.stop();
around.kill();
await store.close();
await rm(dataDir, { recursive: true, force: true });

const expected = SUBSCRIPTIONS - SUBSCRIPTIONS / WORKSPACES;
const minutes = (seen.last - began) / 60_000;
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
const ratio = (of: (times: number[]) => number) => `x ${(of(busy) / of(quiet)).toFixed(2)}`;
const what = `${SUBSCRIPTIONS} digests due at once`;
printFigure(`${what}: arrived, of those whose Slack answers`, `${seen.digests} of ${expected}`, 'all');
printFigure(`${what}: messages that came twice`, String(seen.doubled), '0');
printFigure(`${what}: the last of ${seen.messages} messages after`, `${minutes.toFixed(1)} min`, '15 min at most');
printFigure(`${what}: least time between two in a channel`, `${seen.leastGapMs} ms`, 'about 1,000 ms');
printFigure(`${what}: calls over the budget, of ${seen.calls}`, String(seen.overBudget), '0');
printFigure(`${what}: /pain acknowledged, median against quiet`, ratio(median), 'x 2');
printFigure(`${what}: /pain acknowledged, p95 against quiet`, ratio(p95), 'x 2');
