import { createPainClient } from '../../src/index.ts';

/** A process of its own that asks the service so many different questions in the background, and then says how many failed. */
const [apiUrl = '', redisUrl = '', windowMs = '', count = '', apiKey = ''] = process.argv.slice(2);
const client = createPainClient({ apiUrl, apiKey, redisUrl, pacing: { windowMs: Number(windowMs) } });
process.stdout.write('started\n');
const questions = Array.from({ length: Number(count) }, (_, minScore) =>
  client.signals({ minScore, query: String(process.pid) }, { priority: 'background' }),
);
const answers = await Promise.allSettled(questions);
const failed = answers.filter(({ status }) => status === 'rejected').length;
process.stdout.write(`failed ${failed} ${client.health().budget}\n`);
await client.close();
