import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, onTestFinished } from 'vitest';
import { expectOutboxOf01 } from '../../support/store/outbox-of-0.1.ts';

it('opens a data folder of 0.1 with its shares, digests and alerts', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pain-signals-0.1-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await expectOutboxOf01({ databaseUrl: null, dataDir });
});
