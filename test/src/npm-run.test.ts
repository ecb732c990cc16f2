import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { freePorts } from '../support/worlds/launched-app.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('ends the program when the npm that runs it is told to', async () => {
  const [port = 0] = await freePorts(1);
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PREVIEW_PORT: String(port), LOG_LEVEL: 'silent' };
  const credentials = { SLACK_SIGNING_SECRET: 'x'.repeat(32), SLACK_BOT_TOKEN: 'xoxb-1' };
  const npm = spawn('npm', ['run', '-s', 'preview'], { cwd: ROOT, env: { ...env, ...credentials }, stdio: 'ignore' });
  const isAlive = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isAlive).toBe(true);
  const ended = once(npm, 'exit');
  npm.kill('SIGTERM');
  await ended;
  await expect.poll(isAlive).toBe(false);
});
