import { describeDatabaseError } from '@pain-signals/storage';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/config/log.ts';

test.each([
  [Object.assign(new Error('terminating connection'), { code: '57P01' }), /lost.*Run it again/],
  [new Error('Connection terminated unexpectedly'), /lost.*Run it again/],
  [Object.assign(new Error('malformed'), { errcode: 11 }), /damaged.*restore/],
  [Object.assign(new Error('malformed index'), { errcode: 779 }), /damaged.*restore/],
])('%s ends in the next step', (error, advice) => {
  expect(describeDatabaseError(error)).toMatch(advice);
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'job failed');
  expect(JSON.parse(lines[0] ?? '').err.nextStep).toMatch(advice);
});

test('another error is left as it is', () => {
  expect(describeDatabaseError(new Error('no such table'))).toBeNull();
});
