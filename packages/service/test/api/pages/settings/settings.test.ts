import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/store/index.ts';
import { openEmptyStore, type TestStore } from '../../../support/filled-store.ts';
import { LIST_TOOLS, send } from '../../support/mcp.ts';
import { registerProgram } from '../../support/oauth-program.ts';
import { type RunningServer, startServer, startServerAtItsAddress } from '../../support/running-server.ts';
import { hiddenFields, SESSION_COOKIE, signedIn, visitorAt } from '../../support/visitor.ts';

const KEY = /pain_[A-Za-z0-9]{8}_[A-Za-z0-9]{32,}/;

describe('the settings', () => {
  let opened: TestStore;
  let store: Store;
  let server: RunningServer;

  beforeAll(async () => {
    opened = await openEmptyStore();
    store = opened.store;
    server = await startServerAtItsAddress({ store, now: Date.now });
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  it('send visitors to sign in, and back', async () => {
    const { status, headers } = await visitorAt(server.url).get('/settings');
    expect([status, headers.get('location')]).toEqual([303, '/sign-in?to=%2Fsettings']);
  });

  it('make a key that works, show it once, list it without its secret, and revoke it', async () => {
    const { account, visitor } = await signedIn(server.url, store);
    const made = await visitor.fill('/settings', { name: 'our <dashboard> & co' }, /keys$/);
    const [key = ''] = KEY.exec(made.text) ?? [];
    expect((await server.ask('/api/meta/pipeline', { key })).status).toBe(200);

    const listed = (await visitor.get('/settings')).text;
    expect(listed).not.toMatch(KEY);
    expect(listed).toContain(`pain_${key.split('_')[1]}_…`);
    expect(listed).toContain('our &lt;dashboard&gt; &amp; co');
    expect(server.log.join('\n')).not.toContain(key);

    const revoked = await visitor.fill('/settings', {}, /revoke$/);
    expect(revoked.text).toContain(' revoked.');
    expect(await store.keys.list(account.id)).toMatchObject([{ revokedAt: expect.any(Number) }]);
  });

  it('carry the terms of use where keys are made, unless the service runs on one’s own machine', async () => {
    const read = async (serviceUrl: string) => {
      const other = await startServer({ store, serviceUrl });
      const { visitor } = await signedIn(other.url, store);
      visitor.cookies.set(`__Host-${SESSION_COOKIE}`, visitor.cookies.get(SESSION_COOKIE) ?? '');
      const { text } = await visitor.get('/settings');
      await other.close();
      return text;
    };
    expect(await read('https://pain.example.com')).toMatch(/Terms of use.*scraping.*reselling.*training models/s);
    for (const own of ['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000']) {
      expect(await read(own)).toMatch(/Create a key.*60 requests per minute/s);
      expect(await read(own)).not.toContain('Terms of use');
    }
  });

  it('tell who has no Pro subscription what is lacking, and make no key', async () => {
    const { account, visitor } = await signedIn(server.url, store, 'free');
    const { text } = await visitor.get('/settings');
    expect(text).toContain('API keys require Pro');
    expect(text).not.toMatch(/stop working|MCP URL/);
    const id = '90642f43-1111-4222-8333-123456789abc';
    expect((await visitor.get(`/signals/${id}`)).text).toMatch(
      new RegExp(`Signals require Pro.*In Slack, you can read .*<code>/pain signal ${id}</code>`, 's'),
    );
    expect((await visitor.post('/settings/keys', { ...hiddenFields(text), name: 'x' })).status).toBe(403);
    expect(await store.keys.list(account.id)).toEqual([]);
  });

  it('list watches under a heading, and say beside each form that no message is sent', async () => {
    const { account, visitor } = await signedIn(server.url, store);
    // A score is never above 100, in Slack as here.
    expect((await visitor.get('/settings')).text).toContain('A score threshold must be below 100.');
    await visitor.fill('/settings', { query: 'tests', metric: 'score', above: '50' }, /alerts$/);
    const fields = hiddenFields((await visitor.get('/settings')).text);
    const refused = await visitor.post('/settings/alerts', { ...fields, query: 'ui', metric: 'score', above: '500' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('threshold is a number below 100.')]);
    expect(account.plan).toBe('pro');
    expect((await visitor.get('/settings')).text).toMatch(
      /read by apps through the API.*Add watch.*<h3>Your watches<\/h3>.*“tests”/s,
    );
  });

  it('open sixty times a minute', async () => {
    const { visitor } = await signedIn(server.url, store);
    for (let turn = 0; turn < 60; turn += 1) expect((await visitor.get('/settings')).status).toBe(200);
    expect(await visitor.get('/settings')).toMatchObject({
      status: 429,
      text: expect.stringContaining('Too many requests'),
    });
  });

  it('let nobody revoke the key of somebody else', async () => {
    const [owner, other] = [await signedIn(server.url, store), await signedIn(server.url, store)];
    await owner.visitor.fill('/settings', { name: 'mine' }, /keys$/);
    const [key] = await store.keys.list(owner.account.id);
    const fields = hiddenFields((await other.visitor.get('/settings')).text);
    expect((await other.visitor.post(`/settings/keys/${key?.prefix}/revoke`, fields)).status).toBe(404);
    expect(await store.keys.list(owner.account.id)).toMatchObject([{ revokedAt: null }]);
  });

  it('end with twenty keys', async () => {
    const { account, visitor } = await signedIn(server.url, store);
    const fields = hiddenFields((await visitor.get('/settings')).text);
    for (let turn = 0; turn < 20; turn += 1) await visitor.post('/settings/keys', fields);
    const refused = await visitor.post('/settings/keys', fields);
    expect(refused.text).toContain('You have 20 keys');
    expect(await store.keys.list(account.id)).toHaveLength(20);
  });

  it('list connected programs by the name they give, and disconnect each at once', async () => {
    const [owner, other] = [await signedIn(server.url, store), await signedIn(server.url, store)];
    const program = await registerProgram(server.url, { client_name: '<b>Agent</b>\n one' });
    const held: { access: string; refresh: string }[] = [];
    for (const { visitor } of [owner, other, owner]) {
      const { body } = await program.redeem(await program.getCode(visitor));
      held.push({ access: String(body.access_token), refresh: String(body.refresh_token) });
    }
    const call = async ({ access }: { access: string }) =>
      (await send(server, LIST_TOOLS, { 'content-type': 'application/json', authorization: `Bearer ${access}` }))
        .status;
    const { text } = await owner.visitor.get('/settings');
    expect(text.match(/data-label="App"/g)).toHaveLength(1);
    expect(text).toContain('&lt;b&gt;Agent&lt;/b&gt; one');

    const answer = await owner.visitor.fill('/settings', {}, /disconnect$/);
    expect(answer.text).toContain(' disconnected.');
    expect(answer.text).not.toContain('data-label="App"');
    expect(await Promise.all(held.map(call))).toEqual([401, 200, 401]);
    expect((await program.refresh(held[0]?.refresh ?? '')).body.error).toBe('invalid_grant');
    const path = `/settings/programs/${program.clientId}/disconnect`;
    expect((await owner.visitor.post(path, hiddenFields(answer.text))).status).toBe(404);
    expect((await other.visitor.get('/settings')).text).toContain('data-label="App"');
  });

  it('do not list a program whose tokens are gone, or that was never let in to the end', async () => {
    const { visitor } = await signedIn(server.url, store);
    const [left, stopped] = [await registerProgram(server.url), await registerProgram(server.url)];
    const { body } = await left.redeem(await left.getCode(visitor));
    await left.revoke(String(body.refresh_token));
    await stopped.getCode(visitor);
    expect((await visitor.get('/settings')).text).not.toContain('Connected apps');
  });

  it('set alerts on words, with growth in percent, and remove them', async () => {
    const [owner, other] = [await signedIn(server.url, store), await signedIn(server.url, store)];
    const set = await owner.visitor.fill(
      '/settings',
      { query: ' <i>docker</i> ', metric: 'growth', above: '50' },
      /alerts$/,
    );
    expect(set.text).toContain('Watch on “&lt;i&gt;docker&lt;/i&gt;” added.');
    expect(set.text).toMatch(/growth above 50%.*no matches.*below/s);
    expect(set.text).toMatch(/\/pain watch.*their threshold/s);
    const kept = await store.alerts.list(owner.account.id);
    expect(kept).toMatchObject([{ query: '<i>docker</i>', metric: 'growth', above: 0.5 }]);

    const path = `/settings/alerts/${kept[0]?.id}/remove`;
    const fields = hiddenFields((await other.visitor.get('/settings')).text);
    expect((await other.visitor.post(path, fields)).status).toBe(404);
    expect((await owner.visitor.fill('/settings', {}, /remove$/)).text).toContain('Watch removed.');
    expect(await store.alerts.list(owner.account.id)).toEqual([]);
  });

  it.each([
    { query: ' ', metric: 'score', above: '1' },
    { query: '\u2800\u3164', metric: 'score', above: '1' },
    { query: 'x', metric: 'hurt', above: '1' },
    { query: 'x', metric: 'score', above: '' },
    { query: 'x', metric: 'score', above: '1e3' },
    { query: 'x', metric: 'growth', above: '-101' },
    { query: 'a\0b', metric: 'score', above: '1' },
    { query: 'x'.repeat(201), metric: 'score', above: '1' },
  ])('set no alert by %j, and say what is wanted', async (wrong) => {
    const { account, visitor } = await signedIn(server.url, store);
    const answer = await visitor.fill('/settings', wrong, /alerts$/);
    expect([answer.status, answer.text.includes('Enter what the signals are about')]).toEqual([400, true]);
    expect(await store.alerts.list(account.id)).toEqual([]);
  });

  it('let browsers load nothing from elsewhere, frame nothing and keep nothing', async () => {
    const { visitor } = await signedIn(server.url, store);
    const { headers, text } = await visitor.get('/settings');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    for (const [, path = ''] of text.matchAll(/(?:src|href)="([^"#]+)"/g)) expect(path).toMatch(/^\//);
    for (const [, path = ''] of text.matchAll(/(?:src|href)="(\/assets[^"]+)"/g))
      expect((await visitor.get(path)).headers.get('cache-control')).toContain('immutable');
  });
});
