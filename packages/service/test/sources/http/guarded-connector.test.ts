import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { AddressRefusedError } from '../../../src/sources/http/errors.ts';
import {
  createGuardedConnector,
  createGuardedFetch,
  type Lookup,
} from '../../../src/sources/http/guarded-connector.ts';
import { allowAlso } from '../../../src/sources/http/public-address.ts';
import { sendJson, startServer } from '../support/local-server.ts';

const answering =
  (...answers: string[][]): Lookup =>
  (_hostname, _options, callback) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

async function ask(url: string, options: Parameters<typeof createGuardedConnector>[0]): Promise<unknown> {
  const dispatcher = new Agent({ connect: createGuardedConnector(options) });
  onTestFinished(() => dispatcher.destroy());
  const { body } = await request(url, { dispatcher });
  return body.json();
}

const loopbackAllowed = (address: string) => address === '127.0.0.1';

it.each(['127.0.0.1', '[::1]', '169.254.169.254', '2130706433', '0x7f.1', '[::ffff:7f00:1]'])(
  'does not connect to %s',
  async (host) => {
    await expect(ask(`http://${host}/`, {})).rejects.toThrow(AddressRefusedError);
  },
);

it('does not connect to a name that leads to a private address', async () => {
  const lookup = answering(['192.168.0.10']);
  await expect(ask('http://forum.example/', { lookup })).rejects.toThrow('forum.example is not a public address');
});

it('does not connect to a name of which one address is private', async () => {
  const lookup = answering(['93.184.215.14', '10.0.0.7']);
  await expect(ask('http://forum.example/', { lookup })).rejects.toThrow(AddressRefusedError);
});

it('connects to the very address that was checked, whatever the name answers next', async () => {
  const server = await startServer((_request, response) => sendJson(response, { reached: 'the checked one' }));
  const lookup = answering(['127.0.0.1'], ['127.0.0.2']);
  const url = `http://rebinding.example:${server.port}/`;
  expect(await ask(url, { lookup, allowAddress: loopbackAllowed })).toEqual({ reached: 'the checked one' });
  expect(server.seen[0]?.headers.host).toBe(`rebinding.example:${server.port}`);
  await expect(ask(url, { lookup, allowAddress: loopbackAllowed })).rejects.toThrow(AddressRefusedError);
});

it('says when a name has no address', async () => {
  await expect(ask('http://nowhere.example/', { lookup: answering([]) })).rejects.toThrow(
    'nowhere.example has no address',
  );
});

it('connects to a private address in an allowed subnet, and to no other', async () => {
  const server = await startServer((_request, response) => sendJson(response, { reached: 'inside' }));
  const allowAddress = allowAlso(['127.0.0.0/30', 'fd00::/8', '10.9.8.7']);
  expect(await ask(`http://127.0.0.1:${server.port}/`, { allowAddress })).toEqual({ reached: 'inside' });
  await expect(ask('http://127.0.0.5/', { allowAddress })).rejects.toThrow(AddressRefusedError);
  await expect(ask('http://[::1]/', { allowAddress })).rejects.toThrow(AddressRefusedError);
  expect([
    allowAddress('fd12::1'),
    allowAddress('93.184.215.14'),
    allowAddress('nonsense'),
    allowAddress('10.9.8.7'),
  ]).toEqual([true, true, false, true]);
});

it('asks a proxy for no address that a stranger names unless it is known here to be public', async () => {
  const asked: string[] = [];
  const proxy = createServer().on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close());
  const publicAddress = '93.184.215.14';
  const addresses: Record<string, string[]> = {
    'app.example': [publicAddress],
    'wiki.corp.example': ['10.0.0.7'],
    'both.example': [publicAddress, '10.0.0.7'],
    // What a search domain, a wildcard or a resolver's help page answers.
    vault: [publicAddress],
    localhost: [publicAddress],
    'metadata.google.internal': [publicAddress],
    'nas.home.arpa': [publicAddress],
    'printer.local': [publicAddress],
  };
  const lookup: Lookup = (name, options, callback) =>
    addresses[name] === undefined
      ? callback(new Error('ENOTFOUND'), [])
      : answering(addresses[name])(name, options, callback);
  const document = createGuardedFetch(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, { lookup });

  for (const host of ['10.0.0.5', '[::1]', '2130706433', 'wiki.corp.example', 'wiki.corp.example.', 'both.example'])
    await expect(document(`https://${host}/client.json`)).rejects.toThrow(AddressRefusedError);
  for (const host of ['vault', 'vault.', 'localhost.', 'Metadata.Google.Internal', 'nas.home.arpa', 'printer.local.'])
    await expect(document(`https://${host}/client.json`)).rejects.toThrow(AddressRefusedError);
  await expect(document('https://far.example/client.json')).rejects.toThrow(
    'far.example cannot be looked up from here',
  );
  expect(asked).toEqual([]);
  await expect(document('https://app.example/client.json')).rejects.toThrow('fetch failed');
  expect(asked).toEqual(['app.example:443']);
});
