import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { FIRST_TABLES } from './0001-first-tables.ts';
import { ALERTS, BRIEF_JOBS, FAIR_USE, FEEDS, MERGE_LOG, REMOVALS, SESSIONS } from './0002-to-0008.ts';
import {
  CHANGED_SIGNALS,
  CLUSTER_VOLUMES,
  ENDED_SIGNALS,
  FAIR_USE_BY_ACCOUNT,
  FOLLOWED_FEEDS,
  INGEST_ANSWERS,
  MISSING_POSTS,
  MODEL_ANSWERS,
  PARTS_WEEK_BEFORE,
  POST_TERMS_POSTGRES,
  POST_TERMS_SQLITE,
  REMOVAL_INDEXES,
  SEARCHED_TERMS_POSTGRES,
  SIGNAL_VECTORS,
  SIGNATURE_KEYS_POSTGRES,
  SIGNATURE_KEYS_SQLITE,
  THREAD_FAILURES,
} from './0010-to-0024.ts';

type Statements = string | readonly string[];

/** `statements`: a list, or a text in which only the end of a statement is a semicolon. */
const run = (statements: Statements, postgres: Statements = statements): Migration => ({
  async up(database: Kysely<unknown>) {
    const chosen = database.getExecutor().adapter instanceof PostgresAdapter ? postgres : statements;
    const list = typeof chosen === 'string' ? chosen.split(';').filter((text) => text.trim() !== '') : chosen;
    for (const statement of list) await sql.raw(statement).execute(database);
  },
});

/** Every change of the tables, in order of name; a published one is never edited. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first-tables': run(FIRST_TABLES),
  '0002-feeds': run(FEEDS),
  '0003-sessions': run(SESSIONS),
  '0004-brief-jobs': run(BRIEF_JOBS),
  '0005-alerts': run(ALERTS),
  '0006-merge-log': run(MERGE_LOG),
  '0007-removals': run(REMOVALS),
  '0008-fair-use': run(FAIR_USE),
  '0010-signal-vectors': run(SIGNAL_VECTORS),
  '0011-parts-week-before': run(PARTS_WEEK_BEFORE),
  '0012-removal-indexes': run(REMOVAL_INDEXES),
  '0013-missing-posts': run(MISSING_POSTS),
  '0014-model-answers': run(MODEL_ANSWERS),
  '0015-fair-use-by-account': run(FAIR_USE_BY_ACCOUNT),
  '0016-changed-signals': run(CHANGED_SIGNALS),
  '0017-post-terms': run(POST_TERMS_SQLITE, POST_TERMS_POSTGRES),
  '0018-signature-keys': run(SIGNATURE_KEYS_SQLITE, SIGNATURE_KEYS_POSTGRES),
  '0019-searched-terms': run([], SEARCHED_TERMS_POSTGRES),
  '0020-cluster-volumes': run(CLUSTER_VOLUMES),
  '0021-thread-failures': run(THREAD_FAILURES),
  '0022-ingest-answers': run(INGEST_ANSWERS),
  '0023-followed-feeds': run(FOLLOWED_FEEDS),
  '0024-ended-signals': run(ENDED_SIGNALS),
};
