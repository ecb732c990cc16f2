import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

const entry = new URL('../../start.mjs', import.meta.url).pathname;
const dataDir = mkdtempSync(join(tmpdir(), 'pain-signals-app-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const settings = {
  DATA_DIR: dataDir,
  PORT: '0',
  PAIN_API_URL: 'http://127.0.0.1:1',
  PAIN_API_KEY: 'pain_abcdefgh_hiddensecrethiddensecrethidden',
  SLACK_SIGNING_SECRET: 'hidden-signing-secret',
  SLACK_BOT_TOKEN: 'xoxb-hidden-bot-token',
  SLACK_API_URL: 'http://127.0.0.1:1/api/',
};

let running: ChildProcess | undefined;
afterEach(() => running?.kill('SIGKILL'));

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [entry, 'slack'], { env: { PATH: process.env.PATH, ...environment } });
  running = child;
  let said = '';
  const { promise: port, resolve: hear } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += part;
      const heard = /"port":(\d+)/.exec(said)?.[1];
      if (heard !== undefined) hear(heard);
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said }));
  const listening = async () => {
    const heard = await Promise.race([port, ended]);
    if (typeof heard !== 'string') throw new Error(heard.said);
    return `http://127.0.0.1:${heard}`;
  };
  return { child, ended, listening };
}

describe('the process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('says where it listens, and ends well on %s', async (signal) => {
    const { child, ended, listening } = start(settings);
    const address = await listening();
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    child.kill(signal);
    child.kill(signal);
    const { code, said } = await ended;
    expect(code).toBe(0);
    expect(said).not.toContain('hidden');
  });

  it('names every fault of its configuration and ends', async () => {
    const { code, said } = await start({ PORT: 'many' }).ended;
    expect(code).toBe(1);
    expect(said).toMatch(/PORT[\s\S]*PAIN_API_KEY[\s\S]*SLACK_SIGNING_SECRET[\s\S]*SLACK_BOT_TOKEN/);
  });

  it('leaves its folder to the one that has it already', async () => {
    const { listening } = start(settings);
    await listening();
    const first = running;
    const { code, said } = await start(settings).ended;
    first?.kill('SIGKILL');
    expect(code).toBe(1);
    expect(said).toContain('is in use by another slack-app');
  });

  it('says which port is taken and ends', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const port = String((other.address() as AddressInfo).port);
    const { code, said } = await start({ ...settings, PORT: port }).ended;
    other.close();
    expect(code).toBe(1);
    expect(said).toContain(`Port ${port} is taken by another program: set PORT to a free one`);
  });
});
