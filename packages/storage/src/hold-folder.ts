import { resolve } from 'node:path';
import { tryLockFile } from './lock-file.ts';

/** Another process already runs this program on the folder. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';

  constructor(dataDir: string, program: string) {
    super(
      `The folder ${resolve(dataDir)} is in use by another ${program}. ` +
        'Stop that one first, or give this one a folder of its own with DATA_DIR.',
    );
  }
}

/** Keeps the folder for one `program` at a time until the returned function is called. Throws {@link FolderInUseError}. */
export function holdFolder(dataDir: string, program: string): () => void {
  const release = tryLockFile(dataDir, program);
  if (release === null) throw new FolderInUseError(dataDir, program);
  return release;
}
