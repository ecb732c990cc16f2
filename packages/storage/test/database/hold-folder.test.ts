import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { FolderInUseError, holdFolder } from '../../src/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HOLDER = fileURLToPath(new URL('../support/hold-folder-until-killed.ts', import.meta.url));

async function anotherProcessHolds(folder: string) {
  const holder = spawn(process.execPath, [HOLDER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return holder;
}

test('a folder held by another process is rejected with a message that says what to do', async () => {
  const folder = temporaryFolder();
  await anotherProcessHolds(folder);

  expect(() => holdFolder(folder, 'notebook')).toThrow(FolderInUseError);
  expect(() => holdFolder(folder, 'notebook')).toThrow(new RegExp(`${folder} .*another notebook.*DATA_DIR`));
});

test('a killed process leaves the folder free', async () => {
  const folder = temporaryFolder();
  const holder = await anotherProcessHolds(folder);

  holder.kill('SIGKILL');
  await once(holder, 'exit');

  const release = holdFolder(folder, 'notebook');
  release();
});

test('different programs can hold one folder, and it is free after release', () => {
  const folder = temporaryFolder();
  const releaseFirst = holdFolder(folder, 'notebook');
  onTestFinished(holdFolder(folder, 'calendar'));

  expect(() => holdFolder(folder, 'notebook')).toThrow(FolderInUseError);
  releaseFirst();

  onTestFinished(holdFolder(folder, 'notebook'));
});
