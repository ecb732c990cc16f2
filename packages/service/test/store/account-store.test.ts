import { describe } from 'vitest';
import { inFolder } from '../support/test-pipeline.ts';
import { testAccountStore } from './account-store-tests.ts';

describe('accounts in the store on SQLite', () => {
  testAccountStore(inFolder);
});
