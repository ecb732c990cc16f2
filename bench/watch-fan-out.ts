import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { initialMemory, type WatchRule } from '@pain-signals/domain';
import { openStore } from '#src/store/open-store.ts';
import { aDetail, idOf } from '../test/support/service/sample-signals.ts';
import { createDigestProgram, OWNER, subscribe } from '../test/support/worlds/digest-program.ts';
import { ask, begin } from './support/child.ts';
import type { Seen } from './support/fan-out-world.ts';
import { median, printFigure } from './support/figure.ts';

/**
 * Watches of 500 workspaces, each with a key of its own, whose hour has come for all at once (as after an outage) and of which each
 * alerts its owner, while people type `/pain`: `node bench/watch-fan-out.ts [WATCHES] [WORKSPACES]`. In one workspace Slack never answers.
 */

const WATCHES = Number(process.argv[2] ?? 5_000);
const WORKSPACES = Number(process.argv[3] ?? 500);
const HOUR_MS = 3_600_000;
const QUIET_MS = 30_000;
/** As outside of tests. */
const SLACK_TIMEOUT_MS = 5_000;
const RULE: WatchRule = { when: 'growth', above: 0.1 };

const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-bench-'));
let ahead = 0;
const now = () => Date.now() + ahead;
const store = await openStore({ databaseUrl: null, dataDir, encryptionKeys: null, now });
const around = begin('fan-out-world.ts');
const [{ slackUrl, serviceUrl }] = (await once(around, 'message')) as [{ slackUrl: string; serviceUrl: string }];

for (let at = 0; at < WATCHES; at += 1) {
  const workspace = `T${at % WORKSPACES}`;
  if (at < WORKSPACES) {
    await subscribe(store, workspace, []);
    await store.apiKeys.set(workspace, `pain_bench${at}_0123456789abcdef0123456789abcdef`, OWNER);
  }
  const id = idOf(at + 1);
  const subject = { of: 'signal' as const, id, topic: `Matter ${at} breaks` };
  const memory = initialMemory(RULE, [aDetail({ id, growth: 0 })]);
  const options = { rule: RULE, channelId: null, mayReachOthers: false, quiet: null, mostADay: 3 };
  await store.watches.create(workspace, {
    ...options,
    ownerId: `${OWNER}${at}`,
    subject,
    timeZone: null,
    memory,
    snapshot: null,
  });
}
const program = createDigestProgram({
  store,
  slackUrl,
  serviceUrl,
  now,
  world: { service: {}, wait: sleep, slackTimeoutMs: SLACK_TIMEOUT_MS },
});
const { port } = await program.start();
const people = begin('typing-people.ts', [`http://127.0.0.1:${port}`, `${slackUrl}/api/respond`, String(WORKSPACES)]);

await sleep(QUIET_MS);
await ask(people);
await sleep(QUIET_MS);
const quiet = await ask<number[]>(people);
const before = await ask<Seen>(around);

ahead += HOUR_MS;
const began = Date.now();
await program.runDueNow();
const busy = await ask<number[]>(people);
const seen = await ask<Seen>(around);

people.kill();
await program.stop();
around.kill();
await store.close();
await rm(dataDir, { recursive: true, force: true });

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
const ratio = (of: (times: number[]) => number) => `x ${(of(busy) / of(quiet)).toFixed(2)}`;
const what = `${WATCHES} watches of ${WORKSPACES} workspaces due at once`;
const expected = WATCHES - Math.ceil(WATCHES / WORKSPACES);
printFigure(`${what}: alerts, of those whose Slack answers`, `${seen.messages} of ${expected}`, 'all');
printFigure(`${what}: messages that came twice`, String(seen.doubled), '0');
printFigure(`${what}: the last after`, `${((seen.last - began) / 60_000).toFixed(1)} min`, '20 min at most');
printFigure(`${what}: calls over the budget, of ${seen.calls - before.calls}`, String(seen.overBudget), '0');
printFigure(`${what}: /pain acknowledged, median against quiet`, ratio(median), 'x 2');
printFigure(`${what}: /pain acknowledged, p95 against quiet`, ratio(p95), 'x 2');
