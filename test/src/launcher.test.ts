import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@pain-signals/service';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { untilSampleIsReady } from '#src/launcher.ts';
import { localKey } from '#src/local-setup.ts';
import { freePorts, launch } from '../support/worlds/launched-app.ts';

const entry = new URL('../../start.mjs', import.meta.url).pathname;

let dataDir: string;
const others: Server[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launcher-'));
});
afterEach(async () => {
  for (const other of others.splice(0)) other.close();
  await rm(dataDir, { recursive: true });
});

async function start(environment: Record<string, string>) {
  const [service, slack, preview] = (await freePorts(3)).map(String);
  const ports = { SERVICE_PORT: service, PORT: slack, PREVIEW_PORT: preview };
  const child = spawn(process.execPath, [entry, 'start'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...ports, ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  const [code] = await once(child, 'close');
  return { code, said };
}

async function takePort(): Promise<string> {
  const server = createServer((_request, response) => response.end('{"status":"ok"}'));
  others.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return String((server.address() as AddressInfo).port);
}

describe('the launcher', () => {
  it('takes no other program for its own: it says which ports are taken, and starts nothing', async () => {
    const [port, second] = [await takePort(), await takePort()];
    const { code, said } = await start({ SERVICE_PORT: port, PREVIEW_PORT: second });
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toEqual([
      `Port ${port} is taken by another program: set SERVICE_PORT to a free one`,
      `Port ${second} is taken by another program: set PREVIEW_PORT to a free one`,
    ]);
  });

  it('says that its own ports must differ, with the other errors of the configuration', async () => {
    const [port] = (await freePorts(1)).map(String);
    if (port === undefined) expect.fail();
    const { code, said } = await start({
      SERVICE_PORT: port,
      PORT: port,
      PREVIEW_PORT: `0${port}`,
      AS_OF: 'yesterday',
    });
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toEqual([
      'The configuration has 2 errors:',
      '  - PORT, PREVIEW_PORT and SERVICE_PORT: must differ',
      expect.stringContaining('AS_OF: must be'),
    ]);
  });

  it('says how a program ended that said nothing itself', async () => {
    const launched = await launch(dataDir);
    // The service is started first.
    process.kill(launched.programs()[0] ?? expect.fail(), 'SIGKILL');
    expect(await launched.ended()).toBe(1);
    expect(launched.printed()).toContain('The service stopped (SIGKILL), so everything was stopped.');
    expect(launched.printed()).not.toContain('above');
  });

  it('says a fault of the configuration in its own words, without a stack', async () => {
    const { code, said } = await start({ AS_OF: 'yesterday' });
    expect(code).toBe(1);
    expect(said).toContain('AS_OF: must be an ISO 8601 instant');
    expect(said).not.toMatch(/\n\s+at |Command failed/);
  });

  it('says the faults of all programs at once', async () => {
    const { code, said } = await start({ AS_OF: 'yesterday', SIGNAL_URL: 'nowhere', PREVIEW_PORT: '0x10' });
    expect(code).toBe(1);
    for (const fault of [/AS_OF: must be/, /SIGNAL_URL: must be/, /PREVIEW_PORT: must be/]) expect(said).toMatch(fault);
  });

  it('names who stopped by itself, and says the faults of the others too', async () => {
    const settings = { PAIN_API_URL: 'http://127.0.0.1:9', PAIN_API_KEY: 'pain_a_b' };
    const one = await start({ ...settings, SIGNAL_URL: 'nowhere' });
    expect(one).toMatchObject({ code: 1, said: expect.stringContaining('SIGNAL_URL: must be') });
    const both = await start({ ...settings, SIGNAL_URL: 'nowhere', PREVIEW_PORT: '0x10' });
    expect(both.said).toMatch(/SIGNAL_URL: must be/);
    expect(both.said).toMatch(/PREVIEW_PORT: must be/);
  });

  it('lists each setting once over all programs, and none that it made from others', async () => {
    const { said } = await start({ SERVICE_PORT: 'abc', PORT: '99999', SLACK_BOT_TOKEN: 'hello' });
    expect(said.trim().split('\n')).toEqual([
      'The configuration has 4 errors:',
      expect.stringMatching(/^ {2}- SERVICE_PORT: must be a port/),
      expect.stringMatching(/^ {2}- PORT: must be a port/),
      expect.stringContaining('SLACK_SIGNING_SECRET: not set.'),
      expect.stringContaining('SLACK_BOT_TOKEN: must be a bot token, which starts with xoxb-'),
    ]);
  });

  it('says in one sentence that nothing can be kept in a folder that cannot be made', async () => {
    const { code, said } = await start({ DATA_DIR: '/proc/a/b' });
    expect(code).toBe(1);
    expect(said.trim()).toMatch(/^DATA_DIR cannot be used: [^\n]*\.$/);
  });

  it('makes a new key when the database does not know the one that was kept', async () => {
    await writeFile(join(dataDir, 'local-key'), 'pain_gone1234_0123456789abcdefghijklmnopqrstuvwxyz\n');
    // Without the sample, which would be read meanwhile.
    const store = await openStore({ dataDir });
    await store.counters.set('sampleRemoved', 1);
    await store.close();
    const launched = await launch(dataDir);
    const key = (await readFile(join(dataDir, 'local-key'), 'utf8')).trim();
    const { status } = await fetch(`${launched.service}/api/meta/pipeline`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(status).toBe(200);
    expect(await launched.interrupt()).toBe(0);
  });

  it('makes the key that a broken-off first start did not come to', async () => {
    const environment = { PATH: process.env.PATH, DATA_DIR: dataDir };
    const first = await localKey(dataDir, environment);
    await rm(join(dataDir, 'local-key'));
    const second = await localKey(dataDir, environment);
    expect(second).toMatch(/^pain_/);
    expect(second).not.toBe(first);
    expect((await readFile(join(dataDir, 'local-key'), 'utf8')).trim()).toBe(second);
  });
});

describe('the sample data of a first start', () => {
  const UNSCORED = { latestSnapshotAt: null, totalActiveSignals: 0, sample: true };
  const SCORED = { ...UNSCORED, latestSnapshotAt: '2026-03-20T02:00:00.000Z' };
  const storing = (stored: number) => ({ ...UNSCORED, samplePosts: { stored, total: 3_422 } });

  /** What is printed beside a service that answers so, one check after the other. */
  async function printed(answers: object[]): Promise<string[]> {
    const service = createServer((_request, response) => response.end(JSON.stringify(answers.shift())));
    others.push(service);
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const lines: string[] = [];
    let now = 0;
    const wait = async (ms: number) => {
      now += ms;
    };
    const watching = { print: (line: string) => void lines.push(line), wait, now: () => now };
    await untilSampleIsReady(`http://127.0.0.1:${(service.address() as AddressInfo).port}`, 'pain_a_b', watching);
    return lines;
  }

  it('is followed post by post, then through scoring, until it is there', async () => {
    expect(await printed([UNSCORED, storing(0), storing(1_000), storing(1_000), storing(3_422), SCORED])).toEqual([
      'Preparing sample data (usually 10 to 20 seconds): writing posts…',
      '  writing posts… 0 of 3,422',
      '  writing posts… 1,000 of 3,422',
      '  finding and scoring signals…',
      '  done after 5 s\n',
    ]);
  });

  it('isn’t mentioned where there is none to wait for', async () => {
    expect(await printed([SCORED])).toEqual([]);
    expect(await printed([{ latestSnapshotAt: null, totalActiveSignals: 0 }])).toEqual([]);
  });
});
