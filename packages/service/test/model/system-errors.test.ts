import { describeDatabaseError, nextStepOf } from '@pain-signals/storage';
import { expect, test } from 'vitest';
import { createLogger } from '../../src/config/log.ts';

test.each([
  [Object.assign(new Error('terminating connection'), { code: '57P01' }), /not reachable.*run it again/],
  [new Error('Connection terminated unexpectedly'), /not reachable.*run it again/],
  [new Error('Postgres connection has been discarded'), /not reachable.*run it again/],
  [Object.assign(new Error('malformed'), { errcode: 11 }), /damaged.*restore/],
  [Object.assign(new Error('malformed index'), { errcode: 779 }), /damaged.*restore/],
])('%s ends in the next step', (error, advice) => {
  expect(describeDatabaseError(error)).toMatch(advice);
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'job failed');
  expect(JSON.parse(lines[0] ?? '').err.nextStep).toMatch(advice);
});

test('a refused connection ends in the next step where it is the database’s, and is no database’s in a log line', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  expect(describeDatabaseError(refused)).toMatch(/not reachable \(connect ECONNREFUSED.*run it again/);
  expect(nextStepOf(refused)).toEqual({});
});

test('another error is left as it is', () => {
  expect(describeDatabaseError(new Error('no such table'))).toBeNull();
});
