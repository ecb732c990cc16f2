import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from './start-fault.ts';

type Environment = Record<string, string | undefined>;

const LOCAL_ACCOUNT = 'local@pain-signals.localhost';

/** The key of this machine's Slack app for this machine's service: made once, kept beside the database it opens. */
export async function localKey(dataDir: string, environment: Environment): Promise<string> {
  const file = join(dataDir, 'local-key');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.trim() !== '') return kept.trim();
  // A start that was broken off has made the account and not the key; whatever else is wrong, making the key tells.
  await runCli(['user', 'add', LOCAL_ACCOUNT, '--pro'], environment).catch(() => undefined);
  const key = (
    await runCli(['key', 'create', LOCAL_ACCOUNT, '--name', 'Slack app on this machine'], environment)
  ).trim();
  try {
    await makeFolder(resolve(dataDir));
    await writeFile(file, `${key}\n`, { mode: 0o600 });
  } catch (error) {
    throw new StartError(`DATA_DIR cannot be written to: ${error instanceof Error ? error.message : String(error)}`);
  }
  return key;
}

/** For a key that the database does not know, such as after it was restored or wiped: the next one is made anew. */
export const forgetLocalKey = (dataDir: string): Promise<void> => rm(join(dataDir, 'local-key'), { force: true });

/** Node's own recursive way tries for ever where nothing can be made, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 });
}

const entry = new URL('../start.mjs', import.meta.url).pathname;

async function runCli(words: string[], environment: Environment): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [entry, 'cli', ...words], { env: environment });
    return stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new StartError(said || String(error));
  }
}
