import * as v2 from '@modelcontextprotocol/client';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFilledStore, type TestStore } from '../../support/filled-store.ts';
import { registerProgram } from '../support/oauth-program.ts';
import { type RunningServer, startServerAtItsAddress } from '../support/running-server.ts';
import { signedIn, type Visitor } from '../support/visitor.ts';

const REDIRECT = 'http://127.0.0.1:39998/callback';

let opened: TestStore;
let server: RunningServer;

beforeAll(async () => {
  opened = await openFilledStore();
  server = await startServerAtItsAddress({ store: opened.store, now: Date.now });
});
afterAll(async () => {
  await server.close();
  await opened.close();
});

type Kept<Method extends 'clientInformation' | 'tokens'> = Awaited<ReturnType<v2.OAuthClientProvider[Method]>>;

/** What a program keeps for the official client; `asked` is where it would send a person. */
class Keeper implements v2.OAuthClientProvider {
  asked: URL | null = null;
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: 'Official client', redirect_uris: [REDIRECT] };
  #client: Kept<'clientInformation'>;
  #tokens: Kept<'tokens'>;
  #verifier = '';
  #discovered: v2.OAuthDiscoveryState | undefined;

  clientInformation() {
    return this.#client;
  }
  saveClientInformation(client: Kept<'clientInformation'>) {
    this.#client = client;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: Kept<'tokens'>) {
    this.#tokens = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.asked = url;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  saveDiscoveryState(discovered: v2.OAuthDiscoveryState) {
    this.#discovered = discovered;
  }
  discoveryState() {
    return this.#discovered;
  }
  loseAccessToken() {
    this.#tokens = this.#tokens && { ...this.#tokens, access_token: 'expired' };
  }
}

/** One of the official libraries, with nothing but the address of the MCP server. */
interface Library {
  /** Fails, having sent the person to `keeper.asked`; `finish` takes where the person was led. */
  begin(keeper: Keeper): Promise<{ finish(led: URL): Promise<void> }>;
  connect(
    keeper: Keeper,
  ): Promise<Pick<v2.Client, 'close'> & { tools(): Promise<string[]>; call: V1Client['callTool'] }>;
}

const ABOUT = { name: 'test', version: '1.0.0' };
const address = () => new URL('/mcp', server.url);

const LIBRARIES: Record<string, Library> = {
  v1: {
    async begin(keeper) {
      const transport = new V1Transport(address(), { authProvider: keeper as never });
      await expect(new V1Client(ABOUT).connect(transport as never)).rejects.toThrow();
      return { finish: (led) => transport.finishAuth(led.searchParams.get('code') ?? '') };
    },
    async connect(keeper) {
      const client = new V1Client(ABOUT);
      await client.connect(new V1Transport(address(), { authProvider: keeper as never }) as never);
      const tools = async () => (await client.listTools()).tools.map(({ name }) => name);
      return { close: () => client.close(), tools, call: (params) => client.callTool(params) };
    },
  },
  v2: {
    async begin(keeper) {
      const transport = new v2.StreamableHTTPClientTransport(address(), { authProvider: keeper });
      await expect(newV2Client().connect(transport)).rejects.toThrow();
      return { finish: (led) => transport.finishAuth(led.searchParams) };
    },
    async connect(keeper) {
      const client = newV2Client();
      await client.connect(new v2.StreamableHTTPClientTransport(address(), { authProvider: keeper }));
      const tools = async () => (await client.listTools()).tools.map(({ name }) => name);
      return { close: () => client.close(), tools, call: (params) => client.callTool(params) as never };
    },
  },
};
const newV2Client = () => new v2.Client(ABOUT, { versionNegotiation: { mode: 'auto' } });

/** Follows the redirects of a browser to the program's address. */
async function consent(visitor: Visitor, asked: URL): Promise<URL> {
  const { headers } = await visitor.get(asked.pathname + asked.search);
  const allowed = await visitor.fill(headers.get('location') ?? '', { answer: 'allow' }, /^\/consent/);
  const { pathname, search } = new URL(allowed.headers.get('location') ?? '', server.url);
  return new URL((await visitor.get(pathname + search)).headers.get('location') ?? '');
}

describe.each(Object.entries(LIBRARIES))('the official client %s, given nothing but the address', (_name, library) => {
  it('signs in, calls every tool, renews its token by itself, and is out once it is disconnected', async () => {
    const { visitor } = await signedIn(server.url, opened.store);
    const keeper = new Keeper();
    const { finish } = await library.begin(keeper);
    expect(keeper.asked?.searchParams.get('resource')).toBe(`${server.url}/mcp`);
    await finish(await consent(visitor, keeper.asked ?? address()));

    const client = await library.connect(keeper);
    const [brief] = await opened.store.briefs.list(Date.parse('2026-03-15T12:00:00Z'));
    const wanted: Record<string, object> = {
      semantic_search_signals: { q: 'tests fail at random' },
      get_signal: { signalId: brief?.painSignalId },
      get_signal_evidence: { signalId: brief?.painSignalId },
    };
    const tools = await client.tools();
    expect(tools).toHaveLength(8);
    for (const name of tools) {
      const { isError, structuredContent } = await client.call({ name, arguments: { ...wanted[name] } });
      expect([name, isError ?? false, structuredContent]).toEqual([name, false, expect.any(Object)]);
    }

    keeper.loseAccessToken();
    keeper.asked = null;
    const again = () => client.call({ name: 'list_top_signals', arguments: {} });
    expect((await again()).structuredContent).toEqual(expect.any(Object));
    expect(keeper.asked).toBeNull();
    expect(keeper.tokens()?.access_token).not.toBe('expired');

    await visitor.fill('/settings', {}, /disconnect$/);
    await expect(again()).rejects.toThrow();
    await client.close();
  });
});

it.each([
  ['asks for no page', { prompt: 'none' }],
  ['asks for a kind of answer that there is not', { response_type: 'token' }],
  ['leaves out the challenge', { code_challenge: null, code_challenge_method: null }],
])('a program that %s gets no redirect to its address before a person saw a page', async (_, changes) => {
  const program = await registerProgram(server.url, { redirect_uris: ['https://elsewhere.example/callback'] });
  const path = program.authorizePath({ redirect_uri: 'https://elsewhere.example/callback', ...changes });

  const response = await fetch(server.url + path, { redirect: 'manual' });

  expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  expect(await response.text()).toContain('Can’t connect the app');
});
