import { describe } from 'vitest';
import { testFairUse } from '../support/fair-use-tests.ts';
import { inFolder } from '../support/test-pipeline.ts';

describe('fair use on SQLite', () => {
  testFairUse(inFolder);
});
