import { describe } from 'vitest';
import { inFolder } from '../support/test-pipeline.ts';
import { testDamagedRows } from './damaged-row-tests.ts';

describe('damaged rows on SQLite', () => {
  testDamagedRows(inFolder);
});
