import { describe } from 'vitest';
import { openEmptyStore } from '../../support/filled-store.ts';
import { testOAuth } from './oauth-tests.ts';

describe('OAuth on SQLite', () => {
  testOAuth(openEmptyStore);
});
