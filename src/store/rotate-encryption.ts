import { type Cell, DecryptionError, type Encryption } from '@pain-signals/storage';
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Every encrypted column, and the column that its values are bound to. */
export const SEALED_COLUMNS = [
  ['installations', 'bot_token_sealed', 'workspace_id'],
  ['installations', 'refresh_token_sealed', 'workspace_id'],
  ['api_keys', 'key_sealed', 'workspace_id'],
  ['unanswered_requests', 'request_sealed', 'request_key'],
] as const;

export interface RotationReport {
  values: number;
  /** How many were encrypted with another key. */
  changed: number;
  /** How many none of the keys can decrypt. They stay as they are. */
  unreadable: number;
}

/**
 * Encrypts every secret with the first key, row by row and beside a running app. A value that the app changes meanwhile is left to the
 * next run. After an interruption it can be run again.
 */
export async function rotateEncryption(kysely: Kysely<Tables>, encryption: Encryption): Promise<RotationReport> {
  const done = { values: 0, changed: 0, unreadable: 0 };
  for await (const { place, sealed, boundTo } of sealedValues(kysely)) {
    done.values += 1;
    if (encryption.isCurrent(sealed)) continue;
    const [table, column, id] = place;
    const text = openIfReadable(encryption, sealed, place);
    if (text === null) {
      done.unreadable += 1;
      continue;
    }
    const rotated = encryption.seal(text, place);
    const [from, cell, key] = [sql.table(table), sql.ref(column), sql.ref(boundTo)];
    await sql`update ${from} set ${cell} = ${rotated} where ${key} = ${id} and ${cell} = ${sealed}`.execute(kysely);
    done.changed += 1;
  }
  return done;
}

/** How many secrets none of the keys can decrypt. */
export async function countUnreadableSecrets(kysely: Kysely<Tables>, encryption: Encryption): Promise<number> {
  let count = 0;
  for await (const { place, sealed } of sealedValues(kysely)) {
    if (openIfReadable(encryption, sealed, place) === null) count += 1;
  }
  return count;
}

function openIfReadable(encryption: Encryption, sealed: string, place: Cell): string | null {
  try {
    return encryption.open(sealed, place);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

async function* sealedValues(kysely: Kysely<Tables>) {
  for (const [table, column, boundTo] of SEALED_COLUMNS) {
    const [from, cell] = [sql.table(table), sql.ref(column)];
    const { rows } = await sql<{ id: string; sealed: string }>`
      select ${sql.ref(boundTo)} as id, ${cell} as sealed from ${from} where ${cell} is not null`.execute(kysely);
    for (const { id, sealed } of rows) yield { place: [table, column, id] as const, sealed, boundTo };
  }
}
