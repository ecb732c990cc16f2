import { expect, test } from 'vitest';
import { describeDatabaseError } from '../../src/model/system-errors.ts';

test.each([
  [Object.assign(new Error('terminating connection'), { code: '57P01' }), /lost.*Run it again/],
  [new Error('Connection terminated unexpectedly'), /lost.*Run it again/],
  [Object.assign(new Error('malformed'), { errcode: 11 }), /damaged.*restore/],
  [Object.assign(new Error('malformed index'), { errcode: 779 }), /damaged.*restore/],
])('%s ends in the next step', (error, advice) => {
  expect(describeDatabaseError(error)).toMatch(advice);
});

test('another error is left as it is', () => {
  expect(describeDatabaseError(new Error('no such table'))).toBeNull();
});
