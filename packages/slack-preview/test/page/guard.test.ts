import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startPreview } from '../support/start-preview.ts';

/** The status of a request with headers that fetch would not let a test set. */
function statusOf(
  origin: string,
  { method = 'GET', path = '/', headers = {} }: { method?: string; path?: string; headers?: Record<string, string> },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(
      `${origin}${path}`,
      { method, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    call.once('error', reject);
    call.end(method === 'POST' ? '{"as":"U0ADALOVEL","channel":"C0DEVPAIN1","text":"x"}' : undefined);
  });
}

describe('the guard', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]'])('lets the page be opened as %s', async (name) => {
    const { origin } = await startPreview();
    expect(await statusOf(origin, { headers: { host: `${name}:${new URL(origin).port}` } })).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example', '192.168.0.7', ''])(
    'refuses the page under the name "%s"',
    async (name) => {
      const { origin } = await startPreview();
      expect(await statusOf(origin, { headers: { host: `${name}:3001` } })).toBe(403);
    },
  );

  it('lets the page be opened under the address it was told to listen on', async () => {
    const { origin } = await startPreview({ host: '192.168.0.7' });
    expect(await statusOf(origin, { headers: { host: '192.168.0.7:3001' } })).toBe(200);
  });

  it.each(['https://evil.example', 'http://localhost:9999', 'null'])(
    'refuses to act for a page of %s',
    async (foreign) => {
      const { origin, workspace } = await startPreview();
      expect(await statusOf(origin, { method: 'POST', path: '/compose', headers: { origin: foreign } })).toBe(403);
      expect(workspace.messages('C0DEVPAIN1')).toEqual([]);
    },
  );

  it('acts for its own page', async () => {
    const { origin, workspace } = await startPreview();
    expect(await statusOf(origin, { method: 'POST', path: '/compose', headers: { origin } })).toBe(200);
    expect(workspace.messages('C0DEVPAIN1')).toHaveLength(1);
  });
});
