import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { pack } from '../../packages/pack.ts';
import { freePorts } from '../support/worlds/launched-app.ts';

/** The packages as a stranger installs them: from the file that `npm pack` made, with what they need from the registry. */

const folder = mkdtempSync(join(tmpdir(), 'pain-signals-stranger-'));
afterAll(() => rmSync(folder, { recursive: true }));

function install(name: Parameters<typeof pack>[0]): string {
  const project = mkdtempSync(join(folder, `${name}-`));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', pack(name, folder)], { cwd: project });
  return project;
}

it('the client runs in an empty folder', () => {
  const project = install('client');
  const program = `import { createPainClient } from '@pain-signals/client';
    const client = createPainClient({ apiUrl: 'http://127.0.0.1:9', apiKey: 'pain_a_b' });
    console.log((await client.budget()).left);
    await client.close();`;
  writeFileSync(join(project, 'program.js'), program);
  expect(execFileSync(process.execPath, ['program.js'], { cwd: project, encoding: 'utf8' })).toBe('60\n');
});

it('the preview workspace runs in an empty folder and shows its page', async () => {
  const project = install('slack-preview');
  const [port] = await freePorts(1);
  const preview = spawn(process.execPath, ['node_modules/.bin/slack-preview'], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      PREVIEW_PORT: String(port),
      SLACK_SIGNING_SECRET: 'secret',
      SLACK_BOT_TOKEN: 'xoxb-preview',
      LOG_LEVEL: 'silent',
    },
    stdio: 'inherit',
  });
  try {
    const page = await vi.waitFor(async () => (await fetch(`http://127.0.0.1:${port}/`)).text(), { timeout: 30_000 });
    expect(page).toContain('</html>');
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
    expect((await fetch(new URL(script, `http://127.0.0.1:${port}/`))).status).toBe(200);
  } finally {
    preview.kill();
  }
});
