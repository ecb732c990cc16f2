import { ConfigurationError, keyFile } from '@pain-signals/storage';
import { hasStoreConfig, readStoreConfig } from './config.ts';
import { checkSlackApp } from './doctor.ts';
import { openStore } from './store/open-store.ts';

/** The operator's commands for the data of the Slack app. The service has its own. */

const USAGE = `Usage: npm run -s cli -- encryption rotate

Encrypts every token and key of the Slack app anew: with DATABASE_URL under the first of ENCRYPTION_KEYS, else under a new key that
is made and kept in DATA_DIR. It can run beside the app, and again when it was broken off.

Example:
  npm run -s cli -- encryption rotate`;

export async function main(): Promise<void> {
  const [, , ...words] = process.argv;
  if (words.join(' ') === 'migrate') return printOutcome(migrate);
  if (words[0] === 'doctor') return printFindings(words.includes('--live'));
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

/** After the service's own. */
async function migrate(): Promise<string> {
  if (!hasStoreConfig()) return 'The Slack app was left out: ENCRYPTION_KEYS is not set, so it does not run here.';
  const store = await openStore({ ...readStoreConfig(), mayMigrate: true });
  await store.close();
  if (store.migrated === 0) return "The Slack app's tables are up to date.";
  return `Applied ${store.migrated} ${store.migrated === 1 ? 'migration' : 'migrations'} of the Slack app.`;
}

async function rotate(): Promise<string> {
  const config = readStoreConfig();
  const store = await openStore(config);
  try {
    if (config.encryptionKeys === null) keyFile(config.dataDir).add();
    const { values, changed } = await store.rotateEncryption();
    const rest =
      config.encryptionKeys === null ? '' : ' Keys after the first are needed no longer once no app uses them.';
    return `${values} secrets, ${changed} of them encrypted anew.${rest}`;
  } finally {
    await store.close();
  }
}
