import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../src/store/index.ts';
import { openEmptyStore, type TestStore } from './support/filled-store.ts';

const START = fileURLToPath(new URL('../../../start.mjs', import.meta.url));

interface Program {
  process: ChildProcess;
  /** What it has written so far. */
  written: { out: string; err: string };
  ended: Promise<unknown[]>;
}

describe('the service as a program', () => {
  let folder: TestStore;
  let programs: Program[];

  beforeEach(async () => {
    folder = await openEmptyStore();
    programs = [];
  });
  afterEach(async () => {
    for (const program of programs) {
      program.process.kill('SIGKILL');
      await program.ended;
    }
    await folder.close();
  });

  const start = (environment: Record<string, string>): Program => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder.dataDir, SERVICE_PORT: '0', ...environment };
    const child = spawn(process.execPath, [START, 'service'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const written = { out: '', err: '' };
    child.stdout.on('data', (text) => {
      written.out += text;
    });
    child.stderr.on('data', (text) => {
      written.err += text;
    });
    const program = { process: child, written, ended: once(child, 'close') };
    programs.push(program);
    return program;
  };
  const untilListening = async ({ process: child, written }: Program): Promise<string> => {
    while (!written.out.includes('\n')) await once(child.stdout ?? child, 'data');
    return /http:\/\/[\d.:]+/.exec(written.out)?.[0] ?? '';
  };

  it.each(['SIGTERM', 'SIGINT'] as const)('says in one line where it listens, and stops on %s', async (signal) => {
    const program = start({});
    const address = await untilListening(program);
    expect(JSON.parse(program.written.out)).toMatchObject({ level: 30, msg: `listening at ${address}` });
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    program.process.kill(signal);
    expect(await program.ended).toEqual([0, null]);
    expect(program.written.err).toBe('');
  });

  it('fails its readiness on SIGTERM before it closes its port', async () => {
    const program = start({ SHUTDOWN_DELAY_SECONDS: '1' });
    const address = await untilListening(program);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    program.process.kill('SIGTERM');
    const statuses = new Set<number>();
    const readiness = async (): Promise<void> => {
      const { status } = await fetch(`${address}/readyz`);
      statuses.add(status);
      return readiness();
    };
    await readiness().catch(() => {});
    expect(statuses).toContain(503);
    expect(await program.ended).toEqual([0, null]);
  });

  it('ends with one sentence when its folder is in use', async () => {
    await untilListening(start({}));
    const second = start({});
    expect(await second.ended).toEqual([1, null]);
    expect(second.written.err).toMatch(/^The folder .* is in use by another service\. .*\n$/);
  });

  it('ends with one sentence when its port is taken', async () => {
    const taker = createServer().listen(0, '127.0.0.1');
    await once(taker, 'listening');
    const port = String((taker.address() as AddressInfo).port);
    const program = start({ SERVICE_PORT: port });
    expect(await program.ended).toEqual([1, null]);
    expect(program.written.err).toBe(
      `127.0.0.1:${port} is already in use. Stop the other program, or set SERVICE_PORT to a free port.\n`,
    );
    taker.close();
  });

  it('ends with one sentence when nothing can be kept in its folder', async () => {
    const program = start({ DATA_DIR: '/proc/a/b' });
    expect(await program.ended).toEqual([1, null]);
    expect(program.written.err).toMatch(/^DATA_DIR cannot be used: \/.*\. Set DATA_DIR to a folder .*\.\n$/);
  });

  it.each(['/dev/null', '/dev/null/data', '/proc/data', '/proc'])('cannot keep anything in %s', async (dataDir) => {
    await expect(openStore({ dataDir })).rejects.toThrow(
      /^DATA_DIR cannot be used: \/.*\. Set DATA_DIR to a folder .*\.$/,
    );
  });

  it('ends with every fault of its settings, and repeats no value', async () => {
    const program = start({ SERVICE_PORT: 'x', DATABASE_URL: 'mysql://root:hunter2@db/x', LOG_LEVEL: 'loud' });
    expect(await program.ended).toEqual([1, null]);
    expect(program.written.err).toContain('3 errors');
    for (const name of ['SERVICE_PORT', 'DATABASE_URL', 'LOG_LEVEL']) expect(program.written.err).toContain(name);
    expect(program.written.err).not.toMatch(/hunter2|loud|at /);
  });
});
