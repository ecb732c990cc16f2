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
import { type AccountStore, accountStore } from './account-store.ts';
import { type AlertStore, alertStore } from './alert-store.ts';
import { assignments, type PostAssignment, type StateTally, stateTallies } from './assignment-store.ts';
import { type AttemptStore, attemptStore } from './attempt-store.ts';
import { type BriefJobStore, briefJobStore } from './brief-job-store.ts';
import { type BriefStore, briefStore } from './brief-store.ts';
import { type CallStore, callStore } from './call-store.ts';
import { type ClusterStore, clusterStore } from './cluster-store.ts';
import { type FairUseStore, fairUseStore } from './conduct-store.ts';
import { type CounterStore, counterStore } from './counter-store.ts';
import { type DocumentStore, documentStore } from './document-store.ts';
import { type EvidenceStore, evidenceStore } from './evidence-store.ts';
import { type FeedStore, feedStore } from './feed-store.ts';
import { type HidingStore, hidingStore } from './hiding-store.ts';
import { type KeyStore, keyStore } from './key-store.ts';
import { type MentionStore, mentionStore } from './mention-store.ts';
import { type MergeLog, mergeLog } from './merge-log.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { type OAuthStore, oauthStore } from './oauth-store.ts';
import { type PasswordStore, passwordStore } from './password-store.ts';
import { type PostStore, postStore } from './post-store.ts';
import { type ProgramStore, programStore } from './program-store.ts';
import { type RebuildStore, rebuildStore } from './rebuild-store.ts';
import { type RemovalStore, removalStore } from './removal-store.ts';
import { type SampleStore, sampleStore } from './sample-store.ts';
import { type SessionStore, sessionStore } from './session-store.ts';
import { type SignalChanges, signalChanges } from './signal-changes.ts';
import { type SignalStore, signalStore } from './signal-store.ts';
import { type SignatureStore, signatureStore } from './signature-store.ts';
import { type SnapshotStore, snapshotStore } from './snapshot-store.ts';
import type { Tables } from './tables.ts';
import { type TombstoneStore, tombstoneStore } from './tombstone-store.ts';
import { type VectorStore, vectorStore } from './vector-store.ts';

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
