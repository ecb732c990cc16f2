import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}
export type Handler = (request: SeenRequest, response: ServerResponse) => void;

export interface LocalServer {
  port: number;
  url: string;
  seen: SeenRequest[];
}

/** A platform on this machine, gone after the test; `seen` holds what it was asked, in order. */
export async function startServer(handler: Handler): Promise<LocalServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (message, response) => {
    const parts: Buffer[] = [];
    for await (const part of message) parts.push(part);
    const request = {
      method: message.method ?? '',
      url: new URL(message.url ?? '/', `http://${message.headers.host}`),
      headers: message.headers,
      body: Buffer.concat(parts).toString('utf8'),
    };
    seen.push(request);
    handler(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, seen };
}

export function sendJson(response: ServerResponse, body: unknown, headers: Record<string, string> = {}, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
