import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { AddressRefusedError } from './errors.ts';
import { isPublicAddress } from './public-address.ts';

/** Every address of a name. */
export type Lookup = (
  hostname: string,
  options: { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardOptions {
  /** Which IP addresses may be reached; those of the public internet by default. */
  allowAddress?: ((address: string) => boolean) | undefined;
  lookup?: Lookup | undefined;
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Connects to allowed addresses alone. The check is made here, at the moment of connecting, and the checked answer is the one that is
 * dialled: a name that answers with a public address when asked and with a private one a moment later gets nowhere.
 */
export function createGuardedConnector({
  allowAddress = isPublicAddress,
  lookup = systemLookup,
}: GuardOptions = {}): buildConnector.connector {
  const guardedLookup: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, { all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) callback(error ?? new Error(`${hostname} has no address`), '', 0);
      else if (!addresses.every(({ address }) => allowAddress(address)))
        callback(new AddressRefusedError(hostname), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup, allowH2: false });
  return (options, callback) => {
    // An address in place of a name is never looked up.
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !allowAddress(literal)) callback(new AddressRefusedError(literal), null);
    else connect(options, callback);
  };
}
