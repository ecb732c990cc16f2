import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@pain-signals/contract';
import { pathOf } from './rest-app.ts';

interface ClientError extends Error {
  code?: string;
  /** The bytes that came, a Buffer. */
  rawPacket?: unknown;
}

const CLIENT_ERROR_RESPONSES: Readonly<Record<string, [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/** What never becomes a request, because it is not HTTP or too large, is answered on the bare socket. */
export function handleClientError(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = CLIENT_ERROR_RESPONSES[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
  const body: ErrorBody = { code: 'INVALID_PARAMETER', message, path: requestedPath(error.rawPacket) };
  const content = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(content)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${content}`);
}

const requestedPath = (packet: unknown): string => {
  const start = Buffer.isBuffer(packet) ? packet.subarray(0, 2_000).toString('latin1') : '';
  const [, url = ''] = /^[A-Z]+ (\/[\x21-\x7e]*)/.exec(start) ?? [];
  return pathOf(url);
};
