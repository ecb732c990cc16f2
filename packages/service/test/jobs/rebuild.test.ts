import { describe } from 'vitest';
import { inFolder } from '../support/test-pipeline.ts';
import { testRebuild } from './suites/rebuild-tests.ts';

describe('a rebuild on SQLite', () => {
  testRebuild(inFolder);
});
