import { describe } from 'vitest';
import { testAccountStore } from '../support/account-store-tests.ts';
import { inFolder } from '../support/test-pipeline.ts';

describe('accounts in the store on SQLite', () => {
  testAccountStore(inFolder);
});
