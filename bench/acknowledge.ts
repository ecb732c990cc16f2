import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { HEAP_FLAGS } from '#src/launcher.ts';
import { startFakeService } from '../test/support/service/fake-service.ts';
import { startRecordingSlack } from '../test/support/slack/recording-slack.ts';
import { askCommand, countAnswers, SIGNING_SECRET } from './support/ask-command.ts';
import { median, printFigure } from './support/figure.ts';

/**
 * How fast Slack hears that a command arrived, and how many a second are answered, beside a Bolt app in a process of its own
 * whose handler only acknowledges, and as many that answer one word: `node bench/acknowledge.ts`. All are asked in turn, the same
 * way and at the same rate, so that all meet the same load.
 */

const ROUNDS = 5;
/** Short and often, so that a busy machine disturbs one and not the middle one. */
const TURNS = 3;
const PER_SECOND = 50;
const SECONDS = 4;
/** About as many as are drawn meanwhile. */
const CHARTS = 40;
/** Trending, top and the pipeline, some of them anew when a minute has passed. */
const MOST_ASKED = 10;
const CROWD = { commands: 300, connections: 20 };

const service = await startFakeService();
const slack = await startRecordingSlack();
const answered = countAnswers(slack);
const [app, empty] = await Promise.all(['app', 'empty'].map(startProcess));
if (!app || !empty) throw new Error('A process did not start.');
// The first thousands load code, have it compiled, and fill the cache.
for (const at of [app, empty]) for (let turn = 0; turn < ROUNDS * TURNS; turn += 1) await askCrowd(at, 'trending');

const late: number[] = [];
const ofWord: number[] = [];
const ofNothing: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  app.child.send({ draw: CHARTS });
  const drawn = once(app.child, 'message');
  const ours = await askSteadily(app, round % 2 === 0 ? 'trending' : 'top');
  await drawn;
  const theirs = await askSteadily(empty, 'nothing');
  late.push(p99(ours) / p99(theirs));
  for (let turn = 0; turn < TURNS; turn += 1) {
    const perSecond = await askCrowd(app, 'trending');
    ofWord.push(perSecond / (await askCrowd(empty, 'trending')));
    ofNothing.push(perSecond / (await askCrowd(empty, 'nothing')));
  }
}
const isCached =
  service.asked.length <= MOST_ASKED && service.asked.some((path) => path.startsWith('/api/dashboard/top'));
if (!isCached) throw new Error(`These were not cached answers: the service was asked ${service.asked.join(', ')}`);
for (const { child, pool } of [app, empty]) {
  child.kill();
  await pool.close();
}
await Promise.all([service.close(), slack.close()]);

const what = `/pain at ${PER_SECOND} a second while charts are drawn, acknowledged, p99`;
printFigure(`${what} to an empty one’s`, `${median(late).toFixed(1)} x`, '3 x at most');
printFigure('cached /pain trending, throughput to a one-word handler’s', median(ofWord).toFixed(2), '0.7 at least');
printFigure('  and to one that acknowledges and answers nothing', median(ofNothing).toFixed(2), 'not named');

interface Running {
  child: ChildProcess;
  pool: Pool;
}

async function startProcess(kind: string): Promise<Running> {
  const options = { kind, serviceUrl: service.url, slackUrl: slack.url, signingSecret: SIGNING_SECRET };
  // What our flags cost is ours.
  const execArgv = kind === 'app' ? HEAP_FLAGS : [];
  const child = fork(new URL('./support/app-process.ts', import.meta.url), [JSON.stringify(options)], { execArgv });
  const [port] = await once(child, 'message');
  return { child, pool: new Pool(`http://127.0.0.1:${port}`, { connections: CROWD.connections }) };
}

/** Commands at an even pace, whether or not the ones before were acknowledged; how long each took. */
async function askSteadily({ pool }: Running, text: string): Promise<number[]> {
  const began = performance.now();
  const asked = Array.from({ length: PER_SECOND * SECONDS }, async (_, at) => {
    await sleep(Math.max(0, began + (at * 1_000) / PER_SECOND - performance.now()));
    const sentAt = performance.now();
    await askCommand(pool, slack.url, text);
    return performance.now() - sentAt;
  });
  return Promise.all(asked);
}

/** As many as go through, each answered; how many a second. */
async function askCrowd({ pool }: Running, text: string): Promise<number> {
  const began = performance.now();
  const last = answered() + (text === 'nothing' ? 0 : CROWD.commands);
  let left = CROWD.commands;
  const askOn = async () => {
    while (left-- > 0) await askCommand(pool, slack.url, text);
  };
  await Promise.all(Array.from({ length: CROWD.connections }, askOn));
  while (answered() < last) await sleep(1);
  return (CROWD.commands * 1_000) / (performance.now() - began);
}

function p99(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
