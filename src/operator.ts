import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { ConfigurationError, keyFile, verifyBackupFile } from '@pain-signals/storage';
import { hasStoreConfig, readStoreConfig, type StoreConfig } from './config.ts';
import { checkSlackApp } from './doctor.ts';
import { DATABASE_NAME, openStore, type Store } from './store/open-store.ts';

/** The operator's commands for the data of the Slack app. The service has its own. */

const USAGE = `Usage: npm run -s cli -- encryption rotate

re-encrypt every token and key of the Slack app: with DATABASE_URL under the
first of ENCRYPTION_KEYS, else under a new key that is made and kept in
DATA_DIR. It can run beside the app. If it is interrupted, run it again

Options:
  -h, --help  show help

Example:
  npm run -s cli -- encryption rotate`;

export async function main(): Promise<void> {
  const [, , ...words] = process.argv;
  if (words.join(' ') === 'migrate') return printOutcome(migrate);
  if (words[0] === 'doctor') return printFindings(words.includes('--live'));
  const [path = ''] = words.slice(1).filter((word) => !word.startsWith('-'));
  if (words[0] === 'backup') return words.length === 2 ? printOutcome(() => backUp(path)) : undefined;
  if (words[0] === 'rehearse-restore') return rehearseRestore(path);
  if (words[0] === 'restore') return printOutcome(() => restore(path, words.includes('--yes')));
  if (words.join(' ') !== 'encryption rotate') {
    const wantsHelp = words.includes('--help');
    console[wantsHelp ? 'log' : 'error'](USAGE);
    process.exitCode = wantsHelp ? 0 : 2;
    return;
  }
  await printOutcome(rotate);
}

async function printOutcome(command: () => Promise<string>): Promise<void> {
  try {
    console.log(await command());
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(error instanceof ConfigurationError ? message : `error: ${message}`);
    process.exitCode = 1;
  }
}

/** Printed below the findings of the service's doctor. */
async function printFindings(isLive: boolean): Promise<void> {
  const findings = await checkSlackApp({ isLive });
  for (const { ok, text } of findings) console.log(`${ok ? 'ok ' : 'FIX'} ${text}`);
  if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
}

const LEFT_OUT = 'The Slack app was left out:';
const NO_KEYS = 'ENCRYPTION_KEYS is not set, so it does not run here.';

async function withStore<Result>(config: StoreConfig, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/**
 * Before the service's part, which is added to the same file: without that one no restore takes it, so a backup that was interrupted is
 * never taken for one of a service whose app runs elsewhere.
 */
async function backUp(path: string): Promise<string> {
  if (existsSync(path)) throw new Error(`${path} already exists. Choose another name, or remove that file.`);
  if (!hasStoreConfig()) return `${LEFT_OUT} ${NO_KEYS}`;
  const config = readStoreConfig();
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, `${DATABASE_NAME}.sqlite`)))
    return `${LEFT_OUT} it has never run with this DATA_DIR.`;
  const rows = await withStore(config, (store) => store.backUp(path));
  const keys = config.encryptionKeys === null ? join(config.dataDir, 'encryption-keys') : 'ENCRYPTION_KEYS';
  return `The Slack app: ${shown(rows)} rows. Its tokens are encrypted in the backup: keep a copy of ${keys} somewhere else.`;
}

const shown = (rows: number): string => rows.toLocaleString('en-US');

/** Before either part is replaced. Says nothing about files that the service refuses itself, right after this. */
async function rehearseRestore(path: string): Promise<void> {
  const programs = await verifyBackupFile(path).catch((): string[] => []);
  if (!programs.includes(DATABASE_NAME) || !hasStoreConfig()) return;
  await withStore(readStoreConfig(), (store) => store.rehearseRestore(path)).catch((error: unknown) => {
    console.error(
      `error: The Slack app's part: ${error instanceof Error ? error.message : error} Nothing was changed.`,
    );
    process.exitCode = 1;
  });
}

/** After the service's part, which has checked the whole file. */
async function restore(path: string, isConfirmed: boolean): Promise<string> {
  const programs = await verifyBackupFile(path);
  if (!programs.includes(DATABASE_NAME)) return `${LEFT_OUT} the backup has nothing of it.`;
  if (!hasStoreConfig()) throw new Error(`The Slack app's part was not restored: ${NO_KEYS}`);
  return withStore(readStoreConfig(), async (store) => {
    if (!isConfirmed && !(await store.isEmpty())) await confirmReplace();
    const { rows, unreadableSecrets } = await store.restore(path).catch((cause: unknown) => {
      throw new Error(`The Slack app's part was not restored: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      });
    });
    if (unreadableSecrets > 0)
      throw new Error(
        `The Slack app: ${shown(rows)} rows restored, but ${unreadableSecrets} of its tokens and keys were encrypted with a key that is not here. ` +
          'Add the key of the backup to the end of ENCRYPTION_KEYS, or of the file encryption-keys in DATA_DIR. Without it, install the app again in each workspace.',
      );
    return `The Slack app: ${shown(rows)} rows restored.`;
  });
}

async function confirmReplace(): Promise<void> {
  const warning = "This replaces the Slack app's settings, digests and watches with those of the backup.";
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new Error(`${warning} Its part was not restored. To go ahead: restore --yes FILE`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${warning} Continue? [y/N] `).finally(() => terminal.close());
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error("The Slack app's part was not restored.");
}

/** After the service's own. */
async function migrate(): Promise<string> {
  if (!hasStoreConfig()) return `${LEFT_OUT} ${NO_KEYS}`;
  const store = await openStore({ ...readStoreConfig(), mayMigrate: true });
  await store.close();
  if (store.migrated === 0) return "The Slack app's tables are up to date.";
  return `Applied ${store.migrated} ${store.migrated === 1 ? 'migration' : 'migrations'} of the Slack app.`;
}

async function rotate(): Promise<string> {
  const config = readStoreConfig();
  return withStore(config, async (store) => {
    if (config.encryptionKeys === null) keyFile(config.dataDir).add();
    const { values, changed, unreadable } = await store.rotateEncryption();
    if (unreadable > 0)
      throw new Error(
        `${values} secrets, ${changed} of them with a new key. ${unreadable} were encrypted with a key that is not here. ` +
          'Add that key to the end of ENCRYPTION_KEYS, or of the file encryption-keys in DATA_DIR, and run this again. Without it, install the app again in their workspaces.',
      );
    const rest =
      config.encryptionKeys === null ? '' : ' Keys after the first are needed no longer once no app uses them.';
    if (values === 0) return 'There are no secrets to re-encrypt.';
    return `${values} secrets, ${changed} of them with a new key.${rest}`;
  });
}
