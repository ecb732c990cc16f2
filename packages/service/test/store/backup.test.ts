import { describe } from 'vitest';
import { inFolder } from '../support/test-pipeline.ts';
import { testBackups } from './backup-tests.ts';

describe('backups on SQLite', () => {
  testBackups(inFolder);
});
