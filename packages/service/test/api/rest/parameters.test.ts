import { MACRO_AREAS } from '@pain-signals/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKey, openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

const ID = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';

describe('a parameter that is out of range or cannot be read', () => {
  let opened: TestStore;
  let server: RunningServer;
  let key: string;

  beforeAll(async () => {
    opened = await openEmptyStore();
    server = await startServer({ store: opened.store });
  });
  beforeEach(async () => {
    key = await createKey(opened.store);
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  it.each([
    ['/api/dashboard/trending?limit=0', 'limit', '"0"', 'an integer from 1 to 10'],
    ['/api/dashboard/trending?limit=11', 'limit', '"11"', 'an integer from 1 to 10'],
    ['/api/dashboard/trending?limit=', 'limit', '""', 'an integer from 1 to 10'],
    ['/api/dashboard/trending?limit=ten', 'limit', '"ten"', 'an integer from 1 to 10'],
    ['/api/dashboard/trending?limit=1e1', 'limit', '"1e1"', 'an integer from 1 to 10'],
    ['/api/dashboard/trending?limit=1.5', 'limit', '"1.5"', 'an integer from 1 to 10'],
    ['/api/dashboard/trending?limit=%201', 'limit', '" 1"', 'an integer from 1 to 10'],
    ['/api/dashboard/trending?limit=1&limit=2', 'limit', '2 times', 'an integer from 1 to 10'],
    ['/api/dashboard/emerging?limit=99', 'limit', '"99"', 'an integer from 1 to 10'],
    ['/api/dashboard/emerging?maxVolume=-1', 'maxVolume', '"-1"', 'an integer of at least 0'],
    ['/api/dashboard/emerging?minGrowth=high', 'minGrowth', '"high"', 'a decimal number'],
    ['/api/dashboard/top?metric=love', 'metric', '"love"', 'one of score, growth, volume'],
    ['/api/dashboard/top?limit=-1', 'limit', '"-1"', 'an integer from 1 to 10'],
    ['/api/pain-signals?sortBy=topic', 'sortBy', '"topic"', 'one of score, growth, volume, lastSeenAt'],
    ['/api/pain-signals?direction=DESC', 'direction', '"DESC"', 'one of asc, desc'],
    ['/api/pain-signals?page=-1', 'page', '"-1"', 'an integer from 0 to 2147483647'],
    ['/api/pain-signals?page=2147483648', 'page', '"2147483648"', 'an integer from 0 to 2147483647'],
    ['/api/pain-signals?size=0', 'size', '"0"', 'an integer from 1 to 100'],
    ['/api/pain-signals?size=101', 'size', '"101"', 'an integer from 1 to 100'],
    ['/api/pain-signals?minScore=NaN', 'minScore', '"NaN"', 'a decimal number'],
    ['/api/pain-signals?minDocumentDiversity=x', 'minDocumentDiversity', '"x"', 'an integer from 0'],
    ['/api/pain-signals?painType=pain', 'painType', '"pain"', 'one of bug, feature_request, complaint, question'],
    [`/api/pain-signals?query=${'a'.repeat(501)}`, 'query', `"${'a'.repeat(60)}…"`, '0 to 500 characters'],
    [`/api/pain-signals/${ID}/timeline?days=0`, 'days', '"0"', 'an integer from 1 to 365'],
    [`/api/pain-signals/${ID}/timeline?days=366`, 'days', '"366"', 'an integer from 1 to 365'],
    [`/api/pain-signals/${ID}/history?days=366`, 'days', '"366"', 'an integer from 1 to 365'],
    [`/api/pain-signals/${ID}/evidence?size=101`, 'size', '"101"', 'an integer from 1 to 100'],
    [`/api/pain-signals/${ID}/evidence?page=x`, 'page', '"x"', 'an integer from 0'],
    ['/api/signals/semantic-search', 'q', 'missing', '3 to 500 characters'],
    ['/api/signals/semantic-search?q=ab', 'q', '"ab"', '3 to 500 characters'],
    [`/api/signals/semantic-search?q=${'a'.repeat(501)}`, 'q', '…', '3 to 500 characters'],
    ['/api/signals/semantic-search?q=abc&limit=51', 'limit', '"51"', 'an integer from 1 to 50'],
  ])('is refused with its name, its value and what is allowed: %s', async (path, name, value, allowed) => {
    const { status, body } = await server.ask(path, { key });
    expect(status).toBe(400);
    expect(body).toEqual({
      code: 'INVALID_PARAMETER',
      message: expect.stringContaining(allowed),
      path: path.slice(0, path.indexOf('?') === -1 ? undefined : path.indexOf('?')),
    });
    expect(body).toMatchObject({ message: expect.stringMatching(new RegExp(`^${name} is .*`)) });
    expect(body).toMatchObject({ message: expect.stringContaining(value) });
  });

  it.each(['FRONTEND', 'auth_identity', '', 'AUTH_IDENTITY,AI_AGENTS_LLM', 'A, B', '<script>\u202e\n', '💥'])(
    'is INVALID_MACRO_AREA when it is the area %j, and the valid ones are listed',
    async (area) => {
      const path = `/api/pain-signals?size=0&macroArea=${encodeURIComponent(area)}`;
      const { status, body } = await server.ask(path, { key });
      expect(status).toBe(400);
      const { message } = body as { message: string };
      expect(body).toMatchObject({ code: 'INVALID_MACRO_AREA', path: '/api/pain-signals' });
      expect(message).toContain(MACRO_AREAS.join(', '));
      expect(message).toContain(encodeURIComponent(area).replaceAll('%20', ' '));
      // The first list that commas join is the one of the valid areas, and nothing in it but printable characters.
      expect(/[A-Z][A-Z0-9_]*(?:\s*,\s*[A-Z][A-Z0-9_]*)+/.exec(message)?.[0]).toBe(MACRO_AREAS.join(', '));
      expect(message).toMatch(/^[\x20-\x7e]*$/);
    },
  );

  it('is taken where it is within the limits, at both ends', async () => {
    for (const path of [
      '/api/dashboard/trending?limit=1',
      '/api/dashboard/top?limit=10&metric=volume',
      '/api/dashboard/emerging?maxVolume=9007199254740991&minGrowth=-1.5',
      '/api/pain-signals?page=0&size=1',
      '/api/pain-signals?page=2147483647&size=100&minScore=0&minDocumentDiversity=0',
      '/api/pain-signals?query=&owner=',
      ...MACRO_AREAS.map((area) => `/api/pain-signals?macroArea=${area}`),
      '/api/signals/semantic-search?q=abc&limit=1',
      `/api/signals/semantic-search?limit=50&q=${encodeURIComponent('ü'.repeat(500))}`,
    ]) {
      expect([path, (await server.ask(path, { key })).status]).toEqual([path, 200]);
    }
  });

  it('is ignored when nobody knows it', async () => {
    for (const path of ['/api/dashboard/top?x=1', '/api/opportunities?page=x', '/api/meta/pipeline?__proto__=1']) {
      expect((await server.ask(path, { key })).status).toBe(200);
    }
  });
});
