import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startServer } from '../api/support/running-server.ts';
import { AT, createKey, openFilledStore } from '../support/filled-store.ts';
import { startKeyProxy } from './key-proxy.ts';

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const EXPECTED_FAILURES = fileURLToPath(new URL('expected-failures.yml', import.meta.url));
const MUST_PASS = [
  'server-initialize',
  'ping',
  'tools-list',
  'prompts-list',
  'resources-list',
  'dns-rebinding-protection',
];

const runSuite = (url: string): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const args = [SUITE, 'server', '--url', url, '--suite', 'active', '--expected-failures', EXPECTED_FAILURES];
    const child = execFile(process.execPath, args, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr });
    });
  });

it("passes the protocol's own conformance suite, but for what it has no such thing for", async () => {
  const opened = await openFilledStore();
  let now = AT;
  const server = await startServer({ store: opened.store, now: () => (now += 60_000) });
  const proxy = await startKeyProxy(server.url, await createKey(opened.store));
  try {
    const { code, output } = await runSuite(`${proxy.url}/mcp`);
    const summary = output.slice(Math.max(output.indexOf('=== SUMMARY ==='), 0));
    console.log(summary);
    for (const scenario of MUST_PASS) expect(summary).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
    expect(code, output).toBe(0);
  } finally {
    await proxy.close();
    await server.close();
    await opened.close();
  }
});
