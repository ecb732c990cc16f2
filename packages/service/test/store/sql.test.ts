import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inBatches } from '../../src/store/database/sql.ts';

test('every row is in one statement, in order, and statements come in few lengths', () => {
  const lengths = new Set<number>();
  fc.assert(
    fc.property(fc.nat({ max: 3_000 }), (count) => {
      const rows = Array.from({ length: count }, (_, index) => index);

      const pieces = [...inBatches(rows)];

      expect(pieces.flat()).toEqual(rows);
      for (const piece of pieces) lengths.add(piece.length);
    }),
  );
  expect([...lengths].every((length) => [500, 100, 20, 4, 1].includes(length))).toBe(true);
});
