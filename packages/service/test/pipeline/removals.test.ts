import { describe } from 'vitest';
import { testRemovals } from '../support/removal-tests.ts';
import { inFolder } from '../support/test-pipeline.ts';

describe('what is removed and hidden on SQLite', () => {
  testRemovals(inFolder);
});
