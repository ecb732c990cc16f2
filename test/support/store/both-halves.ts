import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { openStore } from '#src/store/open-store.ts';
import { runCli, startCli } from '../../../packages/service/test/support/cli.ts';
import { temporaryFolder } from '../../../packages/storage/test/support/temporary-folder.ts';

type Environment = Record<string, string>;

export const encryptionKey = (): string => randomBytes(32).toString('base64');

/** As the operator runs it, in a process. What a command of the service alone does is the same in this one. */
export const cli = async (environment: Environment, ...words: string[]) => startCli(environment, ...words).outcome;

/** The Slack app's store as the programs open it. */
const storeAt = ({ DATABASE_URL, DATA_DIR = '', ENCRYPTION_KEYS }: Environment) =>
  openStore({
    databaseUrl: DATABASE_URL ?? null,
    dataDir: DATA_DIR,
    encryptionKeys: ENCRYPTION_KEYS?.split(',').map((key) => Buffer.from(key, 'base64')) ?? null,
  });

async function fill(environment: Environment): Promise<void> {
  const store = await storeAt(environment);
  await store.installations.save({
    ...{ workspaceId: 'T1', teamId: 'T1', enterpriseId: null, name: 'One', appId: 'A1', installedBy: 'U1' },
    bot: { id: 'B1', userId: 'U0', scopes: ['commands'] },
    token: { token: 'xoxb-one', rotation: null },
  });
  await store.apiKeys.connect('T1', 'U1', 'pain_abcdefgh_secret');
  await store.close();
  expect(await runCli(environment, 'user', 'add', 'ada@example.com', '--pro')).toMatchObject({ status: 0 });
}

async function expectFilled(environment: Environment): Promise<void> {
  const store = await storeAt(environment);
  const [installation, key] = [await store.installations.find('T1'), await store.apiKeys.find('T1')];
  await store.close();
  expect(installation?.token.token).toBe('xoxb-one');
  expect(key).toBe('pain_abcdefgh_secret');
  expect(await runCli(environment, 'key', 'create', 'ada@example.com')).toMatchObject({ status: 0 });
}

/** The same backup with a row that fits no table at the end of its first part, the app's. Its checksum is right. */
function withBadRow(backup: Buffer): Buffer {
  const lines = gunzipSync(backup).toString().trimEnd().split('\n');
  const second = lines.findLastIndex((line) => line.startsWith('{"format"'));
  const cells: unknown[] = JSON.parse(lines[second - 2] ?? '');
  const bad = [...lines.slice(0, second - 2), JSON.stringify(cells.map(() => ({})))]
    .map((line) => `${line}\n`)
    .join('');
  const sha256 = createHash('sha256').update(bad).digest('hex');
  return gzipSync(`${bad}${JSON.stringify({ sha256 })}\n${lines.slice(second).join('\n')}\n`);
}

/** Backs up a service and an app in one place and restores both in another, one command each. */
export async function expectBothHalves(from: Environment, to: Environment): Promise<void> {
  const file = join(temporaryFolder(), 'both.backup');
  await fill(from);
  const made = await cli(from, 'backup', file);
  expect(made).toMatchObject({ status: 0, stdout: expect.stringMatching(/^The Slack app: \d+ rows\..*\n.* rows/) });
  expect(gunzipSync(readFileSync(file)).toString()).not.toMatch(/xoxb-one|_secret/);

  expect(await cli(to, 'restore', file)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^\d+ rows restored\.\nThe Slack app: \d+ rows restored\.\n$/),
  });
  await expectFilled(to);

  const refused = await cli(to, 'restore', file);
  expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('Nothing was changed') });
  expect(await cli(to, 'restore', '--yes', file)).toMatchObject({ status: 0 });
  await expectFilled(to);

  const forged = join(temporaryFolder(), 'forged.backup');
  writeFileSync(forged, withBadRow(readFileSync(file)));
  await runCli(to, 'user', 'add', 'bob@example.com');
  expect(await cli(to, 'restore', '--yes', forged)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: The Slack app's part: .* is damaged: a row .* Nothing was changed\.\n$/),
  });
  expect(await runCli(to, 'key', 'list', 'bob@example.com')).toMatchObject({ status: 0 });

  // Neither half is replaced by a file whose end is damaged.
  truncateSync(file, readFileSync(file).length - 9);
  await runCli(to, 'user', 'add', 'eve@example.com');
  expect(await cli(to, 'restore', '--yes', file)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: .* is damaged: /),
  });
  expect(await runCli(to, 'key', 'list', 'eve@example.com')).toMatchObject({ status: 0 });
}
