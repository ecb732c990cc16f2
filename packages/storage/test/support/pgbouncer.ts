import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Debian keeps it where only root looks. */
const PROGRAM = ['/usr/sbin/pgbouncer', 'pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0);

export const hasPgBouncer = PROGRAM !== undefined;

/** PgBouncer in transaction mode before the server of `databaseUrl`, gone after the test. Returns the same database through it. */
export async function throughPgBouncer(databaseUrl: string): Promise<string> {
  const server = new URL(databaseUrl);
  const port = await freePort();
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const [file, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  writeFileSync(users, `"${server.username}" "${server.password}"\n`);
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port || 5432}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 20',
    ].join('\n'),
  );
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = spawn(PROGRAM ?? '', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(async () => {
    pooler.kill('SIGKILL');
    if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, 'exit');
  });
  await untilUp(pooler);
  server.port = String(port);
  server.hostname = '127.0.0.1';
  return server.href;
}

async function untilUp({ stderr }: ChildProcess): Promise<void> {
  for await (const text of stderr ?? []) if (String(text).includes('process up')) break;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
