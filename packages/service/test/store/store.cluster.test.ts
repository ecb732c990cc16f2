import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { onPostgres } from '../support/test-pipeline.ts';
import { testStore } from './store-tests.ts';

describeOnPostgres('the store on PostgreSQL', () => {
  testStore(onPostgres);
});
