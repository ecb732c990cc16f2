import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../storage/test/support/eventually.ts';
import { importPosts } from '../../../src/jobs/import.ts';
import { openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { complaints, NOW } from '../../support/posts.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import { signedIn, visitorAt } from '../support/visitor.ts';

describe('what a signed-in person reaches', () => {
  let opened: TestStore;
  let server: RunningServer;
  let id: string;
  let now = NOW;

  beforeAll(async () => {
    opened = await openEmptyStore();
    await importPosts({ store: opened.store, now: () => NOW, newId: () => crypto.randomUUID() }, complaints(6));
    server = await startServer({ store: opened.store, now: () => now, asOf: NOW });
    id = (await opened.store.signals.top({ metric: 'score', limit: 1 }))[0]?.id ?? '';
  });
  beforeEach(() => {
    now += 60_000;
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  async function person(plan: 'free' | 'pro' = 'pro') {
    const { account, visitor } = await signedIn(server.url, opened.store, plan);
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const ask = (path: string, init: { method?: string; csrf?: string; json?: unknown } = {}) =>
      server.ask(path, {
        key: null,
        method: init.method ?? 'GET',
        ...(init.json === undefined ? {} : { body: JSON.stringify(init.json) }),
        headers: {
          cookie,
          ...(init.json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(init.csrf === undefined ? {} : { 'x-csrf-token': init.csrf }),
        },
      });
    const me = (await ask('/api/me')).body as { csrfToken: string };
    return { account, visitor, ask, csrf: me.csrfToken };
  }

  it('is who they are, their keys without secrets, and what is left of their budget', async () => {
    const { account, visitor, ask } = await person();
    await visitor.fill('/settings', { name: 'dashboard' }, /keys$/);
    const { status, body } = await ask('/api/me');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      email: account.email,
      plan: 'pro',
      role: 'ROLE_USER',
      keys: [{ name: 'dashboard', lastUsedAt: null }],
      usage: { limit: 60, remaining: 58 },
    });
    expect(JSON.stringify(body)).not.toMatch(/secret|hash/i);
  });

  it('is their plan, since when, and who set it', async () => {
    const { account, ask } = await person('free');
    await opened.store.accounts.setPlan(account.email, 'pro');
    expect((await ask('/api/billing')).body).toEqual({ plan: 'pro', since: expect.any(String), setBy: 'operator' });
  });

  it('is a chunk as it was taken in, for Pro users', async () => {
    const { rows } = await opened.store.evidence.page(id, 0, 1);
    const path = `/api/chunks/${rows[0]?.chunkId}`;
    const { status, body } = await (await person()).ask(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ chunkId: rows[0]?.chunkId, text: rows[0]?.text, licence: rows[0]?.licence });
    expect((await (await person('free')).ask(path)).body).toMatchObject({ code: 'PRO_REQUIRED' });
    for (const unknown of ['x', '1', '999999999-0', '1-99', '9999999999999999999-0', '1-0-0'])
      expect((await (await person()).ask(`/api/chunks/${unknown}`)).status).toBe(404);
  });

  it('is a brief written to order', async () => {
    const { ask, csrf } = await person();
    const path = `/api/pain-signals/${id}/brief`;
    const { status, body } = await ask(`${path}/generate`, { method: 'POST', csrf });
    expect(status).toBe(202);
    const job = body as { id: string };
    await eventually(async () => {
      now += 60_000;
      expect((await ask(`${path}/jobs/${job.id}`)).body).toMatchObject({ state: 'done', painSignalId: id });
    });
    expect((await (await person()).ask(`${path}/jobs/${job.id}`)).status).toBe(404);
    expect(await opened.store.briefs.find(id, NOW)).toMatchObject({ painSignalId: id });
  });

  it('is ten such briefs a day, and none without Pro or of an unknown signal', async () => {
    const { ask, csrf } = await person();
    const order = () => ask(`/api/pain-signals/${id}/brief/generate`, { method: 'POST', csrf });
    for (let turn = 0; turn < 10; turn += 1) expect((await order()).status).toBe(202);
    const refused = await order();
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'QUOTA_EXCEEDED' });

    const free = await person('free');
    const unpaid = await free.ask(`/api/pain-signals/${id}/brief/generate`, { method: 'POST', csrf: free.csrf });
    expect(unpaid.body).toMatchObject({ code: 'PRO_REQUIRED' });
    const nothing = `/api/pain-signals/${crypto.randomUUID()}/brief/generate`;
    expect((await free.ask(nothing, { method: 'POST', csrf: free.csrf })).status).toBe(404);
  });

  it('is ordered on the page of the signal too, without scripts', async () => {
    const { visitor } = await person();
    const ordered = await visitor.fill(`/signals/${id}`, {}, /brief$/);
    expect(ordered.status).toBe(303);
    await eventually(async () => {
      const { text } = await visitor.get(ordered.headers.get('location') ?? '');
      expect(text).toContain('The brief is ready.');
      expect(text).not.toContain('http-equiv="refresh"');
    });
  });

  it('is alerts, as the last snapshot left them', async () => {
    const { ask, csrf, account, visitor } = await person();
    const volume = (await opened.store.signals.find(id))?.volume ?? 0;
    const create = (alert: unknown) => ask('/api/alerts', { method: 'POST', csrf, json: alert });
    const made = await create({ signalId: id, metric: 'volume', above: volume - 1 });
    expect([made.status, made.body]).toMatchObject([201, { signalId: id, query: null, value: volume, raised: true }]);
    expect((await create({ query: 'docker', metric: 'volume', above: volume })).body).toMatchObject({
      value: volume,
      raised: false,
    });
    expect((await create({ query: 'zebra', metric: 'score', above: 0 })).body).toMatchObject({
      value: null,
      raised: false,
    });
    for (const wrong of [
      {},
      { metric: 'score', above: 1 },
      { query: '\u2800\u3164', metric: 'score', above: 1 },
      { signalId: id, query: 'x', metric: 'score', above: 1 },
      [],
      'x',
    ])
      expect((await create(wrong)).body).toMatchObject({ code: 'INVALID_PARAMETER' });
    expect((await ask('/api/alerts')).body).toHaveLength(3);
    expect((await visitor.get('/settings')).text).toMatch(/“zebra”.*no matches/s);

    const ofSignal = await visitor.fill(`/signals/${id}`, { metric: 'volume', above: String(volume) }, /alerts$/);
    expect(ofSignal.text).toMatch(/added.*mentions above .*below/s);
    expect(await opened.store.alerts.list(account.id)).toHaveLength(4);

    const path = `/api/alerts/${(made.body as { id: string }).id}`;
    const stranger = await person();
    expect((await stranger.ask(path, { method: 'DELETE', csrf: stranger.csrf })).status).toBe(404);
    expect((await ask(path, { method: 'DELETE', csrf })).status).toBe(204);
    expect(await opened.store.alerts.list(account.id)).toHaveLength(3);
  });

  it('is changed by nobody whom the browser merely let through', async () => {
    const { ask } = await person();
    const path = `/api/pain-signals/${id}/brief/generate`;
    for (const csrf of [undefined, 'x'])
      expect((await ask(path, { method: 'POST', ...(csrf === undefined ? {} : { csrf }) })).status).toBe(403);
  });

  it('is closed to who has signed out, and to strangers', async () => {
    const { account, ask } = await person();
    await opened.store.sessions.endAll(account.id);
    expect((await ask('/api/me')).status).toBe(401);
    expect((await visitorAt(server.url).get('/api/me')).status).toBe(401);
  });

  it('opens no address that is for keys', async () => {
    const { ask } = await person();
    for (const path of ['/api/meta/pipeline', `/api/pain-signals/${id}`]) expect((await ask(path)).status).toBe(401);
  });

  it('counts in the same sixty calls a minute', async () => {
    const { ask } = await person();
    for (let turn = 0; turn < 59; turn += 1) await ask('/api/billing');
    expect((await ask('/api/billing')).body).toMatchObject({ code: 'RATE_LIMITED' });
  });
});
