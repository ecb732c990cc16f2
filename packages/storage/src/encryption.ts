import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The cell that a value belongs to. An encrypted value cannot be decrypted in any other row or workspace. */
export type Cell = readonly [table: string, column: string, row: string];

export interface Encryption {
  seal(text: string, cell: Cell): string;
  /** Throws {@link DecryptionError}. */
  open(sealed: string, cell: Cell): string;
  /** Whether it was encrypted with the first key. */
  isCurrent(sealed: string): boolean;
}

/** A value cannot be decrypted: its key is missing, or it was changed or moved. */
export class DecryptionError extends Error {
  override name = 'DecryptionError';
}

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The first key encrypts, all keys decrypt. `keys` is called on each use, so a new key applies at once. */
export function createEncryption(keys: () => readonly Uint8Array[]): Encryption {
  const first = (): Uint8Array => {
    const [key] = keys();
    if (key === undefined) throw new Error('No encryption key is set');
    return key;
  };
  return {
    seal(text, cell) {
      const key = first();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(authenticatedData(cell));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [VERSION, idOf(key), sealed.toString('base64url')].join('.');
    },
    open(sealed, cell) {
      const [version, id, content = ''] = sealed.split('.');
      const key = keys().find((each) => idOf(each) === id);
      if (version !== VERSION || key === undefined) {
        throw new DecryptionError(
          `A value was encrypted with a key that is not in ENCRYPTION_KEYS (${id}). Add that key to the end of the list.`,
        );
      }
      const bytes = Buffer.from(content, 'base64url');
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
          .setAAD(authenticatedData(cell))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new DecryptionError('An encrypted value was changed or moved.', { cause });
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${VERSION}.${idOf(first())}.`),
  };
}

const authenticatedData = (cell: Cell): Buffer => Buffer.from(JSON.stringify(cell));

/** Identifies a key without revealing it. */
const idOf = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

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
  /**
   * Puts a new key first. All others stay: a process may have just used one, a rotation may have been broken off, and older backups
   * need them.
   */
  add(): void;
}

export function keyFile(dataDir: string): KeyFile {
  const path = join(dataDir, FILE);
  let cached: { version: string; keys: readonly Uint8Array[] } | null = null;

  const keys = (): readonly Uint8Array[] => {
    const { mtimeMs, size } = statOrCreate(path);
    // Two keys added within a tick of the file system's clock differ in size only.
    const version = `${mtimeMs} ${size}`;
    if (cached?.version !== version) cached = { version, keys: readKeys(path) };
    return cached.keys;
  };
  return {
    keys,
    add() {
      const temporary = writeTemporary(path, [newKey(), ...keys()]);
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
