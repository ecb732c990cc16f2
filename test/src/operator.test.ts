import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../packages/storage/test/support/temporary-folder.ts';

const START = fileURLToPath(new URL('../../start.mjs', import.meta.url));
const cli = (environment: Record<string, string>, ...words: string[]) =>
  execFileSync(process.execPath, [START, 'cli', ...words], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...environment },
  });

it('migrate brings the tables of the service and of the app up to date, and says when nothing is to be done', () => {
  const environment = { DATA_DIR: temporaryFolder() };
  expect(cli(environment, 'migrate')).toMatch(
    /^Applied \d+ migrations\.\nApplied \d+ migrations of the Slack app\.\n$/,
  );
  expect(cli({ ...environment, AUTO_MIGRATE: 'false' }, 'migrate')).toBe(
    "The tables are up to date.\nThe Slack app's tables are up to date.\n",
  );
});
