import { expect, test } from 'vitest';
import { Port } from '../src/index.ts';

test.each([
  ['0', 0],
  ['4000', 4000],
  ['65535', 65_535],
])('%s is a port', (text, port) => {
  expect(Port.parse(text)).toBe(port);
});

test.each(['0x10', '1e3', ' 80', '80.0', '+80', '-1', '65536', '100000', 'http'])('%j is not a port', (text) => {
  expect(Port.safeParse(text).error?.issues[0]?.message).toBe('must be a port, 0 to 65535');
});
