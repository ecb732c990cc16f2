import { describe } from 'vitest';
import { inFolder } from '../support/test-pipeline.ts';
import { testStore } from './store-tests.ts';

describe('the store on SQLite', () => {
  testStore(inFolder);
});
