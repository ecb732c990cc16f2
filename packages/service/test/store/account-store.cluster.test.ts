import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { onPostgres } from '../support/test-pipeline.ts';
import { testAccountStore } from './account-store-tests.ts';

describeOnPostgres('accounts in the store on PostgreSQL', () => {
  testAccountStore(onPostgres);
});
