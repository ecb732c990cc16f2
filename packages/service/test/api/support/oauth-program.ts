import { createHash, randomBytes } from 'node:crypto';
import type { Visitor } from './visitor.ts';

export const REDIRECT = 'http://127.0.0.1:39999/callback';

export interface TokenAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** A program that asks people to let it in, step by step, so that a test can leave out or twist any of them. */
export interface Program {
  clientId: string;
  verifier: string;
  /** The address a person is sent to. */
  authorizePath(changes?: Record<string, string | null>): string;
  /** Has a person open the address and answer; gives where the browser is led in the end. */
  ask(visitor: Visitor, changes?: Record<string, string | null>, fields?: Record<string, string>): Promise<URL>;
  /** As ask; gives the code. */
  getCode(visitor: Visitor): Promise<string>;
  token(fields: Record<string, string>): Promise<TokenAnswer>;
  redeem(code: string, changes?: Record<string, string>): Promise<TokenAnswer>;
  refresh(refreshToken: string, changes?: Record<string, string>): Promise<TokenAnswer>;
  revoke(token: string): Promise<number>;
}

export async function registerProgram(url: string, metadata: Record<string, unknown> = {}): Promise<Program> {
  const registered = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Test agent', redirect_uris: [REDIRECT], ...metadata }),
  });
  const answer = (await registered.json()) as Record<string, unknown>;
  if (registered.status !== 201) throw new Error(`not registered: ${JSON.stringify(answer)}`);
  return programOf(url, String(answer.client_id));
}

/** One that is known by this id. */
export function programOf(url: string, clientId: string): Program {
  const verifier = randomBytes(32).toString('base64url');
  const post = async (path: string, fields: Record<string, string>): Promise<TokenAnswer> => {
    const response = await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  };
  const program: Program = {
    clientId,
    verifier,
    authorizePath(changes = {}) {
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: REDIRECT,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        scope: 'signals:read',
        state: 'a-state',
        resource: `${url}/mcp`,
        ...changes,
      };
      const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
      return `/oauth/authorize?${new URLSearchParams(given)}`;
    },
    async ask(visitor, changes, fields = { answer: 'allow' }) {
      let at = new URL(program.authorizePath(changes), url);
      for (let hop = 0; hop < 6 && at.origin === url; hop += 1) {
        const isConsent = at.pathname.startsWith('/consent/');
        const { headers } = isConsent
          ? await visitor.fill(at.pathname, fields, /^\/consent/)
          : await visitor.get(at.pathname + at.search);
        const location = headers.get('location');
        if (location === null) return at;
        at = new URL(location, at);
      }
      return at;
    },
    async getCode(visitor) {
      const code = (await program.ask(visitor)).searchParams.get('code');
      if (code === null) throw new Error('no code');
      return code;
    },
    token: (fields) => post('/oauth/token', { client_id: clientId, ...fields }),
    redeem: (code, changes) =>
      program.token({
        grant_type: 'authorization_code',
        code,
        redirect_uri: REDIRECT,
        code_verifier: verifier,
        resource: `${url}/mcp`,
        ...changes,
      }),
    refresh: (refreshToken, changes) =>
      program.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...changes }),
    revoke: async (token) => (await post('/oauth/revoke', { client_id: clientId, token })).status,
  };
  return program;
}
