import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before a server on this machine and adds the key, for a client that has none. Everything else goes through as it is. */
export async function startKeyProxy(target: string, key: string): Promise<{ url: string; close(): Promise<void> }> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url } = incoming;
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const passedOn = request(target + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passedOn.on('error', () => outgoing.destroy());
    incoming.pipe(passedOn);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => closeServer(proxy) };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
