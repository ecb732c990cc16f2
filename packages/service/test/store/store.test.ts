import { describe } from 'vitest';
import { testStore } from '../support/store-tests.ts';
import { inFolder } from '../support/test-pipeline.ts';

describe('the store on SQLite', () => {
  testStore(inFolder);
});
