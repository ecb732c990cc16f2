import { createServer } from 'node:net';
import { StartError } from './start-fault.ts';

/**
 * Throws a StartFault that names every port on which somebody else listens: what answers there would be mistaken for ours. What
 * is no port is left to the program that reads the setting.
 */
export async function requireFreePorts(
  host: string,
  ports: readonly (readonly [setting: string, port: string])[],
): Promise<void> {
  const taken = await Promise.all(ports.map(async ([, port]) => /^\d{1,5}$/.test(port) && (await isTaken(host, port))));
  const faults = ports
    .filter((_, index) => taken[index])
    .map(([setting, port]) => `Port ${port} is taken by another program: set ${setting} to a free one`);
  if (faults.length > 0) throw new StartError(faults.join('\n'));
}

const isTaken = (host: string, port: string): Promise<boolean> =>
  new Promise((resolve) => {
    if (Number(port) > 65_535) return resolve(false);
    const server = createServer();
    server.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'));
    server.listen({ host, port: Number(port) }, () => server.close(() => resolve(false)));
  });
