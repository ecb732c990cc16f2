import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const KEY_BYTES = 32;
const RULE = 'must be 32-byte keys in base64, joined by commas (make one with `openssl rand -base64 32`)';

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

/** Keys in a file in the data folder, one per line. Created on first use, readable by the owner only. */
export interface KeyFile {
  /** Returns the current keys. Another process may have added one. */
  keys(): readonly Uint8Array[];
  /** Puts a new key first. The previous one stays, because another process may have just used it. */
  add(): void;
}

export function keyFile(dataDir: string): KeyFile {
  const path = join(dataDir, FILE);
  let cached: { changedAt: number; keys: readonly Uint8Array[] } | null = null;

  const keys = (): readonly Uint8Array[] => {
    const { mtimeMs: changedAt } = statOrCreate(path);
    if (cached?.changedAt !== changedAt) cached = { changedAt, keys: readKeys(path) };
    return cached.keys;
  };
  return {
    keys,
    add() {
      const [previous] = keys();
      const temporary = writeTemporary(path, [newKey(), previous ?? newKey()]);
      renameSync(temporary, path);
    },
  };
}

const newKey = (): Uint8Array => randomBytes(KEY_BYTES);

function readKeys(path: string): readonly Uint8Array[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const result = EncryptionKeys.safeParse(lines.join(','));
  if (!result.success) throw new Error(`${path} is damaged: it ${RULE.replace('joined by commas', 'one per line')}`);
  return result.data;
}

function statOrCreate(path: string) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) return found;
  const temporary = writeTemporary(path, [newKey()]);
  try {
    // Atomic, and never replaces a file that another process has just created.
    linkSync(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(temporary);
  }
  return statSync(path);
}

function writeTemporary(path: string, keys: readonly Uint8Array[]): string {
  const temporary = `${path}.${randomBytes(4).toString('hex')}`;
  const text = keys.map((key) => `${Buffer.from(key).toString('base64')}\n`).join('');
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
  return temporary;
}
