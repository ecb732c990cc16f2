import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { VERSION } from '@pain-signals/contract';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../storage/test/support/temporary-folder.ts';
import { parseApiKey, secretMatches } from '../../src/accounts/keys/api-keys.ts';
import { hashToken } from '../../src/accounts/sign-in/tokens.ts';
import { COMMANDS } from '../../src/cli/program.ts';
import { importPosts } from '../../src/jobs/import.ts';
import { moveWork } from '../../src/jobs/thread-work.ts';
import { openHttp } from '../../src/sources/http/http.ts';
import { openStore } from '../../src/store/index.ts';
import { runCli, runCliOn, startCli } from '../support/cli.ts';
import { complaints, NOW } from '../support/posts.ts';

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

test('a key can be made with its account in one command, which leaves an account there is as it is', async () => {
  const environment = environmentOf(temporaryFolder());
  const made = await runCli(environment, 'key', 'create', 'ada@example.com', '--add-user');
  await runCli(environment, 'user', 'add', 'free@example.com');
  const ofFree = await runCli(environment, 'key', 'create', 'free@example.com', '--add-user');

  expect(made).toMatchObject({ status: 0, told: [], printed: [expect.stringMatching(/^pain_/)] });
  expect(ofFree.told.join('')).toContain('free@example.com is on the free plan');
});

test('a wrong value is named in plain words, with the help of its command', async () => {
  const environment = environmentOf(temporaryFolder());
  expect((await runCli(environment, 'hide', 'signal', 'x')).told.join('\n')).toBe(
    "error: 'x' isn't a valid id. Use the id of a signal, as listed by: npm run -s cli -- assignments\nFor help: npm run -s cli -- hide signal --help",
  );
  const { told } = await runCli(environment, 'snapshot', '--backfill', 'x');
  expect(told.join('\n')).toContain("error: 'x' isn't valid for --backfill <days>. Use a whole number");
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

test('a key that is unknown, revoked or in order is not restored, with the reason and what to do', async () => {
  const environment = environmentOf(temporaryFolder());
  await runCli(environment, 'user', 'add', 'ada@example.com', '--pro');
  const key = (await runCli(environment, 'key', 'create', 'ada@example.com')).printed.join('');
  const prefix = parseApiKey(key)?.prefix ?? '';

  const unknown = await runCli(environment, 'key', 'restore', 'nothere1');
  const inOrder = await runCli(environment, 'key', 'restore', key);
  const ofWorkspace = await runCli(environment, 'key', 'restore', 'slack:t012ab3cd');
  await runCli(environment, 'key', 'revoke', prefix);
  const revoked = await runCli(environment, 'key', 'restore', prefix);
  const twice = await runCli(environment, 'key', 'revoke', prefix);

  expect(unknown).toMatchObject({ status: 1, told: [expect.stringMatching(/no key .*nothere1.*key list/)] });
  expect(inOrder).toMatchObject({ status: 1, told: [expect.stringMatching(/not suspended and has no warnings/)] });
  expect(inOrder.told.join('')).not.toContain(key);
  expect(ofWorkspace).toMatchObject({ status: 1, told: [expect.stringMatching(/no account .*slack:t012ab3cd/i)] });
  expect(revoked).toMatchObject({
    status: 1,
    told: [expect.stringMatching(/was revoked on 20.*permanent.*key create ada@example.com/)],
  });
  expect(twice).toMatchObject({ status: 0, printed: [expect.stringMatching(/was already revoked on 20/)] });
});

test('a file that is not there is told in one plain sentence', async () => {
  const environment = environmentOf(temporaryFolder());
  const folder = temporaryFolder();
  const missing = join(folder, 'nowhere');
  const told = async (more: Record<string, string>, ...args: string[]) => {
    const { status, told } = await runCliOn({ ...environment, ...more }, args, () =>
      openHttp({ privateSources: [], httpsProxy: null }),
    );
    expect(status).toBe(1);
    return told.join('\n');
  };

  expect(await told({}, 'import', `${missing}.ndjson`)).toMatch(
    /nowhere.ndjson cannot be read: there is no such file\.$/,
  );
  expect(await told({}, 'restore', missing)).toMatch(/nowhere cannot be read: there is no such file\.$/);
  expect(await told({}, 'restore', folder)).toMatch(/cannot be read: it is a folder\.$/);
  expect(await told({}, 'backup', join(missing, 'file'))).toMatch(/cannot be written: its folder does not exist\.$/);
  expect(await told({ SOURCES: missing }, 'fetch')).toMatch(/nowhere cannot be read: there is no such file$/);
});

test('a restore over what is there is asked for first', async () => {
  const folder = temporaryFolder();
  const environment = environmentOf(folder);
  const file = join(folder, 'kept.backup');
  await runCli(environment, 'user', 'add', 'ada@example.com');
  await runCli(environment, 'backup', file);
  await runCli(environment, 'user', 'add', 'eve@example.com');
  const hasEve = async () => (await runCli(environment, 'key', 'list', 'eve@example.com')).status === 0;
  const asked: string[] = [];
  const answering = (answer: boolean) =>
    runCliOn(
      environment,
      ['restore', file],
      () => openHttp({ privateSources: [], httpsProxy: null }),
      async (question) => {
        asked.push(question);
        return answer;
      },
    );

  const alone = await runCli(environment, 'restore', file);
  const refused = await answering(false);
  const noBackup = join(folder, 'notes.txt');
  writeFileSync(noBackup, 'Milk and bread');
  const wrong = await runCli(environment, 'restore', noBackup);

  expect(alone).toMatchObject({
    status: 1,
    printed: [],
    told: [expect.stringMatching(/replaces all .*Nothing was changed\. .*restore --yes .*kept.backup/)],
  });
  expect(wrong).toMatchObject({
    status: 1,
    told: [expect.stringMatching(/notes.txt is not a Pain Signals backup\.$/)],
  });
  expect(refused).toMatchObject({ status: 1, printed: [], told: [expect.stringMatching(/Nothing was restored/)] });
  expect(asked).toEqual([expect.stringMatching(/replaces all .*accounts and keys .*Continue\?$/)]);
  expect(await hasEve()).toBe(true);
  expect(await answering(true)).toMatchObject({ status: 0 });
  expect(await hasEve()).toBe(false);
  expect(await runCli(environment, 'restore', '--yes', file)).toMatchObject({ status: 0 });
  expect(await runCli(environmentOf(temporaryFolder()), 'restore', file)).toMatchObject({ status: 0 });
});

test('a free account may have a key, and its maker is told that it needs Pro', async () => {
  const environment = environmentOf(temporaryFolder());
  await runCli(environment, 'user', 'add', 'ada@example.com');

  const created = await runCli(environment, 'key', 'create', 'ada@example.com');
  const upgraded = await runCli(environment, 'user', 'plan', 'ada@example.com', 'pro');

  expect(created).toMatchObject({
    status: 0,
    told: [expect.stringMatching(/403.*user plan ada@example.com pro/)],
  });
  expect(upgraded).toEqual({ status: 0, printed: ['ada@example.com is now on the Pro plan.'], told: [] });
});

test.each([
  [['user', 'add', 'ada@example.com'], /already has an account, on the free plan\.$/],
  [['user', 'add', 'ada@example.com', '--pro'], /on the free plan\. To change it: .*user plan ada@example\.com pro$/],
  [['user', 'plan', 'nobody@example.com', 'pro'], /No account.*user add/],
  [['key', 'create', 'nobody@example.com'], /No account/],
  [['user', 'reset', 'nobody@example.com'], /No account.*user add/],
  [['key', 'list', 'nobody@example.com'], /No account/],
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
  [['key', 'create', 'ada@example.com', '--name', '\u3164\u2800']],
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

  expect(added.printed).toEqual([
    'Added ada@example.com on the free plan.',
    'To set a password, open this link or send it to the user. It works once and expires in 24 hours:',
    expect.stringMatching(LINK),
  ]);
  expect(reset).toMatchObject({ status: 0, printed: [expect.stringMatching(LINK)] });
  const store = await openStore({ dataDir: environment.DATA_DIR });
  onTestFinished(() => store.close());
  const owners = [added.printed.at(-1), reset.printed[0]].map((link) =>
    store.passwords.findLink(hashToken(link?.split('/').at(-1) ?? '')),
  );
  expect(await Promise.all(owners)).toEqual([null, (await store.accounts.find('ada@example.com'))?.id]);
});

test('help is no error, goes to stdout and lists every command, also the one of the Slack app', async () => {
  const outcome = await runCli({}, '--help');

  expect(outcome).toMatchObject({ status: 0, told: [] });
  expect(outcome.printed.join('\n')).toMatch(/import.*snapshot.*assignments.*doctor.*encryption rotate/s);
});

const WITH_BELOW = ['merge undo', 'sample remove', 'hide signal', 'hide post', 'user add', 'user plan', 'user reset'];
const OF_KEYS = ['key create', 'key list', 'key revoke', 'key restore'];

test.each([...COMMANDS.map(([name]) => name).filter((name) => name !== 'encryption'), ...WITH_BELOW, ...OF_KEYS])(
  'the help of %s shows how it is typed',
  async (command) => {
    const outcome = await runCli({}, ...command.split(' '), '--help');

    expect(outcome).toMatchObject({ status: 0, told: [] });
    expect(outcome.printed.join('\n')).toMatch(new RegExp(`Examples?:\n  npm run -s cli -- ${command}`));
    expect(outcome.printed.join('\n')).not.toContain('display help');
  },
);

test('the list of all commands loads none of them', async () => {
  const noPipeline = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) {
      if (/\\/(?:pipeline|store|sources)\\//.test(url)) throw new Error(url + ' was loaded');
      return next(url, context);
    } });`)}`;
  const helped = await startCli({ NODE_OPTIONS: `--import=${noPipeline}` }, '--help').outcome;
  const worked = await startCli({ NODE_OPTIONS: `--import=${noPipeline}` }, 'key', '--help').outcome;

  expect(helped).toMatchObject({ status: 0, stdout: expect.stringContaining('import <file>') });
  expect(worked).toMatchObject({ status: 1, stderr: expect.stringContaining('was loaded') });
});

test('faults of the configuration are told by name and without values', async () => {
  const outcome = await runCli({ DATABASE_URL: 'mysql://root:hunter2@x', AS_OF: 'soon' }, 'assignments');

  expect(outcome.status).toBe(1);
  expect(outcome.told.join('\n')).toMatch(/DATABASE_URL.*AS_OF/s);
  expect(outcome.told.join('\n')).not.toContain('hunter2');
});

test('the list of the keys of an account without any says how to create one', async () => {
  const environment = environmentOf(temporaryFolder());
  await runCli(environment, 'user', 'add', 'ada@example.com');

  expect(await runCli(environment, 'key', 'list', 'ada@example.com')).toMatchObject({
    ...{ status: 0, printed: [] },
    told: ['ada@example.com has no keys. Create one with: npm run -s cli -- key create ada@example.com'],
  });
});

test('adding an account that has Pro suggests no command that takes it away', async () => {
  const environment = environmentOf(temporaryFolder());
  await runCli(environment, 'user', 'add', 'ada@example.com', '--pro');

  const { told } = await runCli(environment, 'user', 'add', 'ada@example.com');

  expect(told).toEqual(['error: ada@example.com already has an account, on the Pro plan.']);
});

test('the doctor finds a fresh installation well and a database that cannot be reached ill', async () => {
  const well = await runCli(environmentOf(temporaryFolder()), 'doctor');
  const ill = await runCli({ DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/x' }, 'doctor');

  expect(well).toMatchObject({ status: 0, told: [] });
  expect(well.printed[0]).toMatch(/^ok {2}configuration: SQLite in \S+, service at/);
  expect(ill.status).toBe(1);
  expect(ill.printed.join('\n')).toMatch(/^FIX database: /m);
  expect(ill.printed.join('\n')).not.toContain('hunter2');
});

test('the doctor names what was dropped into the import folder and is never imported', async () => {
  const folder = mkdtempSync(join(temporaryFolder(), 'drop-'));
  const ask = async () => {
    const { printed } = await runCli({ ...environmentOf(temporaryFolder()), IMPORT_FOLDER: folder }, 'doctor');
    return printed.find((line) => line.includes('import folder:'));
  };

  expect(await ask()).toBe(`ok  import folder: ${folder}`);
  symlinkSync('/etc/hostname', join(folder, 'posts.ndjson'));
  expect(await ask()).toMatch(/^FIX import folder: .*: posts\.ndjson is a link, a pipe or a folder, /);
});

test('a terminal is not steered by the name of a dropped file, and a pipe gets it as it is', async () => {
  const folder = mkdtempSync(join(temporaryFolder(), 'drop-'));
  symlinkSync('/etc/hostname', join(folder, '\x1b]0;owned\x07\x9b2Jposts.ndjson'));
  const doctorIn = async (environment: Record<string, string>) =>
    (
      await runCli({ ...environmentOf(temporaryFolder()), IMPORT_FOLDER: folder, ...environment }, 'doctor')
    ).printed.join();

  expect(await doctorIn({ TERM: 'xterm' })).toContain(': ]0;owned2Jposts.ndjson is a link');
  expect(await doctorIn({})).toContain('\x1b]0;owned\x07\x9b2Jposts.ndjson');
});

test('the doctor names what ended a thread of the service, and when it is tried again', async () => {
  const environment = environmentOf(temporaryFolder());
  const store = await openStore({ dataDir: environment.DATA_DIR });
  const failed = { failedAt: Date.parse('2026-03-01T12:00:00Z'), reason: 'out of memory' };
  for (let times = 0; times < 3; times += 1)
    await store.threadFailures.add('feed discourse https://forum.example', failed);
  await store.close();

  const { printed, status } = await runCli(environment, 'doctor');

  expect(status).toBe(1);
  expect(printed.join('\n')).toMatch(
    /^FIX feed discourse https:\/\/forum\.example: .* ended 3 times .*2026-03-01T12.*out of memory.*2026-03-01T14/m,
  );
});

test('the doctor names a dropped file that cannot be moved', async () => {
  const environment = environmentOf(temporaryFolder());
  const store = await openStore({ dataDir: environment.DATA_DIR });
  const failed = { failedAt: Date.parse('2026-03-01T12:00:00Z'), reason: 'cannot be moved to done/: EPERM' };
  await store.threadFailures.add(moveWork('posts.csv'), failed);
  await store.close();

  const { printed, status } = await runCli(environment, 'doctor');

  expect(status).toBe(1);
  expect(printed.join('\n')).toMatch(
    /^FIX import folder: moving file posts\.csv failed at 2026-03-01T12.*: cannot .*EPERM/m,
  );
});

test('the doctor asks the models that are set, and says what to check when one does not answer', async () => {
  const wording = {
    topic: 'Layer cache is rebuilt on every push',
    summary: 'Builds are slow since the layer cache is rebuilt on each push.',
    evidence: [1, 2, 3],
  };
  const models = createServer((request, response) => {
    const isRight = request.headers.authorization === 'Bearer right';
    const answer = request.url?.endsWith('/embeddings')
      ? { data: [{ index: 0, embedding: [0.6, 0.8] }] }
      : { choices: [{ message: { content: JSON.stringify(wording) } }] };
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(models, 'listening');
  onTestFinished(() => void models.close());
  const url = `http://127.0.0.1:${(models.address() as AddressInfo).port}/v1`;
  const named = { CHAT_URL: url, CHAT_MODEL: 'talker', EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: 'vectors' };
  const doctorWith = async (key: string) =>
    runCli({ ...environmentOf(temporaryFolder()), ...named, CHAT_API_KEY: key, EMBEDDINGS_API_KEY: key }, 'doctor');

  const well = await doctorWith('right');
  const ill = await doctorWith('hunter2');

  expect(well.status).toBe(0);
  expect(well.printed).toEqual(
    expect.arrayContaining([
      'ok  language model: talker named three sample posts "Layer cache is rebuilt on every push"',
      'ok  embeddings: vectors responds',
    ]),
  );
  expect(ill.status).toBe(1);
  expect(ill.printed.join('\n')).toMatch(
    /^FIX language model: .*401\. Check CHAT_URL, CHAT_MODEL and CHAT_API_KEY\.$/m,
  );
  expect(ill.printed.join('\n')).toMatch(/^FIX embeddings: .*401\. Check EMBEDDINGS_URL/m);
  expect(ill.printed.join('\n')).not.toContain('hunter2');
});

test('the doctor says when the last night was worked, and that it is long ago', async () => {
  const environment = { ...environmentOf(temporaryFolder()), AS_OF: '2026-03-10T12:00:00Z' };
  const file = join(temporaryFolder(), 'posts.ndjson');
  const post = { provider: 'github', externalId: '1', title: 'Slow', body: '', createdAt: '2026-03-01T12:00:00Z' };
  writeFileSync(file, JSON.stringify(post));
  await runCli(environment, 'import', file);
  const nightOf = async (at: string) => {
    const store = await openStore({ dataDir: environment.DATA_DIR });
    await store.counters.set('nightAt', Date.parse(at));
    await store.close();
    return (await runCli(environment, 'doctor')).printed.find((line) => line.includes('nightly job:'));
  };

  expect((await runCli(environment, 'doctor')).printed.join('\n')).toMatch(/^ok {2}nightly job: not run yet/m);
  expect(await nightOf('2026-03-10T02:00:00Z')).toBe('ok  nightly job: last ran 2026-03-10T02:00:00.000Z');
  expect(await nightOf('2027-03-10T02:00:00Z')).toMatch(
    /^FIX nightly job: last ran 2027-03-10.*Check this machine's clock/,
  );
  expect(await nightOf('2026-03-07T02:00:00Z')).toMatch(/^FIX nightly job: last ran 2026-03-07.*too long ago/);
});

test.each(['doctor', 'snapshot'])('%s says of a damaged database file to restore a backup', async (command) => {
  const environment = environmentOf(temporaryFolder());
  await runCli(environment, 'user', 'add', 'ada@example.com');
  writeFileSync(join(environment.DATA_DIR, 'service.sqlite'), 'x'.repeat(8_192));
  for (const end of ['-wal', '-shm']) rmSync(join(environment.DATA_DIR, `service.sqlite${end}`), { force: true });

  const { status, printed, told } = await runCli(environment, command);

  expect(status).toBe(1);
  expect([...printed, ...told].join('\n')).toMatch(/The database file is damaged\. .*restore a backup/);
});

test('the doctor names a feed of which too much is missing at its source, and what to do', async () => {
  const environment = environmentOf(temporaryFolder());
  const store = await openStore({ dataDir: environment.DATA_DIR });
  const posts = complaints(4);
  await importPosts({ store, now: () => NOW, newId: randomUUID }, posts);
  await store.feeds.addPosts('github acme/widget', posts, NOW);
  await store.feeds.addMissing('github acme/widget', posts.slice(0, 2), NOW);
  await store.close();

  const { printed, status } = await runCli(environment, 'doctor');

  expect(printed.join('\n')).toMatch(
    /^FIX feeds: 2 of \d recent posts of github acme\/widget are missing.*fetch --remove-missing$/m,
  );
  expect(status).toBe(1);
});

test('started as a program it answers on stdout and ends with the status', async () => {
  const environment = environmentOf(temporaryFolder());

  const added = await startCli(environment, 'user', 'add', 'ada@example.com').outcome;
  const wrong = await startCli(environment, 'user', 'plan', 'ada@example.com', 'gold').outcome;

  expect(added).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Added ada@example.com on the free plan.\n.*\n.*\/password\/[\w-]{43}\n$/),
  });
  expect(wrong).toMatchObject({ status: 2, stdout: '' });
});

test('--version prints the version alone', async () => {
  expect(await runCli({}, '--version')).toMatchObject({ status: 0, printed: [VERSION], told: [] });
});
