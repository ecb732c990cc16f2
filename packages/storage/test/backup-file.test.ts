import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appendToBackupFile, verifyBackupFile, writeBackupFile } from '../src/backup/backup-file.ts';
import { headerOf } from '../src/backup/backup-header.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const ROWS = 20_000;
const aHeader = (program: string) =>
  headerOf({
    ...{ program, madeAt: '2026-11-27T00:00:00.000Z', migrations: ['0001'] },
    tables: [{ name: 'notes', columns: ['text'], rows: ROWS }],
  });

async function* someRows(atEnd: () => void = () => undefined) {
  for (let row = 0; row < ROWS; row += 1) yield [randomBytes(50).toString('hex')];
  atEnd();
}

test('a backup is as it was until the part of another program is complete', async () => {
  const path = join(temporaryFolder(), 'both.backup');
  await writeBackupFile(path, aHeader('one'), someRows());
  const before = readFileSync(path);
  let during: Buffer | undefined;
  const noteFile = () => {
    during = readFileSync(path);
  };

  await appendToBackupFile(path, aHeader('two'), someRows(noteFile));

  expect(during?.equals(before)).toBe(true);
  expect(await verifyBackupFile(path)).toEqual(['one', 'two']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s while a backup is written leaves nothing of it', async (signal) => {
  const folder = temporaryFolder();
  const path = join(folder, 'stopped.backup');
  async function* stoppedOnTheWay() {
    for await (const row of someRows()) {
      yield row;
      process.emit(signal, signal);
    }
  }

  const writing = writeBackupFile(path, aHeader('one'), stoppedOnTheWay());

  await expect(writing).rejects.toThrow(`Stopped: ${path} was not written.`);
  expect(readdirSync(folder)).toEqual([]);
});
