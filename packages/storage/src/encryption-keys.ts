import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const KEY_BYTES = 32;
const RULE = 'must be keys of 32 bytes in base64, joined by commas, such as `openssl rand -base64 32` makes';

/** The setting ENCRYPTION_KEYS: the first key encrypts, all decrypt. */
export const EncryptionKeys = z.string().transform((text, context): Uint8Array[] => {
  const keys = text.split(',').map((part) => part.trim());
  if (keys.some((key) => !/^[\w+/-]{43}=?$/.test(key))) {
    context.addIssue({ code: 'custom', message: RULE });
    return z.NEVER;
  }
  return keys.map((key) => Buffer.from(key, 'base64'));
});

const FILE = 'encryption-keys';

/** Keys kept in the data folder, made at the first use and readable by nobody but who runs the program. One a line, as above. */
export interface KeyFile {
  /** As they are now: another process may have added one. */
  keys(): readonly Uint8Array[];
  /** Puts a new key first. The one before stays, since another process may have used it a moment ago. */
  add(): void;
}

export function keyFile(dataDir: string): KeyFile {
  const path = join(dataDir, FILE);
  let read: { changedAt: number; keys: readonly Uint8Array[] } | null = null;

  const keys = (): readonly Uint8Array[] => {
    const { mtimeMs: changedAt } = statOrMake(path);
    if (read?.changedAt !== changedAt) read = { changedAt, keys: readKeys(path) };
    return read.keys;
  };
  return {
    keys,
    add() {
      const [before] = keys();
      const beside = writeBeside(path, [newKey(), before ?? newKey()]);
      renameSync(beside, path);
    },
  };
}

const newKey = (): Uint8Array => randomBytes(KEY_BYTES);

function readKeys(path: string): readonly Uint8Array[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const result = EncryptionKeys.safeParse(lines.join(','));
  if (!result.success) throw new Error(`${path} is damaged: it ${RULE.replace('joined by commas', 'one a line')}`);
  return result.data;
}

function statOrMake(path: string) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) return found;
  const beside = writeBeside(path, [newKey()]);
  try {
    // Whole or not at all, and never over one that another process has made meanwhile.
    linkSync(beside, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(beside);
  }
  return statSync(path);
}

function writeBeside(path: string, keys: readonly Uint8Array[]): string {
  const beside = `${path}.${randomBytes(4).toString('hex')}`;
  const text = keys.map((key) => `${Buffer.from(key).toString('base64')}\n`).join('');
  writeFileSync(beside, text, { mode: 0o600, flag: 'wx', flush: true });
  return beside;
}
