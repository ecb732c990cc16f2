import { describe } from 'vitest';
import { testFetching } from '../support/fetch-tests.ts';
import { inFolder } from '../support/test-pipeline.ts';

describe('reading the sources on SQLite', () => {
  testFetching(inFolder);
});
