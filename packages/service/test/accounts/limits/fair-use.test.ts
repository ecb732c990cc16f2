import { describe } from 'vitest';
import { inFolder } from '../../support/test-pipeline.ts';
import { testFairUse } from './fair-use-tests.ts';

describe('fair use on SQLite', () => {
  testFairUse(inFolder);
});
