import { createPostgresDatabase, describeOnPostgres } from '../../../../storage/test/support/postgres.ts';
import { openStore } from '../../../src/store/index.ts';
import { testOAuth } from './oauth-tests.ts';

describeOnPostgres('OAuth on PostgreSQL', () => {
  testOAuth(async (now) => {
    const { databaseUrl, drop } = await createPostgresDatabase();
    const store = await openStore({ databaseUrl, dataDir: '.', now });
    return {
      store,
      async close() {
        await store.close();
        await drop();
      },
    };
  });
});
