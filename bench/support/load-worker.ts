import { once } from 'node:events';
import { Pool } from 'undici';

/** Asks a server again and again, in a process of its own so that neither waiting nor its memory is measured with answering. */

export interface Load {
  /** Asked in turn. */
  questions: readonly { origin: string; path: string; key?: string }[];
  connections: number;
  requests: number;
}

const [{ questions, connections, requests }] = (await once(process, 'message')) as [Load];
const pools = new Map(questions.map(({ origin }) => [origin, new Pool(origin, { connections })]));
const times: number[] = [];
let asked = 0;

async function askOnce(): Promise<void> {
  const question = questions[asked++ % questions.length];
  const pool = question && pools.get(question.origin);
  if (!question || !pool) return;
  const headers = question.key === undefined ? {} : { authorization: `Bearer ${question.key}` };
  const began = performance.now();
  const { statusCode, body } = await pool.request({ method: 'GET', path: question.path, headers });
  const text = await body.text();
  times.push(performance.now() - began);
  if (statusCode !== 200) throw new Error(`${question.path} answered ${statusCode}: ${text.slice(0, 200)}`);
}

const began = performance.now();
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (asked < requests) await askOnce();
  }),
);
const seconds = (performance.now() - began) / 1000;
await Promise.all([...pools.values()].map((pool) => pool.close()));
process.send?.({ times, perSecond: times.length / seconds });
process.disconnect();
