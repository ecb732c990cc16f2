import { isIPv6 } from 'node:net';

/** Who is rationed as one: an IPv6 address stands for the /64 it is in, since whoever has one has all of these. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail = ''] = address.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = tail.split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
