import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { temporaryFolder } from '../../../packages/storage/test/support/temporary-folder.ts';
import { dataOf01, expectDataOf01 } from '../../support/store/data-of-0.1.ts';

it('opens a data folder of 0.1 with its installation, settings, watches, shares, digests and alerts', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'slack_app.sqlite'), dataOf01('sqlite'));
  await expectDataOf01({ databaseUrl: null, dataDir });
});
