import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Script = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server that plays the service as the test scripts it. */
export interface ScriptedService {
  url: string;
  /** Path and query of every request, in order of arrival. */
  asked: string[];
  headers: IncomingMessage['headers'][];
  answer(script: Script): void;
  close(): Promise<void>;
}

export async function startScriptedService(first: Script): Promise<ScriptedService> {
  let script = first;
  const asked: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    headers.push(request.headers);
    script(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    headers,
    answer: (next) => {
      script = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Script =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export const failure = (status: number, code: string, message = '', headers: Record<string, string> = {}): Script =>
  json({ code, message, path: '/' }, status, headers);
