import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { onPostgres } from '../support/test-pipeline.ts';
import { testMissingPosts } from './suites/missing-posts-tests.ts';

describeOnPostgres('posts missing at their source on PostgreSQL', () => {
  testMissingPosts(onPostgres);
});
