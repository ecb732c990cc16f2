import { describe } from 'vitest';
import { testPipeline } from '../support/pipeline-tests.ts';
import { inFolder } from '../support/test-pipeline.ts';

describe('the pipeline on SQLite', () => {
  testPipeline(inFolder);
});
