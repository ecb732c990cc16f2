import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../packages/storage/test/support/temporary-folder.ts';
import { cli, encryptionKey, expectBothHalves } from '../support/store/both-halves.ts';

it('migrate brings the tables of the service and of the app up to date, and says when nothing is to be done', async () => {
  const environment = { DATA_DIR: temporaryFolder() };
  expect((await cli(environment, 'migrate')).stdout).toMatch(
    /^Applied \d+ migrations\.\nApplied \d+ migrations of the Slack app\.\n$/,
  );
  expect((await cli({ ...environment, AUTO_MIGRATE: 'false' }, 'migrate')).stdout).toBe(
    "The tables are up to date.\nThe Slack app's tables are up to date.\n",
  );
});

it('backs up the service and the app with one command, and restores both with one', async () => {
  const ENCRYPTION_KEYS = encryptionKey();
  const place = () => ({ DATA_DIR: temporaryFolder(), ENCRYPTION_KEYS });
  await expectBothHalves(place(), place());
});

it('says which key is missing when restored tokens cannot be decrypted, and what to do', async () => {
  const [from, to, file] = [temporaryFolder(), temporaryFolder(), join(temporaryFolder(), 'moved.backup')];
  const { openStore } = await import('#src/store/open-store.ts');
  const store = await openStore({ databaseUrl: null, dataDir: from, encryptionKeys: null });
  await store.apiKeys.connect('T1', 'U1', 'pain_abcdefgh_secret');
  await store.close();
  const made = await cli({ DATA_DIR: from }, 'backup', file);
  expect(made.stdout).toContain(`keep a copy of ${join(from, 'encryption-keys')} somewhere else`);

  const without = await cli({ DATA_DIR: to }, 'restore', file);
  expect(without).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/1 of its tokens and keys .*encryption-keys/s),
  });

  copyFileSync(join(from, 'encryption-keys'), join(to, 'encryption-keys'));
  expect(await cli({ DATA_DIR: to }, 'restore', '--yes', file)).toMatchObject({ status: 0 });
});

it('backs up a service whose app runs elsewhere, and says that the app was left out', async () => {
  const [environment, file] = [{ DATA_DIR: temporaryFolder() }, join(temporaryFolder(), 'service.backup')];
  expect(await cli(environment, 'backup', file)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^The Slack app was left out: it has never run/),
  });
  expect(await cli({ DATA_DIR: temporaryFolder() }, 'restore', file)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/\nThe Slack app was left out: the backup has nothing of it/),
  });
});

it('neither restores nor goes on with a backup that was interrupted between its two parts', async () => {
  const [dataDir, file] = [temporaryFolder(), join(temporaryFolder(), 'half.backup')];
  const { openStore } = await import('#src/store/open-store.ts');
  const store = await openStore({ databaseUrl: null, dataDir, encryptionKeys: null });
  await store.backUp(file);
  await store.close();
  expect(await cli({ DATA_DIR: dataDir }, 'restore', '--yes', file)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('A backup that was interrupted is like that'),
  });
  expect(await cli({ DATA_DIR: dataDir }, 'backup', file)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('already exists'),
  });
});

it('stops after the first half when that fails', async () => {
  const [dataDir, file] = [temporaryFolder(), join(temporaryFolder(), 'x', 'y')];
  await cli({ DATA_DIR: dataDir }, 'migrate');
  expect(await cli({ DATA_DIR: dataDir }, 'backup', file)).toMatchObject({ status: 1, stdout: '' });
  expect(await cli({ DATA_DIR: temporaryFolder() }, 'restore')).toMatchObject({ status: 2, stdout: '' });
});
