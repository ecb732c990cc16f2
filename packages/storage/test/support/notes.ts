import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export interface Notes {
  notes: { id: number; text: string; at: number | null };
}

export const createNotes: Migration = {
  async up(kysely: Kysely<unknown>) {
    await sql`create table notes (id integer primary key, text text not null, at bigint)`.execute(kysely);
  },
};
