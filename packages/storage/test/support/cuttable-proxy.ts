import { connect, createServer, type Socket } from 'node:net';

/** A database server that can go away: while it is away, connections are cut and new ones are refused. */
export interface CuttableProxy {
  readonly url: string;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

export async function startCuttableProxy(target: string): Promise<CuttableProxy> {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  const hold = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const open = (port: number) =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer((downstream) => {
        const upstream = hold(connect(Number(to.port), to.hostname));
        hold(downstream).pipe(upstream).pipe(downstream);
        downstream.once('close', () => upstream.destroy());
        upstream.once('close', () => downstream.destroy());
      });
      server.listen(port, '127.0.0.1', () => resolve(server));
    });
  let server = await open(0);
  const { port } = server.address() as { port: number };
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async goAway() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async comeBack() {
      server = await open(port);
    },
  };
}
