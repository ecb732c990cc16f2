import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';

const START = new URL('../../../start.mjs', import.meta.url).pathname;
const SECRETS = { SLACK_SIGNING_SECRET: 'a-secret', SLACK_BOT_TOKEN: 'xoxb-a-token' };

function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [START, 'preview'], {
    env: { PATH: process.env.PATH, PREVIEW_PORT: '0', ...environment },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  'the program says in one line where it listens, and stops cleanly on %s',
  async (signal) => {
    const child = start(SECRETS);
    const lines: string[] = [];
    const listening = Promise.withResolvers<string>();
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      listening.resolve(JSON.parse(line).msg);
    });
    const [, origin = ''] = /listens at (http:\/\/127\.0\.0\.1:\d+)/.exec(await listening.promise) ?? [];
    expect(lines).toHaveLength(1);

    // A page's open stream of updates must not keep it alive.
    const page = await fetch(`${origin}/live`);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    await page.body?.cancel().catch(() => undefined);
  },
);

it('the program says what is missing, and starts nothing', async () => {
  const child = start({});
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said).toContain('SLACK_SIGNING_SECRET: must be set');
});

it('the program says which port is taken, without a stack', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const child = start({ ...SECRETS, PREVIEW_PORT: String(port) });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(said).toBe(`Port ${port} is taken by another program: set PREVIEW_PORT to a free one\n`);
});
