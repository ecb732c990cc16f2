import { describe } from 'vitest';
import { testMerges } from '../support/merge-tests.ts';
import { inFolder } from '../support/test-pipeline.ts';

describe('merges and splits on SQLite', () => {
  testMerges(inFolder);
});
