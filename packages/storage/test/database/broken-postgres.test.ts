import { sql } from 'kysely';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { isDatabaseUnavailable, openDatabase, takeWriterLock } from '../../src/index.ts';
import { pgMessage, startScriptedPostgres, WELCOME } from '../support/scripted-postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);
afterEach(() => {
  process.off('uncaughtException', note);
  uncaught.length = 0;
});

const BROKEN: [string, Buffer][] = [
  ['a row that ends too early', pgMessage('D', [0, 3, 0])],
  ['columns fewer than none', pgMessage('T', [255, 255])],
  ['a request to sign in that is unknown', pgMessage('R', [0, 0, 0, 99])],
  ['an error without an end', pgMessage('E', 'SERROR\0')],
  ['a message of unknown type', pgMessage('?', 'what')],
  ['a length shorter than itself', Buffer.from('Z\0\0\0\0I')],
  ['a web page', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
];

async function startServer(script: { welcome?: Buffer; answer?: Buffer }) {
  process.on('uncaughtException', note);
  const answer = script.answer ?? Buffer.alloc(0);
  const server = await startScriptedPostgres('notebook', { welcome: script.welcome ?? WELCOME, answer });
  return { ...server, where: { databaseUrl: server.url, dataDir: temporaryFolder(), name: 'notebook' } };
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test.each(BROKEN)(
  'a query that is answered with %s fails, and the next goes over another connection',
  async (_, bytes) => {
    const { where, script, answerRow } = await startServer({ answer: bytes });
    const database = await openDatabase({ ...where, poolSize: 1 });
    onTestFinished(() => database.close());
    const ask = () => sql`select 1`.execute(database.kysely);

    const failure = await failureOf(ask());

    expect(String(failure)).toMatch(/does not speak PostgreSQL's protocol/);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    script.answer = answerRow('answer', 'one');
    expect((await ask()).rows).toEqual([{ answer: 'one' }]);
    expect(uncaught).toEqual([]);
  },
);

test.each(BROKEN)('a connection that is welcomed with %s is refused', async (_, welcome) => {
  const { where } = await startServer({ welcome });
  const failures = [await failureOf(openDatabase(where)), await failureOf(takeWriterLock(where, 'writers'))];
  expect(failures.map(isDatabaseUnavailable)).toEqual([true, true]);
  expect(uncaught).toEqual([]);
});

test('an answer is read however it is cut into pieces', async () => {
  const { where, script, answerRow } = await startServer({});
  const database = await openDatabase({ ...where, poolSize: 1 });
  onTestFinished(() => database.close());
  for (const value of ['', 'one', 'long'.repeat(100_000)]) {
    script.answer = answerRow('answer', value);
    expect((await sql`select 1`.execute(database.kysely)).rows).toEqual([{ answer: value }]);
  }
});
