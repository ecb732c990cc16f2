import { describe } from 'vitest';
import { testBackups } from '../support/backup-tests.ts';
import { inFolder } from '../support/test-pipeline.ts';

describe('backups on SQLite', () => {
  testBackups(inFolder);
});
