import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createPasswordLink } from '../../../src/accounts/sign-in/password-links.ts';
import type { Store } from '../../../src/store/index.ts';
import { LIST_TOOLS, send } from '../../api/support/mcp.ts';
import { type Program, programOf, REDIRECT, registerProgram } from '../../api/support/oauth-program.ts';
import { type RunningServer, startServerAtItsAddress } from '../../api/support/running-server.ts';
import { PASSWORD, signedIn, visitorAt } from '../../api/support/visitor.ts';

/** A page of ours instead of a redirect to the program's address. */
const CANNOT_CONNECT = expect.stringContaining('Can’t connect the app');

/** What the authorization server does and refuses, the same on both databases. */
export function testOAuth(open: (now: () => number) => Promise<{ store: Store; close(): Promise<void> }>): void {
  let passed = 0;
  const now = () => Date.now() + passed;
  let opened: { store: Store; close(): Promise<void> };
  let store: Store;
  let server: RunningServer;
  let program: Program;

  beforeAll(async () => {
    opened = await open(now);
    store = opened.store;
    server = await startServerAtItsAddress({ store, now, fetchDocument: async (url) => answerDocument(String(url)) });
    program = await registerProgram(server.url);
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  const documents = new Map<string, object>();
  const answerDocument = (url: string): Response =>
    documents.has(url) ? Response.json(documents.get(url)) : new Response('', { status: 404 });

  const callMcp = async (token: unknown) =>
    (await send(server, LIST_TOOLS, { 'content-type': 'application/json', authorization: `Bearer ${token}` })).status;
  const connect = async () => {
    const person = await signedIn(server.url, store);
    const { body } = await program.redeem(await program.getCode(person.visitor));
    return { ...person, access: String(body.access_token), refresh: String(body.refresh_token) };
  };

  it('connects a program whose id is the address of a document that describes it, until it is disconnected', async () => {
    const clientId = 'https://agent.example/client.json';
    documents.set(clientId, { client_id: clientId, client_name: 'Doc agent', redirect_uris: [REDIRECT] });
    const described = programOf(server.url, clientId);
    const { visitor } = await signedIn(server.url, store);
    const consent = new URL((await visitor.get(described.authorizePath())).headers.get('location') ?? '', server.url);
    expect((await visitor.get(consent.pathname)).text).toMatch(
      /Connect Doc agent\?.*described by <b>agent\.example<\/b>/s,
    );
    const { body } = await described.redeem(await described.getCode(visitor));
    expect(await callMcp(body.access_token)).toBe(200);
    expect((await visitor.get('/settings')).text).toContain('agent.example');
    expect((await visitor.fill('/settings', {}, /disconnect$/)).text).toContain('agent.example disconnected.');
    expect(await callMcp(body.access_token)).toBe(401);
  });

  it.each([
    ['says another id', { client_id: 'https://other.example/', redirect_uris: [REDIRECT] }],
    ['has another address to go back to', { redirect_uris: ['https://agent.example/callback'] }],
    ['has a secret', { client_secret: 'x', redirect_uris: [REDIRECT] }],
    ['is not there', null],
  ])('connects no program whose document %s', async (what, document) => {
    const clientId = `https://agent.example/${encodeURIComponent(what)}`;
    if (document !== null) documents.set(clientId, { client_id: clientId, ...document });
    const { visitor } = await signedIn(server.url, store);
    const { status, text } = await visitor.get(programOf(server.url, clientId).authorizePath());
    expect([status, text]).toEqual([400, CANNOT_CONNECT]);
  });

  it('says where everything is', async () => {
    const metadata = (await server.ask('/.well-known/oauth-authorization-server', { key: null })).body;
    expect(metadata).toMatchObject({
      issuer: server.url,
      authorization_endpoint: `${server.url}/oauth/authorize`,
      token_endpoint: `${server.url}/oauth/token`,
      registration_endpoint: `${server.url}/oauth/register`,
      revocation_endpoint: `${server.url}/oauth/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      token_endpoint_auth_methods_supported: ['none'],
    });
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      expect((await server.ask(path, { key: null })).body).toMatchObject({
        resource: `${server.url}/mcp`,
        authorization_servers: [server.url],
      });
    }
  });

  it('says it where programs look that put the path of the MCP server at the end, and offers what its pages let through', async () => {
    for (const path of ['oauth-authorization-server', 'oauth-authorization-server/mcp', 'openid-configuration/mcp'])
      expect((await server.ask(`/.well-known/${path}`, { key: null })).body).toMatchObject({
        issuer: server.url,
        response_modes_supported: ['query'],
      });
  });

  it('asks no address that a program registers', async () => {
    const asked: string[] = [];
    const listener = createServer((socket) => socket.destroy()).on('connection', () => asked.push('asked'));
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const { port } = listener.address() as AddressInfo;
    const address = `https://127.0.0.1:${port}/x`;
    await expect(registerProgram(server.url, { sector_identifier_uri: address })).rejects.toThrow(
      'sector_identifier_uri',
    );
    await registerProgram(server.url, { jwks_uri: address });
    expect(asked).toEqual([]);
    listener.close();
  });

  it('names its public address to whoever asks by another', async () => {
    const path = '/.well-known/oauth-authorization-server';
    const { text } = await send(server, '', {
      method: 'GET',
      path,
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    });
    expect(text).toContain(`"token_endpoint":"${server.url}/oauth/token"`);
    expect(text).not.toContain('evil.example');
  });

  it('lets a program in whom a signed-in person allows it, for MCP and nothing else', async () => {
    const { access } = await connect();
    expect(await callMcp(access)).toBe(200);
    expect((await server.ask('/api/meta/pipeline', { key: access })).status).toBe(401);
    expect((await server.ask('/api/me', { key: access })).status).toBe(401);
  });

  it('asks a visitor to sign in on the same page, and takes no wrong password', async () => {
    const { account } = await signedIn(server.url, store);
    const visitor = visitorAt(server.url);
    const fields = { answer: 'allow', email: account.email };
    const refused = await program.ask(visitor, {}, { ...fields, password: 'wrong' });
    expect(refused.pathname).toMatch(/^\/consent\//);
    const led = await program.ask(visitor, {}, { ...fields, password: PASSWORD });
    expect(led.searchParams.get('code')).not.toBeNull();
    expect(led.searchParams.get('state')).toBe('a-state');
    expect((await visitor.get('/settings')).text).toContain(account.email);
  });

  it('asks every time, whoever was let in before', async () => {
    const { visitor } = await connect();
    const { headers } = await visitor.get(program.authorizePath());
    expect(headers.get('location')).toMatch(/\/consent\//);
    expect((await visitor.get(headers.get('location') ?? '')).text).toContain('Connect Test agent?');
  });

  it('sends nobody to the address of a program by a way back that nobody came', async () => {
    const { visitor } = await signedIn(server.url, store);
    const resume = (path: string, uid: string) => path.replace('/oauth/authorize', `/oauth/authorize/${uid}`);
    for (const prompt of [null, 'none'])
      expect(await visitor.get(resume(program.authorizePath({ prompt }), 'x'))).toMatchObject({
        status: 400,
        text: CANNOT_CONNECT,
      });
    const { headers } = await visitor.get(program.authorizePath());
    const uid = headers.get('location')?.split('/').at(-1) ?? '';
    const unanswered = await visitor.get(resume(program.authorizePath(), uid));
    expect(unanswered.headers.get('location') ?? '/').toMatch(/^\//);
  });

  it.each(['form_post', 'fragment'])(
    'answers in the query alone, and draws no form that leads elsewhere: %s',
    async (mode) => {
      const { visitor } = await signedIn(server.url, store);
      for (const prompt of [null, 'none']) {
        const { status, text } = await visitor.get(program.authorizePath({ prompt, response_mode: mode }));
        expect([status, text.includes('<form')]).toEqual([400, false]);
        expect(text).toContain('Can’t connect the app');
      }
    },
  );

  it('takes a no for an answer', async () => {
    const { visitor } = await signedIn(server.url, store);
    const led = await program.ask(visitor, {}, { answer: 'deny' });
    expect(led.href).toMatch(REDIRECT);
    expect(led.searchParams.get('error')).toBe('access_denied');
  });

  it('needs no scope to be named', async () => {
    const { visitor } = await signedIn(server.url, store);
    for (const scope of [null, 'openid profile']) {
      const code = (await program.ask(visitor, { scope })).searchParams.get('code');
      const { body } = await program.redeem(code ?? '');
      expect(body).not.toHaveProperty('id_token');
      expect(await callMcp(body.access_token)).toBe(200);
    }
  });

  it('gives no code without a challenge, or with one that gives the verifier away', async () => {
    const { visitor } = await signedIn(server.url, store);
    for (const changes of [
      { code_challenge: null, code_challenge_method: null },
      { code_challenge_method: 'plain', code_challenge: program.verifier },
    ])
      expect(await visitor.get(program.authorizePath(changes))).toMatchObject({ status: 400, text: CANNOT_CONNECT });
  });

  it('gives nothing for a stolen code: not without the verifier, to another program or for another address', async () => {
    const { visitor } = await signedIn(server.url, store);
    const thief = await registerProgram(server.url);
    const code = await program.getCode(visitor);
    for (const { status, body } of [
      await program.token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT }),
      await program.redeem(code, { code_verifier: 'x'.repeat(43) }),
      await thief.redeem(code, { code_verifier: program.verifier }),
      await program.redeem(code, { redirect_uri: 'http://127.0.0.1:39999/other' }),
    ]) {
      expect(status).toBe(400);
      expect(body.error).toBe('invalid_grant');
    }
    expect((await program.redeem(code)).status).toBe(200);
  });

  it('takes back the tokens of a code that is used twice', async () => {
    const { visitor } = await signedIn(server.url, store);
    const code = await program.getCode(visitor);
    const { body } = await program.redeem(code);
    expect((await program.redeem(code)).body.error).toBe('invalid_grant');
    expect(await callMcp(body.access_token)).toBe(401);
    expect((await program.refresh(String(body.refresh_token))).status).toBe(400);
  });

  it('gives a code that many use at once to one at most', async () => {
    const { visitor } = await signedIn(server.url, store);
    const code = await program.getCode(visitor);
    const answers = await Promise.all(Array.from({ length: 5 }, () => program.redeem(code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('renews tokens, and ends everything when an old refresh token comes again', async () => {
    const { refresh } = await connect();
    const renewed = await program.refresh(refresh);
    expect(renewed.status).toBe(200);
    expect(renewed.body.refresh_token).not.toBe(refresh);
    expect(await callMcp(renewed.body.access_token)).toBe(200);
    passed += 11_000;
    expect((await program.refresh(refresh)).body.error).toBe('invalid_grant');
    expect(await callMcp(renewed.body.access_token)).toBe(401);
    expect((await program.refresh(String(renewed.body.refresh_token))).body.error).toBe('invalid_grant');
  });

  it('renews for two windows that refresh at the same time', async () => {
    const { refresh } = await connect();
    const renewed = await Promise.all([program.refresh(refresh), program.refresh(refresh)]);
    expect(renewed.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of renewed) expect(await callMcp(body.access_token)).toBe(200);
    expect((await program.refresh(String(renewed[0]?.body.refresh_token))).status).toBe(200);
    expect((await program.refresh(String(renewed[1]?.body.refresh_token))).status).toBe(200);
  });

  it('gives the programs of a person a hundred tokens an hour, and renews the same token later', async () => {
    let { refresh } = await connect();
    const statuses: Record<number, number> = {};
    for (let turn = 0; turn < 102; turn += 1) {
      const { status, body } = await program.refresh(refresh);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 200) refresh = String(body.refresh_token);
      else expect(body.error).toBe('temporarily_unavailable');
    }
    expect(statuses).toEqual({ 200: 99, 429: 3 });
    passed += 60 * 60_000;
    expect((await program.refresh(refresh)).status).toBe(200);
  });

  it('gives no program the refresh token of another', async () => {
    const { refresh } = await connect();
    const thief = await registerProgram(server.url);
    expect((await thief.refresh(refresh)).body.error).toBe('invalid_grant');
    expect((await program.refresh(refresh)).status).toBe(200);
  });

  it('gives no token for another resource', async () => {
    const { visitor } = await connect();
    const elsewhere = 'https://else.example/mcp';
    expect(await visitor.get(program.authorizePath({ resource: elsewhere }))).toMatchObject({
      status: 400,
      text: CANNOT_CONNECT,
    });
    expect((await program.redeem(await program.getCode(visitor), { resource: elsewhere })).body.error).toBe(
      'invalid_target',
    );
  });

  it.each(['http://127.0.0.1:39999/other', 'https://evil.example/callback', '//evil.example', 'javascript:alert(1)'])(
    'leads nobody to %s, which the program did not register',
    async (redirect) => {
      const { visitor } = await signedIn(server.url, store);
      const { status, headers, text } = await visitor.get(program.authorizePath({ redirect_uri: redirect }));
      expect(status).toBe(400);
      expect(headers.get('location')).toBeNull();
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain('Can’t connect the app');
    },
  );

  it.each([['javascript:alert(1)'], ['http://evil.example/callback'], ['https://ok.example/cb#fragment']])(
    'registers no program that wants answers at %s',
    async (redirect) => {
      await expect(registerProgram(server.url, { redirect_uris: [redirect] })).rejects.toThrow('invalid_redirect_uri');
    },
  );

  it('registers programs with addresses of their own kind, and no endless ones', async () => {
    for (const redirect of ['cursor://agent/callback', 'https://claude.example/api/callback', 'http://localhost:1/cb'])
      await registerProgram(server.url, { redirect_uris: [redirect] });
    await expect(registerProgram(server.url, { client_name: 'x'.repeat(9_000) })).rejects.toThrow('longer than');
  });

  it('asks for consent to an unnamed app where its name shows nothing', async () => {
    const { visitor } = await signedIn(server.url, store);
    const unnamed = await registerProgram(server.url, { client_name: '\u3164\u2800' });
    const { headers } = await visitor.get(unnamed.authorizePath());
    expect((await visitor.get(headers.get('location') ?? '')).text).toContain('an unnamed app');
  });

  it('names no site for a program that answers in a scheme of its own', async () => {
    const { visitor } = await signedIn(server.url, store);
    const redirect = 'evil-app://github.com/cb';
    const posing = await registerProgram(server.url, { application_type: 'native', redirect_uris: [redirect] });
    const { headers } = await visitor.get(posing.authorizePath({ redirect_uri: redirect }));
    const { status, text } = await visitor.get(headers.get('location') ?? '');
    expect(status).toBe(200);
    expect(text).toContain('evil-app:');
    expect(text).not.toContain('github.com');
  });

  it('keeps each request for consent apart from the others of a browser', async () => {
    const { visitor } = await signedIn(server.url, store);
    const [one, two] = [await visitor.get(program.authorizePath()), await visitor.get(program.authorizePath())];
    expect((await visitor.get(one.headers.get('location') ?? '')).status).toBe(410);
    expect((await visitor.get(two.headers.get('location') ?? '')).status).toBe(200);
  });

  it('lets no address of a program add to what the page may load', async () => {
    const redirect = 'https://a;sandbox.example/cb';
    const odd = await registerProgram(server.url, { redirect_uris: [redirect] });
    const { visitor } = await signedIn(server.url, store);
    const { headers } = await visitor.get(odd.authorizePath({ redirect_uri: redirect }));
    const page = await visitor.get(headers.get('location') ?? '');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).not.toContain('sandbox');
  });

  it('believes no consent that another site or another browser sends', async () => {
    const { visitor } = await signedIn(server.url, store);
    const { headers } = await visitor.get(program.authorizePath());
    const consent = headers.get('location') ?? '';
    expect((await visitor.post(consent, { answer: 'allow' })).status).toBe(403);
    const stranger = (await signedIn(server.url, store)).visitor;
    expect((await stranger.get(consent)).status).toBe(410);
  });

  it('revokes: the program its tokens, a new password those of all programs', async () => {
    const one = await connect();
    expect(await program.revoke(one.refresh)).toBe(200);
    expect(await callMcp(one.access)).toBe(401);
    const other = await connect();
    await store.oauth.removeOfAccount(other.account.id);
    expect(await callMcp(other.access)).toBe(401);
    expect((await program.refresh(other.refresh)).status).toBe(400);
  });

  it('connects no program when a new password is set while consent is being given', async () => {
    const { visitor, account } = await signedIn(server.url, store);
    const link = `/password/${await createPasswordLink(store, account.id)}`;
    const setPassword = () => visitorAt(server.url).fill(link, { password: `another ${PASSWORD}` });
    const put = store.oauth.put;
    onTestFinished(() => {
      store.oauth.put = put;
    });
    let consents = 0;
    store.oauth.put = async (record) => {
      if (record.model === 'Grant' && record.accountId === account.id) {
        consents += 1;
        expect((await setPassword()).status).toBe(303);
      }
      return put(record);
    };
    expect((await program.ask(visitor)).searchParams.get('code')).toBeNull();
    expect(consents).toBe(1);
    store.oauth.put = put;
    expect(await store.programs.list(account.id)).toEqual([]);
  });

  it('lets nobody revoke the tokens of another program', async () => {
    const { access, refresh } = await connect();
    const thief = await registerProgram(server.url);
    for (const token of [access, refresh]) await thief.revoke(token);
    expect(await callMcp(access)).toBe(200);
  });

  it('is refused by MCP while its person has no Pro subscription', async () => {
    const { account, access } = await connect();
    await store.accounts.setPlan(account.email, 'free');
    expect(await callMcp(access)).toBe(403);
    await store.accounts.setPlan(account.email, 'pro');
    expect(await callMcp(access)).toBe(200);
  });

  it('counts the calls of all programs and keys of a person together', async () => {
    const { visitor, access } = await connect();
    const { body } = await program.redeem(await program.getCode(visitor));
    const statuses = [];
    for (let turn = 0; turn < 61; turn += 1) statuses.push(await callMcp(turn % 2 ? access : body.access_token));
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
  });

  const HOUR_MS = 3_600_000;
  /** Opens an address so often, and returns how often it was answered with each status. */
  const knock = async (times: number, path: (at: number) => string, init: RequestInit = {}) => {
    passed += HOUR_MS;
    const statuses: Record<number, number> = {};
    for (let at = 0; at < times; at += 1) {
      const { status } = await fetch(server.url + path(at), { redirect: 'manual', ...init });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    return statuses;
  };

  it('looks once for unused programs when several register at the same time', async () => {
    const { promise: swept, resolve } = Promise.withResolvers<void>();
    const sweep = vi.spyOn(store.oauth, 'sweep').mockImplementation(() => swept);
    const take = vi.spyOn(store.attempts, 'take');
    onTestFinished(() => void [sweep, take].map((spy) => spy.mockRestore()));
    const registering = [1, 2, 3].map((network) =>
      fetch(`${server.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${network}` },
        body: JSON.stringify({ redirect_uris: [REDIRECT] }),
      }),
    );
    await expect.poll(() => take.mock.settledResults.filter(({ type }) => type === 'fulfilled').length).toBe(3);
    await new Promise(setImmediate);
    resolve();
    expect((await Promise.all(registering)).map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(sweep).toHaveBeenCalledTimes(1);
  });

  it('registers thirty programs an hour from one network, however the address is written', async () => {
    const body = JSON.stringify({ redirect_uris: [REDIRECT] });
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    expect(await knock(32, (at) => `/oauth/register?turn=${at}`, post)).toEqual({ 201: 30, 429: 2 });
    for (const other of ['/oauth/register/', '/oauth/REGISTER'])
      expect(await knock(1, () => other, post)).toEqual({ 404: 1 });
  });

  it('keeps a hundred requests to connect from one network in a quarter of an hour', async () => {
    expect(await knock(102, () => program.authorizePath())).toEqual({ 303: 100, 429: 2 });
  });

  it('reads thirty documents about programs for one network, and those it knows as often as they are named', async () => {
    const clientId = (at: number) => `https://agent.example/${at}`;
    for (let at = 0; at < 32; at += 1)
      documents.set(clientId(at), { client_id: clientId(at), redirect_uris: [REDIRECT] });
    const path = (at: number) => programOf(server.url, clientId(at)).authorizePath();
    expect(await knock(32, path)).toEqual({ 303: 30, 400: 2 });
    expect(await knock(10, () => path(0))).toEqual({ 303: 10 });
  });

  it('renews a connected program though its network has had its share of documents read', async () => {
    const idOf = (at: number) => `https://agent.example/among-many/${at}`;
    for (let at = 0; at < 300; at += 1) documents.set(idOf(at), { client_id: idOf(at), redirect_uris: [REDIRECT] });
    const connected = programOf(server.url, idOf(0));
    const { visitor } = await signedIn(server.url, store);
    const { body } = await connected.redeem(await connected.getCode(visitor));
    // As many as are remembered, and more.
    for (let round = 1; round <= 8; round += 1)
      await knock(30, (at) => programOf(server.url, idOf(30 * round + at)).authorizePath());
    await knock(32, (at) => programOf(server.url, `https://agent.example/unknown/${at}`).authorizePath());
    const renewed = await connected.refresh(String(body.refresh_token));
    expect(renewed).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
  });

  it('reads no document for a consent page that its network has had read too often', async () => {
    passed += HOUR_MS;
    const clientId = 'https://agent.example/asks.json';
    documents.set(clientId, { client_id: clientId, redirect_uris: [REDIRECT] });
    const { visitor } = await signedIn(server.url, store);
    const { headers } = await visitor.get(programOf(server.url, clientId).authorizePath());
    const consent = new URL(headers.get('location') ?? '', server.url).pathname;
    documents.delete(clientId);
    const read: string[] = [];
    const fetchDocument = async (url: unknown) => {
      read.push(String(url));
      return answerDocument(String(url));
    };
    const other = await startServerAtItsAddress({ store, now, fetchDocument });
    onTestFinished(() => other.close());
    const same = visitorAt(other.url);
    for (const [name, value] of visitor.cookies) same.cookies.set(name, value);
    for (let at = 0; at < 40; at += 1) await same.get(consent);
    expect(read.length).toBeGreaterThan(0);
    expect(read.length).toBeLessThanOrEqual(30);
  });

  it('writes no token or code anywhere', async () => {
    const { access, refresh } = await connect();
    const log = server.log.join('\n');
    for (const secret of [access, refresh]) expect(log).not.toContain(secret);
  });
}
