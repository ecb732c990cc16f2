import { randomUUID } from 'node:crypto';
import {
  type BackupProgress,
  backUp,
  checkBackup,
  type DatabaseOptions,
  migrate,
  openDatabase,
  restore,
  takeWriterLock,
  type WriterLock,
} from '@pain-signals/storage';
import type { Kysely } from 'kysely';
import { type AccountStore, accountStore } from './accounts/accounts.ts';
import { type AlertStore, alertStore } from './accounts/alerts.ts';
import { type KeyStore, keyStore } from './accounts/api-keys.ts';
import { type FairUseStore, fairUseStore } from './accounts/fair-use.ts';
import { type OAuthStore, oauthStore, type ProgramStore, programStore } from './accounts/oauth.ts';
import { type AttemptStore, attemptStore, type CallStore, callStore } from './accounts/rate-limits.ts';
import { type PasswordStore, passwordStore, type SessionStore, sessionStore } from './accounts/sign-in.ts';
import { type CounterStore, counterStore } from './database/counters.ts';
import type { Tables } from './database/tables.ts';
import { type HidingStore, hidingStore } from './jobs/hiding.ts';
import { type RebuildStore, rebuildStore } from './jobs/rebuild.ts';
import { type RemovalStore, removalStore, type TombstoneStore, tombstoneStore } from './jobs/removals.ts';
import { type SampleStore, sampleStore } from './jobs/sample.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { type DocumentStore, documentStore, type EvidenceStore, evidenceStore } from './posts/evidence.ts';
import { type FeedStore, feedStore } from './posts/feeds.ts';
import { type PostStore, postStore } from './posts/posts.ts';
import { type SignatureStore, signatureStore } from './posts/signatures.ts';
import { assignments, type PostAssignment, type StateTally, stateTallies } from './signals/assignments.ts';
import { type BriefJobStore, type BriefStore, briefJobStore, briefStore } from './signals/briefs.ts';
import { type ClusterStore, clusterStore } from './signals/clusters.ts';
import { type MentionStore, mentionStore } from './signals/mentions.ts';
import { type MergeLog, mergeLog } from './signals/merge-log.ts';
import { type SignalChanges, signalChanges } from './signals/signal-changes.ts';
import { type SignalStore, signalStore } from './signals/signals.ts';
import { type SnapshotStore, snapshotStore } from './signals/snapshots.ts';
import { type VectorStore, vectorStore } from './signals/vectors.ts';

/** The tables behind verbs; inside `transaction` the same verbs, all or none. */
export interface Stores {
  signals: SignalStore;
  evidence: EvidenceStore;
  snapshots: SnapshotStore;
  briefs: BriefStore;
  briefJobs: BriefJobStore;
  accounts: AccountStore;
  keys: KeyStore;
  passwords: PasswordStore;
  sessions: SessionStore;
  attempts: AttemptStore;
  alerts: AlertStore;
  oauth: OAuthStore;
  programs: ProgramStore;
  calls: CallStore;
  fairUse: FairUseStore;
  counters: CounterStore;
  posts: PostStore;
  signatures: SignatureStore;
  vectors: VectorStore;
  clusters: ClusterStore;
  documents: DocumentStore;
  signalChanges: SignalChanges;
  mergeLog: MergeLog;
  rebuild: RebuildStore;
  sample: SampleStore;
  mentions: MentionStore;
  feeds: FeedStore;
  removals: RemovalStore;
  tombstones: TombstoneStore;
  hiding: HidingStore;
  assignments(): AsyncIterable<PostAssignment>;
  stateTallies(): Promise<StateTally[]>;
  /** Grows with every change that readers must see. */
  revision(): Promise<number>;
}
export interface Store extends Stores {
  /** Use only the stores handed to `work` inside it: the outer ones wait for the transaction to end. */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
  /** One process at a time writes posts and signals; `onWait` is called once if another one does. */
  lockPipeline(onWait?: () => void): Promise<WriterLock>;
  /** One process at a time reads the sources. */
  lockFetching(onWait?: () => void): Promise<WriterLock>;
  /** Writes everything, as it is at one moment, to a file that only its owner may read. Answers how many rows. */
  backUp(path: string, progress?: BackupProgress): Promise<number>;
  /** Throws where a file is no backup of these tables, as far as its first line tells. */
  checkBackup(path: string): Promise<void>;
  /** Puts what a backup holds in the place of everything, all at once; `around` is called in the same transaction. */
  restore(path: string, options: RestoreOptions): Promise<number>;
  /** What was deleted is in no file any more, although others have the database open. */
  clearLog(): Promise<void>;
  close(): Promise<void>;
}
export interface RestoreOptions extends BackupProgress {
  around(stores: Stores, putIn: () => Promise<void>): Promise<void>;
}
export interface StoreOptions extends Omit<DatabaseOptions, 'name'> {
  now?: () => number;
  newId?: () => string;
}

const DATABASE_NAME = 'service';
const PIPELINE_LOCK = 'pipeline';
const FETCHING_LOCK = 'fetching';

/** Opens the service's database and brings its tables up to date. */
export async function openStore({ now = Date.now, newId = randomUUID, ...where }: StoreOptions): Promise<Store> {
  const database = await openDatabase<Tables>({ ...where, name: DATABASE_NAME });
  try {
    await migrate(database, MIGRATIONS);
  } catch (error) {
    await database.close();
    throw error;
  }
  const outside = { now, newId };
  return {
    ...createStores(database.kysely, outside),
    transaction: (work) => database.kysely.transaction().execute((handle) => work(createStores(handle, outside))),
    lockPipeline: (onWait) => takeWriterLock(database, PIPELINE_LOCK, onWait),
    lockFetching: (onWait) => takeWriterLock(database, FETCHING_LOCK, onWait),
    backUp: (path, progress) => backUp(database, path, progress),
    checkBackup: (path) => checkBackup(database, path, MIGRATIONS),
    restore: (path, { around, onProgress }) =>
      restore(database, path, {
        migrations: MIGRATIONS,
        // What was forgotten since the backup was made stays forgotten.
        keep: ['tombstones'],
        around: (handle, putIn) => around(createStores(handle, outside), putIn),
        ...(onProgress === undefined ? {} : { onProgress }),
      }),
    clearLog: () => database.clearLog(),
    close: () => database.close(),
  };
}

function createStores(kysely: Kysely<Tables>, { now, newId }: { now: () => number; newId: () => string }): Stores {
  const counters = counterStore(kysely);
  const clusters = clusterStore(kysely, counters);
  const log = mergeLog(kysely);
  const posts = postStore(kysely, counters);
  const changes = signalChanges(kysely, clusters, log);
  return {
    signals: signalStore(kysely),
    evidence: evidenceStore(kysely),
    snapshots: snapshotStore(kysely),
    briefs: briefStore(kysely),
    briefJobs: briefJobStore(kysely, { now, newId }),
    accounts: accountStore(kysely, counters, { now, newId }),
    keys: keyStore(kysely, counters, now),
    passwords: passwordStore(kysely, now),
    sessions: sessionStore(kysely, now),
    attempts: attemptStore(kysely, { now, newId }),
    alerts: alertStore(kysely, { now, newId }),
    oauth: oauthStore(kysely, now),
    programs: programStore(kysely, now),
    calls: callStore(kysely),
    fairUse: fairUseStore(kysely, newId),
    counters,
    posts,
    signatures: signatureStore(kysely),
    vectors: vectorStore(kysely),
    clusters,
    documents: documentStore(kysely),
    signalChanges: changes,
    mergeLog: log,
    rebuild: rebuildStore(kysely, { counters, posts, signalChanges: changes }),
    sample: sampleStore(kysely),
    mentions: mentionStore(kysely),
    feeds: feedStore(kysely),
    removals: removalStore(kysely),
    tombstones: tombstoneStore(kysely, now),
    hiding: hidingStore(kysely),
    assignments: () => assignments(kysely),
    stateTallies: () => stateTallies(kysely),
    revision: () => counters.get('revision'),
  };
}
