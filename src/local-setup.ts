import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Nothing can be started. The message says what to do. */
export class StartError extends Error {
  override name = 'StartError';
}

/**
 * Throws a StartError that names every port in use: another program there would be mistaken for ours. The programs themselves
 * check that a port is a number.
 */
export async function requireFreePorts(
  host: string,
  ports: readonly (readonly [setting: string, port: string])[],
): Promise<void> {
  const taken = await Promise.all(ports.map(async ([, port]) => /^\d{1,5}$/.test(port) && (await isTaken(host, port))));
  const faults = ports
    .filter((_, index) => taken[index])
    .map(([setting, port]) => `Port ${port} is taken by another program: set ${setting} to a free one`);
  if (faults.length > 0) throw new StartError(faults.join('\n'));
}

const isTaken = (host: string, port: string): Promise<boolean> =>
  new Promise((resolve) => {
    if (Number(port) > 65_535) return resolve(false);
    const server = createServer();
    server.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'));
    server.listen({ host, port: Number(port) }, () => server.close(() => resolve(false)));
  });

/** For a program whose own port can't be used. */
export const freePort = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(String(port)));
    });
  });

type Environment = Record<string, string | undefined>;

const LOCAL_ACCOUNT = 'local@pain-signals.localhost';

/** The key of this machine's Slack app for this machine's service: made once, kept beside the database it opens. */
export async function localKey(dataDir: string, environment: Environment): Promise<string> {
  const file = join(dataDir, 'local-key');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept.trim() !== '') return kept.trim();
  // After an interrupted start the account exists already.
  const words = ['key', 'create', LOCAL_ACCOUNT, '--add-user', '--name', 'Slack app on this machine'];
  const key = (await runCli(words, environment)).trim();
  try {
    await makeFolder(resolve(dataDir));
    await writeFile(file, `${key}\n`, { mode: 0o600 });
  } catch (error) {
    throw new StartError(`DATA_DIR cannot be written to: ${error instanceof Error ? error.message : String(error)}`);
  }
  return key;
}

/** When the database doesn't know the key, for example after a restore. The next start makes a new one. */
export const forgetLocalKey = (dataDir: string): Promise<void> => rm(join(dataDir, 'local-key'), { force: true });

/** Node's recursive mkdir never returns where nothing can be made, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path, { mode: 0o700 });
}

/** Starts each program and runs the operator's commands. */
export const START = new URL('../start.mjs', import.meta.url).pathname;

async function runCli(words: string[], environment: Environment): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [START, 'cli', ...words], { env: environment });
    return stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new StartError(said || String(error));
  }
}
