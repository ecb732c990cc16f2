import { describe } from 'vitest';
import { inFolder } from '../support/test-pipeline.ts';
import { testMissingPosts } from './suites/missing-posts-tests.ts';

describe('posts missing at their source on SQLite', () => {
  testMissingPosts(inFolder);
});
