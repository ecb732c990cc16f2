import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const mount = (...args: string[]) => spawnSync('mount', args).status === 0;

/** A disk of its own, gone after the test; null without the right to mount one. */
export function smallDisk(size: string) {
  const folder = temporaryFolder();
  if (!mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder)) return null;
  onTestFinished(() => void spawnSync('umount', ['--lazy', folder]));
  const rest = join(folder, 'rest');
  return {
    folder,
    resize: (to: string) => mount('-o', `remount,size=${to}`, folder),
    /** Takes all the room that is left. */
    fill(): void {
      const page = Buffer.alloc(4_096);
      try {
        for (;;) writeFileSync(rest, page, { flag: 'a' });
      } catch {
        // No room left.
      }
    },
    clear: () => rmSync(rest),
  };
}
