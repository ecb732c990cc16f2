import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Shared by the test files of a run, which run in several processes. */
    runFolder: string;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(project.config.env?.TMPDIR ?? tmpdir(), 'pain-signals-run-'));
  project.provide('runFolder', folder);
  return () => rmSync(folder, { recursive: true });
}

/** A folder of this name, which the first who asks fills. The others wait for it. */
export async function makeOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject('runFolder'), name);
  const filled = `${folder}.filled`;
  while (!existsSync(filled)) {
    const isFirst = await mkdir(folder).then(
      () => true,
      () => false,
    );
    if (!isFirst) await sleep(50);
    else {
      try {
        await fill(folder);
        await writeFile(filled, '');
      } catch (error) {
        await rm(folder, { recursive: true });
        throw error;
      }
    }
  }
  return folder;
}
