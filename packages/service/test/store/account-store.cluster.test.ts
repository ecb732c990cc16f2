import { describeOnPostgres } from '../../../storage/test/support/postgres.ts';
import { testAccountStore } from '../support/account-store-tests.ts';
import { onPostgres } from '../support/test-pipeline.ts';

describeOnPostgres('accounts in the store on PostgreSQL', () => {
  testAccountStore(onPostgres);
});
