import { couldBeChance } from '@pain-signals/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../../storage/test/support/eventually.ts';
import { addKey, openFilledStore, type TestStore } from '../../../support/filled-store.ts';
import { type RunningServer, startServer } from '../../support/running-server.ts';
import { signedIn, visitorAt } from '../../support/visitor.ts';

const topicsOf = (text: string): string[] =>
  [...text.matchAll(/<h2><a href="\/signals\/[^"]+">([^<]*)</g)].map(([, topic = '']) => topic);
const linksOf = (text: string): string[] =>
  [...text.matchAll(/<h2><a href="(\/signals\/[^"]+)"/g)].map(([, path = '']) => path);

describe('the list of signals', () => {
  let opened: TestStore;
  let server: RunningServer;
  const clock = { at: Date.now() };

  beforeAll(async () => {
    opened = await openFilledStore();
    server = await startServer({ store: opened.store, now: () => clock.at });
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });
  const open = async (path: string) => {
    clock.at += 60_000;
    return (await signedIn(server.url, opened.store)).visitor.get(path);
  };

  it('is for people who signed in, with Pro', async () => {
    const visitor = await visitorAt(server.url).get('/signals?q=docker');
    expect([visitor.status, visitor.headers.get('location')]).toEqual([303, '/sign-in?to=%2Fsignals%3Fq%3Ddocker']);
    const free = await (await signedIn(server.url, opened.store, 'free')).visitor.get('/signals');
    expect([free.status, topicsOf(free.text)]).toEqual([403, []]);
  });

  it('shows every signal once over its pages, highest score first', async () => {
    const { rows, total } = await opened.store.signals.list({
      sortBy: 'score',
      direction: 'desc',
      page: 0,
      size: 100,
      keywords: [],
    });
    const seen: string[] = [];
    for (let path: string | undefined = '/signals'; path !== undefined; ) {
      const { text }: { text: string } = await open(path);
      seen.push(...linksOf(text));
      path = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toEqual(rows.map(({ id }) => `/signals/${id}`));
    expect(seen).toHaveLength(total);
  });

  it('has what could be chance behind what rose when sorted by growth', async () => {
    const all = { sortBy: 'growth', direction: 'desc', page: 0, size: 100, keywords: [] } as const;
    const { rows } = await opened.store.signals.list(all);
    const shown = [...linksOf((await open('/signals?order=growth')).text)];
    shown.push(...linksOf((await open('/signals?order=growth&page=2')).text));
    const rising = rows.filter((row) => row.growth > 0 && !couldBeChance(row));
    const others = rows.filter((row) => !rising.includes(row));
    expect(others[0]?.growth).toBeGreaterThan(rising.at(-1)?.growth ?? 0);
    expect(shown).toEqual([...rising, ...others].slice(0, 40).map(({ id }) => `/signals/${id}`));
  });

  it('says of a signal that is gone that no signal has its id, and where to look', async () => {
    const { status, text } = await open('/signals/8b8a4a52-2f7e-4c0e-9a55-000000000404');
    expect(status).toBe(404);
    expect(text).toMatch(
      /<nav.*href="\/settings".*<h1>Signal not found.*No signal has this ID\..*removed.*href="\/signals"/s,
    );
    expect(text).toMatch(/<span class="email">[^<]+@[^<]+<\/span>.*Sign out/s);
  });

  it('leads to pages that print nothing of what is unknown, and offer a brief only where there can be one', async () => {
    const pages = await Promise.all(
      linksOf((await open('/signals')).text).map(async (path) => (await open(path)).text),
    );
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.filter((text) => / · unknown /.test(text))).toEqual([]);
    const without = pages.filter((text) => text.includes('No brief'));
    const offered = (text: string) => /(?:Generate|Regenerate) brief/.test(text);
    expect(without.length).toBeGreaterThan(0);
    expect(without.filter((text) => /No brief yet: (?:it needs at least 5 posts|a brief sums up)/.test(text))).toEqual(
      without,
    );
    expect([without.some(offered), pages.some(offered)]).toEqual([false, true]);
  });

  it('draws a sparkline per row that says its mentions', async () => {
    const { text } = await open('/signals');
    const labels = [...text.matchAll(/role="img" aria-label="Last 30 days: (\d+) mention/g)].map(([, count]) => count);
    const counted = await Promise.all(
      linksOf(text).map(async (path) => {
        const page = (await open(path)).text;
        return page.match(/<rect /g)?.length;
      }),
    );
    expect(labels).toHaveLength(topicsOf(text).length);
    expect(labels.some((count) => Number(count) > 0)).toBe(true);
    expect(new Set(counted)).toEqual(new Set([90]));
  });

  it('searches, filters and sorts, and keeps the choice in the form', async () => {
    const all = await opened.store.signals.top({ metric: 'volume', limit: 3 });
    const [largest] = all;
    const word = largest?.topic.split(' ')[0] ?? '';
    const { text } = await open(
      `/signals?q=${encodeURIComponent(word)}&area=${largest?.macroArea}&type=${largest?.painType}&order=volume`,
    );
    expect(linksOf(text)[0]).toBe(`/signals/${largest?.id}`);
    expect(text).toContain(`<option value="volume" selected>`);
    expect(text).toContain(`<option value="${largest?.macroArea}" selected>`);
    const sorted = await open('/signals?order=volume');
    expect(linksOf(sorted.text).slice(0, 3)).toEqual(all.map(({ id }) => `/signals/${id}`));
  });

  it('folds filters and sorting away until one is set', async () => {
    for (const path of ['/signals', '/signals?q=docker'])
      expect((await open(path)).text).toContain('<details><summary>Filters');
    for (const path of ['/signals?type=bug', '/signals?order=volume'])
      expect((await open(path)).text).toContain('<details open><summary>Filters');
  });

  it('escapes what was searched for and says the next step where nothing is found', async () => {
    const { status, text } = await open(`/signals?q=${encodeURIComponent('<script>zzqx</script>')}&area=nonsense`);
    expect([status, text.includes('<script>zzqx'), topicsOf(text)]).toEqual([200, false, []]);
    expect(text).toMatch(/Try other words.*href="\/signals">Show all signals/s);
  });

  it('counts as a call and as signals that were read', async () => {
    const { account, visitor } = await signedIn(server.url, opened.store);
    const key = await addKey(opened.store, account.id);
    clock.at += 60_000;
    let text = '';
    for (let call = 0; call < 60; call += 1) text = (await visitor.get('/signals')).text;
    expect((await visitor.get('/signals')).status).toBe(429);
    expect((await server.ask('/api/meta/pipeline', { key })).status).toBe(429);
    await eventually(async () => expect(await opened.store.fairUse.listed(account.id, 0)).toBe(linksOf(text).length));
  });

  it('counts as a search when it looks for something similar', async () => {
    const { account, visitor } = await signedIn(server.url, opened.store);
    await visitor.get('/signals?q=zebra%20stripes');
    await eventually(async () => expect(await opened.store.fairUse.searches(account.id, 0)).toBe(1));
  });

  it('leaves people without Pro to their settings after signing in', async () => {
    const { visitor } = await signedIn(server.url, opened.store, 'free');
    expect((await visitor.get('/sign-in')).headers.get('location')).toBe('/settings');
    const pro = await signedIn(server.url, opened.store);
    expect((await pro.visitor.get('/sign-in')).headers.get('location')).toBe('/signals');
  });
});

it('shows a browser a page where there is none, and programs an error', async () => {
  const opened = await openFilledStore();
  const server = await startServer({ store: opened.store });
  try {
    const page = await fetch(`${server.url}/nothing`, { headers: { accept: 'text/html' } });
    const text = await page.text();
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([404, expect.any(String)]);
    expect(text).toMatch(/<nav.*href="\/settings".*<h1>Page not found.*href="\/signals"/s);
    const { visitor } = await signedIn(server.url, opened.store);
    const cookies = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const signed = { headers: { accept: 'text/html', cookie: cookies } };
    const own = await (await fetch(`${server.url}/nothing`, signed)).text();
    expect(own).toMatch(/<span class="email">[^<]+@[^<]+<\/span>.*Sign out.*<h1>Page not found/s);
    const program = await fetch(`${server.url}/api/nothing`, { headers: { accept: 'text/html' } });
    expect(await program.json()).toMatchObject({ code: 'NOT_FOUND' });
  } finally {
    await server.close();
    await opened.close();
  }
});
