import { describe } from 'vitest';
import { testRebuild } from '../support/rebuild-tests.ts';
import { inFolder } from '../support/test-pipeline.ts';

describe('a rebuild on SQLite', () => {
  testRebuild(inFolder);
});
