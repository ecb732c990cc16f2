import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { HEAP_FLAGS } from '#src/launcher.ts';
import { startFakeService } from '../test/support/service/fake-service.ts';
import { idOf } from '../test/support/service/sample-signals.ts';
import { startRecordingSlack } from '../test/support/slack/recording-slack.ts';
import { askCommand, countAnswers, SIGNING_SECRET } from './support/ask-command.ts';
import { printFigure } from './support/figure.ts';

/**
 * Whether memory stays flat over 10,000 commands and 1,000 charts: `node bench/memory.ts [COMMANDS]`. The app runs in a process of
 * its own, started with the flags that it always has, whose memory after the last tenth is compared with that after the first.
 */

const TENTHS = 10;
const COMMANDS = Number(process.argv[2] ?? 10_000);
const CHARTS = COMMANDS / 10;
const AT_ONCE = 10;

const service = await startFakeService();
const slack = await startRecordingSlack();
const answered = countAnswers(slack);
const options = { kind: 'app', serviceUrl: service.url, slackUrl: slack.url, signingSecret: SIGNING_SECRET };
const child = fork(new URL('./support/app-process.ts', import.meta.url), [JSON.stringify(options)], {
  execArgv: HEAP_FLAGS,
});
const [port] = await once(child, 'message');
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: AT_ONCE });

const memory: number[] = [];
for (let tenth = 0; tenth < TENTHS; tenth += 1) {
  await askAll(tenth * (COMMANDS / TENTHS), COMMANDS / TENTHS);
  child.send({ draw: CHARTS / TENTHS });
  const [bytes] = await once(child, 'message');
  memory.push(Math.round(bytes / 2 ** 20));
  service.asked.length = 0;
}
child.kill();
await Promise.all([pool.close(), service.close(), slack.close()]);

console.log(`memory of the process after every tenth, MiB: ${memory.join(' ')}`);
const ratio = (memory.at(-1) ?? Number.NaN) / (memory[0] ?? Number.NaN);
printFigure(
  `${COMMANDS} commands and ${CHARTS} charts: memory, last tenth to first`,
  `x ${ratio.toFixed(2)}`,
  '1.15 at most',
);

/** Different questions about different signals, so that whatever remembers them fills up. */
function commandOf(number: number): string {
  const id = idOf(number);
  const kinds = ['trending', `top ${(number % 10) + 1}`, `search pain ${number}`, `signal ${id}`, `evidence ${id}`];
  return [...kinds, `brief ${id}`, `chart ${id}`, `ask what hurts ${number}?`, 'briefs', 'help'][number % 10] ?? 'help';
}

async function askAll(from: number, count: number): Promise<void> {
  const last = answered() + count;
  let next = from;
  const askOn = async () => {
    while (next < from + count) await askCommand(pool, slack.url, commandOf(next++));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  while (answered() < last) await sleep(5);
}
