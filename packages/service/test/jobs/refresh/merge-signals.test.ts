import { describe } from 'vitest';
import { inFolder } from '../../support/test-pipeline.ts';
import { testMerges } from '../suites/merge-tests.ts';

describe('merges and splits on SQLite', () => {
  testMerges(inFolder);
});
