import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPublicAddress } from '../../../src/sources/http/public-address.ts';

it.each(['1.1.1.1', '140.82.121.6', '172.32.0.1', '192.167.255.255', '2606:4700:4700::1111', '2a00:1450:4001::200e'])(
  'takes %s for public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
  '127.1',
])('refuses %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it('refuses every private IPv4 address, also in IPv6 clothes', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const privateAddress = fc.oneof(
    fc.tuple(fc.constant(10), byte, byte, byte),
    fc.tuple(fc.constant(127), byte, byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  );
  fc.assert(
    fc.property(privateAddress, (bytes) => {
      const address = bytes.join('.');
      expect(isPublicAddress(address)).toBe(false);
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
    }),
  );
});
