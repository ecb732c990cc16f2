import { randomUUID } from 'node:crypto';
import {
  type BackupProgress,
  backUp,
  camelCase,
  checkBackup,
  type Database as DatabaseOf,
  type DatabaseOptions,
  dropRestoreRemains,
  migrate,
  openDatabase,
  restore,
  takeWriterLock,
  type WriterLock,
} from '@pain-signals/storage';
import type { Kysely } from 'kysely';
import { accountStore, alertStore, keyStore } from './accounts/accounts.ts';
import { fairUseStore } from './accounts/fair-use.ts';
import { oauthStore, programStore } from './accounts/oauth.ts';
import { attemptStore, callStore } from './accounts/rate-limits.ts';
import { passwordStore, sessionStore } from './accounts/sign-in.ts';
import { counterStore } from './database/counters.ts';
import type { StoreContext, Tables } from './database/tables.ts';
import { hidingStore } from './jobs/hiding.ts';
import { ingestAnswerStore } from './jobs/ingest-answers.ts';
import { rebuildStore } from './jobs/rebuild.ts';
import { removalStore, tombstoneStore } from './jobs/removals.ts';
import { sampleStore } from './jobs/sample.ts';
import { threadFailureStore } from './jobs/thread-failures.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { documentStore, evidenceStore } from './posts/evidence.ts';
import { feedStore } from './posts/feeds.ts';
import { postTermStore } from './posts/post-terms.ts';
import { type PostIdentity, postStore } from './posts/posts.ts';
import { signatureStore } from './posts/signatures.ts';
import { assignments, placeOf, placesAfter, stateTallies, withheldPosts } from './signals/assignments.ts';
import { briefJobStore, briefStore } from './signals/briefs.ts';
import { clusterStore } from './signals/clusters.ts';
import { vectorStore } from './signals/embeddings.ts';
import { mentionStore } from './signals/mentions.ts';
import { mergeLog } from './signals/merge-log.ts';
import { modelAnswerStore } from './signals/model-answers.ts';
import { signalChanges } from './signals/signal-changes.ts';
import { signalStore } from './signals/signals.ts';
import { snapshotStore } from './signals/snapshots.ts';

export type { Account, Alert, ApiKeyRecord, Billing } from './accounts/accounts.ts';
export type { FairUseRecord } from './accounts/fair-use.ts';
export type { FoundOAuthRecord, OAuthStore, ProgramRecord } from './accounts/oauth.ts';
export type { RefreshScope } from './database/counters.ts';
export type { DamagedRow, OnDamaged } from './database/damaged-rows.ts';
export { type FairUseBreach, PLANS, type Plan } from './database/tables.ts';
export type { HideResult } from './jobs/hiding.ts';
export type { RebuildablePost, RebuildTotals, RebuiltCluster, RebuiltPost } from './jobs/rebuild.ts';
export type { RemovedPost } from './jobs/removals.ts';
export type { ThreadFailure } from './jobs/thread-failures.ts';
export type { ChunkRow, EvidenceRow } from './posts/evidence.ts';
export type { FeedPost, FeedState, MissingPosts } from './posts/feeds.ts';
export type { SearchedPost } from './posts/post-terms.ts';
export type { Placement } from './posts/posts.ts';
export { identityKey, type PostIdentity } from './posts/posts.ts';
export type { SignatureKeys, StoredSignature } from './posts/signatures.ts';
export type { PostAssignment, PostPlace, StateTally } from './signals/assignments.ts';
export type { BriefJob } from './signals/briefs.ts';
export type { LoggedMove, NamedMove } from './signals/merge-log.ts';
export type { PublicSignal, RefreshedSignal } from './signals/signal-changes.ts';
export type { SignalListing, SignalRow } from './signals/signals.ts';
export type { HistoryRow } from './signals/snapshots.ts';

/** One store per aggregate. Inside `transaction` the same stores write all or nothing. */
export type Stores = ReturnType<typeof createStores>;

export interface Store extends Stores {
  /** Inside `work`, use only the stores it gets: the outer ones wait for the transaction to end. */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
  /** One process at a time writes posts and signals; calls `onWait` once if it has to wait. */
  lockPipeline(onWait?: () => void): Promise<WriterLock>;
  /** One process at a time imports dropped files. */
  lockFolder(): Promise<WriterLock>;
  /** One process at a time reads the sources. */
  lockFetching(onWait?: () => void): Promise<WriterLock>;
  /** Writes a consistent backup to a file that only its owner can read, or adds it to the app's part. Returns the number of rows. */
  backUp(path: string, progress?: BackupProgress): Promise<number>;
  /** Throws when the file isn't a backup of these tables, or any part of it is damaged. */
  checkBackup(path: string): Promise<void>;
  /** Replaces everything with a backup in one transaction, which `around` is called in. Returns the number of rows. */
  restore(path: string, options: RestoreOptions): Promise<number>;
  /**
   * Drops the copy of a backup that a killed restore left, as opening the store does. `in use`: a restore runs. Throws OperatorError
   * when it can't be dropped.
   */
  dropRestoreRemains(): Promise<'none' | 'dropped' | 'in use'>;
  /** How many migrations opening it applied. */
  migrated: number;
  /** Null on SQLite. */
  poolUse: DatabaseOf<Tables>['poolUse'];
  clockAhead: DatabaseOf<Tables>['clockAhead'];
  proveWritable: DatabaseOf<Tables>['proveWritable'];
  /** Updates the statistics that queries are planned by; after many rows were written. */
  analyze(): Promise<void>;
  /** Erases deleted content from the write-ahead log too, even while other processes have the database open. */
  clearLog(): Promise<void>;
  close(): Promise<void>;
}
export interface RestoreOptions extends BackupProgress {
  around(stores: Stores, replaceAll: () => Promise<void>): Promise<void>;
}
export interface StoreOptions extends Omit<DatabaseOptions, 'name'>, Partial<StoreContext> {
  /** False: only the command `migrate` changes the tables. */
  mayMigrate?: boolean;
}

const DATABASE_NAME = 'service';
/** The next import fills them again. */
const DERIVED_TABLES = ['signature_keys'];
const PIPELINE_LOCK = 'pipeline';
const FETCHING_LOCK = 'fetching';
const FOLDER_LOCK = 'folder';

/** Opens the service's database and migrates it. */
export async function openStore({
  now = Date.now,
  newId = randomUUID,
  onDamaged = () => {},
  mayMigrate,
  ...where
}: StoreOptions): Promise<Store> {
  const database = await openDatabase<Tables>({ ...where, name: DATABASE_NAME });
  let migrated = 0;
  try {
    migrated = await migrate(database, MIGRATIONS, mayMigrate);
    // What depends on it, such as `forget`, drops them itself and fails if it can't.
    await dropRestoreRemains(database).catch(() => {});
  } catch (error) {
    await database.close();
    throw error;
  }
  const context = { now, newId, onDamaged };
  const kysely = database.kysely.withPlugin(camelCase);
  return {
    ...createStores(kysely, context),
    transaction: (work) => kysely.transaction().execute((transaction) => work(createStores(transaction, context))),
    lockPipeline: (onWait) => takeWriterLock(database, PIPELINE_LOCK, onWait),
    lockFolder: () => takeWriterLock(database, FOLDER_LOCK),
    lockFetching: (onWait) => takeWriterLock(database, FETCHING_LOCK, onWait),
    backUp: (path, progress) => backUp(database, path, { ...progress, append: true, without: DERIVED_TABLES }),
    checkBackup: (path) => checkBackup(database, path, MIGRATIONS),
    restore: (path, { around, onProgress }) =>
      restore(database, path, {
        migrations: MIGRATIONS,
        // Content deleted after the backup was made stays deleted.
        keep: ['tombstones'],
        around: (transaction, replaceAll) =>
          around(createStores(transaction.withPlugin(camelCase), context), replaceAll),
        onProgress,
      }),
    dropRestoreRemains: () => dropRestoreRemains(database),
    migrated,
    poolUse: database.poolUse,
    clockAhead: database.clockAhead,
    proveWritable: database.proveWritable,
    analyze: () => database.analyze(),
    clearLog: () => database.clearLog(),
    close: () => database.close(),
  };
}

function createStores(kysely: Kysely<Tables>, context: StoreContext) {
  const { now, newId, onDamaged } = context;
  const counters = counterStore(kysely);
  const clusters = clusterStore(kysely, counters);
  const log = mergeLog(kysely);
  const postTerms = postTermStore(kysely);
  const posts = postStore(kysely, counters, postTerms);
  const changes = signalChanges(kysely, clusters, log);
  return {
    signals: signalStore(kysely, onDamaged),
    evidence: evidenceStore(kysely),
    snapshots: snapshotStore(kysely, onDamaged),
    briefs: briefStore(kysely, onDamaged),
    briefJobs: briefJobStore(kysely, context),
    accounts: accountStore(kysely, counters, context),
    keys: keyStore(kysely, counters, now),
    passwords: passwordStore(kysely, now),
    sessions: sessionStore(kysely, now),
    attempts: attemptStore(kysely, context),
    alerts: alertStore(kysely, context),
    oauth: oauthStore(kysely, now),
    programs: programStore(kysely, now),
    calls: callStore(kysely),
    fairUse: fairUseStore(kysely, newId),
    counters,
    posts,
    postTerms,
    signatures: signatureStore(kysely),
    vectors: vectorStore(kysely),
    modelAnswers: modelAnswerStore(kysely, now),
    clusters,
    documents: documentStore(kysely),
    signalChanges: changes,
    mergeLog: log,
    rebuild: rebuildStore(kysely, { counters, posts, signalChanges: changes }),
    sample: sampleStore(kysely),
    threadFailures: threadFailureStore(kysely),
    ingestAnswers: ingestAnswerStore(kysely, now),
    mentions: mentionStore(kysely),
    feeds: feedStore(kysely),
    removals: removalStore(kysely),
    tombstones: tombstoneStore(kysely, now),
    hiding: hidingStore(kysely, now),
    assignments: () => assignments(kysely),
    placeOf: (post: PostIdentity) => placeOf(kysely, post),
    placesAfter: (postId: number) => placesAfter(kysely, postId),
    stateTallies: () => stateTallies(kysely),
    withheldPosts: () => withheldPosts(kysely, counters),
    revision: counters.revision,
  };
}
