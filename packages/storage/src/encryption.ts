import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

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
