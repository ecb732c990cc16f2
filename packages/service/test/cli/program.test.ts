import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../storage/test/support/temporary-folder.ts';
import { parseApiKey, secretMatches } from '../../src/accounts/api-key.ts';
import { hashToken } from '../../src/accounts/secret-token.ts';
import { openStore } from '../../src/store/index.ts';
import { runCli, startCli } from '../support/cli.ts';

const LINK = /^https:\/\/pain\.example\.com\/password\/[\w-]{43}$/;

const environmentOf = (folder: string) => ({ DATA_DIR: join(folder, 'data') });

test('a key is printed alone, works, and is listed without its secret', async () => {
  const environment = environmentOf(temporaryFolder());
  await runCli(environment, 'user', 'add', 'Ada@Example.com', '--pro');

  const created = await runCli(environment, 'key', 'create', 'ada@example.com', '--name', 'laptop');

  expect(created).toMatchObject({ status: 0, told: [] });
  const key = parseApiKey(created.printed.join('\n'));
  const store = await openStore({ dataDir: environment.DATA_DIR });
  const found = await store.keys.findByPrefix(key?.prefix ?? '');
  await store.close();
  expect(found?.account).toMatchObject({ email: 'ada@example.com', plan: 'pro' });
  expect(secretMatches(key?.secret ?? '', found?.key.secretHash ?? null)).toBe(true);

  const listed = (await runCli(environment, 'key', 'list', 'ada@example.com')).printed.join('\n');
  expect(listed).toMatch(new RegExp(`^${key?.prefix}\tvalid\t.*laptop$`));
  expect(listed).not.toContain(key?.secret);
});

test('a revoked key is listed as such, and an unknown one is refused', async () => {
  const environment = environmentOf(temporaryFolder());
  await runCli(environment, 'user', 'add', 'ada@example.com', '--pro');
  const { printed } = await runCli(environment, 'key', 'create', 'ada@example.com');
  const prefix = parseApiKey(printed.join('\n'))?.prefix ?? '';

  const revoked = await runCli(environment, 'key', 'revoke', prefix);
  const unknown = await runCli(environment, 'key', 'revoke', 'nothere1');

  expect(revoked.status).toBe(0);
  expect((await runCli(environment, 'key', 'list', 'ada@example.com')).printed.join('')).toMatch(/revoked 20/);
  expect(unknown).toMatchObject({ status: 1, told: [expect.stringMatching(/no key .*nothere1.*key list/)] });
});

test('a free account may have a key, and its maker is told that it needs Pro', async () => {
  const environment = environmentOf(temporaryFolder());
  await runCli(environment, 'user', 'add', 'ada@example.com');

  const created = await runCli(environment, 'key', 'create', 'ada@example.com');
  const upgraded = await runCli(environment, 'user', 'plan', 'ada@example.com', 'pro');

  expect(created).toMatchObject({
    status: 0,
    told: [expect.stringMatching(/403 until: user plan ada@example.com pro/)],
  });
  expect(upgraded).toEqual({ status: 0, printed: ['ada@example.com is on the pro plan.'], told: [] });
});

test.each([
  [['user', 'add', 'ada@example.com'], /has an account already/],
  [['user', 'plan', 'nobody@example.com', 'pro'], /no account.*user add/],
  [['key', 'create', 'nobody@example.com'], /no account/],
  [['user', 'reset', 'nobody@example.com'], /no account.*user add/],
  [['key', 'list', 'nobody@example.com'], /no account/],
])('%j fails in words and with status 1', async (args, reason) => {
  const environment = environmentOf(temporaryFolder());
  await runCli(environment, 'user', 'add', 'ada@example.com');

  const outcome = await runCli(environment, ...args);

  expect(outcome).toMatchObject({ status: 1, printed: [], told: [expect.stringMatching(reason)] });
});

test.each([
  [['frobnicate']],
  [['import']],
  [['user', 'add', 'not an address']],
  [['user', 'plan', 'ada@example.com', 'gold']],
  [['key', 'create', 'ada@example.com', '--name', ' ']],
  [['key', 'create', 'ada@example.com', '--name', 'red \u001b[31m']],
  [['snapshot', '--backfill', '0']],
  [['snapshot', '--frobnicate']],
])('%j is a wrong use, status 2, told on stderr', async (args) => {
  const outcome = await runCli(environmentOf(temporaryFolder()), ...args);

  expect(outcome).toMatchObject({ status: 2, printed: [] });
  expect(outcome.told.join('\n')).toMatch(/error: .*--help/s);
});

test('an account is made with a link that sets its password, and a reset makes a new one in its place', async () => {
  const environment = { ...environmentOf(temporaryFolder()), SERVICE_URL: 'https://pain.example.com' };

  const added = await runCli(environment, 'user', 'add', 'ada@example.com');
  const reset = await runCli(environment, 'user', 'reset', 'ada@example.com');

  expect(added.printed).toEqual(['ada@example.com added, on the free plan.', expect.stringMatching(LINK)]);
  expect(reset).toMatchObject({ status: 0, printed: [expect.stringMatching(LINK)] });
  const store = await openStore({ dataDir: environment.DATA_DIR });
  onTestFinished(() => store.close());
  const owners = [added.printed[1], reset.printed[0]].map((link) =>
    store.passwords.findLink(hashToken(link?.split('/').at(-1) ?? '')),
  );
  expect(await Promise.all(owners)).toEqual([null, (await store.accounts.find('ada@example.com'))?.id]);
});

test('help is no error and goes to stdout', async () => {
  const outcome = await runCli({}, '--help');

  expect(outcome).toMatchObject({ status: 0, told: [] });
  expect(outcome.printed.join('\n')).toMatch(/import.*snapshot.*assignments.*doctor/s);
});

test('faults of the configuration are told by name and without values', async () => {
  const outcome = await runCli({ DATABASE_URL: 'mysql://root:hunter2@x', AS_OF: 'soon' }, 'assignments');

  expect(outcome.status).toBe(1);
  expect(outcome.told.join('\n')).toMatch(/DATABASE_URL.*AS_OF/s);
  expect(outcome.told.join('\n')).not.toContain('hunter2');
});

test('the doctor finds a fresh installation well and a database that cannot be reached ill', async () => {
  const well = await runCli(environmentOf(temporaryFolder()), 'doctor');
  const ill = await runCli({ DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/x' }, 'doctor');

  expect(well).toMatchObject({ status: 0, told: [] });
  expect(ill.status).toBe(1);
  expect(ill.printed.join('\n')).toMatch(/^FIX database: /m);
  expect(ill.printed.join('\n')).not.toContain('hunter2');
});

test('started as a program it answers on stdout and ends with the status', async () => {
  const environment = environmentOf(temporaryFolder());

  const added = await startCli(environment, 'user', 'add', 'ada@example.com').outcome;
  const wrong = await startCli(environment, 'user', 'plan', 'ada@example.com', 'gold').outcome;

  expect(added).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^ada@example.com added, on the free plan.\n.*\/password\/[\w-]{43}\n$/),
  });
  expect(wrong).toMatchObject({ status: 2, stdout: '' });
});
