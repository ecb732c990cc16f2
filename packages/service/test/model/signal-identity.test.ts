import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { signalIdOf } from '../../src/model/signal-identity.ts';

test('any post gives a UUID of version 5, always the same', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (provider, externalId) => {
      const id = signalIdOf({ provider, externalId });

      expect(z.uuid({ version: 'v5' }).safeParse(id).success).toBe(true);
      expect(signalIdOf({ provider, externalId })).toBe(id);
    }),
  );
});

test('posts of two providers with the same number give two ids', () => {
  expect(signalIdOf({ provider: 'github', externalId: '1' })).not.toBe(
    signalIdOf({ provider: 'gitlab', externalId: '1' }),
  );
});
