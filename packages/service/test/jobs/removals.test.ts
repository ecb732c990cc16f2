import { describe } from 'vitest';
import { inFolder } from '../support/test-pipeline.ts';
import { testRemovals } from './suites/removal-tests.ts';
import { testTraces } from './suites/trace-tests.ts';

describe('what is removed and hidden on SQLite', () => {
  testRemovals(inFolder);
  testTraces(inFolder);
});
