import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** `npm start` as a user runs it, on free ports and in a temporary folder. */
export interface LaunchedApp {
  readonly preview: string;
  readonly service: string;
  /** All it printed so far. */
  printed(): string;
  /** Resolves with the exit status. */
  ended(): Promise<number | null>;
  /** The process ids of the programs. */
  programs(): number[];
  /** Ctrl-C; resolves with the exit status. */
  interrupt(): Promise<number | null>;
}

export async function launch(dataDir: string): Promise<LaunchedApp> {
  const [service = 0, slack = 0, preview = 0] = await freePorts(3);
  const child = spawn(process.execPath, ['start.mjs', 'start'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      SERVICE_PORT: String(service),
      PORT: String(slack),
      PREVIEW_PORT: String(preview),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  await untilPrinted(
    child,
    () => output.includes('Ctrl-C stops everything'),
    () => output,
  );
  return {
    preview: `http://127.0.0.1:${preview}`,
    service: `http://127.0.0.1:${service}`,
    printed: () => output,
    ended: () => new Promise((resolve) => child.once('exit', resolve)),
    programs: () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').map(Number),
    interrupt: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGINT');
      }),
  };
}

function untilPrinted(child: ChildProcess, isThere: () => boolean, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => isThere() && resolve();
    child.stdout?.on('data', look);
    child.once('exit', () => reject(new Error(`It ended at once:\n${output()}`)));
  });
}

/** All are held until all are known, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
