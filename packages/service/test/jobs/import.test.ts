import { describe } from 'vitest';
import { inFolder } from '../support/test-pipeline.ts';
import { testPipeline } from './suites/import-tests.ts';

describe('the pipeline on SQLite', () => {
  testPipeline(inFolder);
});
