import { describe } from 'vitest';
import { inFolder } from '../support/test-pipeline.ts';
import { testFetching } from './suites/fetch-tests.ts';

describe('reading the sources on SQLite', () => {
  testFetching(inFolder);
});
