import fc from 'fast-check';
import { expect, it } from 'vitest';
import { returnPath } from '../../../../src/api/pages/kit/visit.ts';

const HERE = 'https://pain.example.com';
const originOf = (path: string) => new URL(path, HERE).origin;

it.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '',
  `/signals?q=${'x'.repeat(2_000)}`,
  undefined,
])('leads to the list of signals, asked for %j', (wanted) => {
  expect(returnPath(wanted)).toBe('/signals');
});

it('leads to a path of the service', () => {
  expect(returnPath('/signals/x?page=2')).toBe('/signals/x?page=2');
});

it('never leads elsewhere, whatever is asked for', () => {
  const pieces = fc.constantFrom('/', '\\', '.', '..', '%2f', ':', '@', 'evil.example', '?', '#', '\t', '\n', 'https');
  const wanted = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.array(pieces).map((parts) => `/${parts.join('')}`),
  );
  fc.assert(
    fc.property(wanted, (text) => {
      expect(originOf(returnPath(text))).toBe(HERE);
    }),
  );
});
