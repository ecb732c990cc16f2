import { request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { RunningServer } from './running-server.ts';

/** Both eras of the protocol, by the name of their revision. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

/** The official client, connected. It checks each structured answer against the schema that the tool publishes. */
export async function connectClient(
  server: RunningServer,
  key: string,
  revision: (typeof REVISIONS)[number] = '2025-11-25',
): Promise<Client> {
  const mode = revision === '2025-11-25' ? 'legacy' : { pin: revision };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit }));
  // The client learns the schemas by listing the tools.
  await client.listTools();
  return client;
}

export interface PlainAnswer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
  /** Parsed JSON; undefined where it is none. */
  body: unknown;
}

/** One HTTP request with these headers and no others, as a script without a library would send it. */
export const send = (
  server: RunningServer,
  body: string | Buffer,
  { method = 'POST', path = '/mcp', ...headers }: Record<string, string> = {},
): Promise<PlainAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(server.url + path, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed(text) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A call of a tool as a message. */
export const toolCall = (name: string, args: unknown, id: number | string = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });

export const LIST_TOOLS = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
