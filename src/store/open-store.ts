import { TimedOutError, withTimeout } from '@pain-signals/contract';
import {
  backUp,
  camelCase,
  createEncryption,
  type Database,
  dropRestoreRemains,
  isBusy,
  isDatabaseUnavailable,
  isDatabaseUnwritable,
  keyFile,
  migrate,
  openDatabase,
  rehearseRestore,
  restore,
} from '@pain-signals/storage';
import type { Kysely } from 'kysely';
import { StoreUnavailableError } from '#handlers/errors.ts';
import { listedSignalStore } from './api-keys.ts';
import { batchWrites, type Write } from './batched-writes.ts';
import { subscriptionStore } from './digest-subscriptions.ts';
import { type InstallationStore, installationStore, type OAuthStateStore, oauthStateStore } from './installations.ts';
import { VERSION_0_1 } from './migrations/version-0.1.ts';
import { VERSION_0_2 } from './migrations/version-0.2.ts';
import { outboxStore } from './outbox.ts';
import { countUnreadableSecrets, type RotationReport, rotateEncryption } from './rotate-encryption.ts';
import { type SeenRequestStore, seenRequestStore } from './seen-requests.ts';
import type { Tables } from './tables.ts';
import { type UnansweredRequestStore, unansweredRequestStore } from './unanswered-requests.ts';
import { watchCheckStore } from './watch-checks.ts';
import { createTenantStores, type TenantStores, type WorkspaceStore, workspaceStore } from './workspace-store.ts';

/** What can change together. */
interface TransactionStores extends Pick<TenantStores, 'outbox' | 'subscriptions'> {
  installations: InstallationStore;
  /** Deletes everything of a workspace except its installation. */
  forgetWorkspace(workspaceId: string): Promise<void>;
}

/** Everything the app keeps. */
export interface Store extends TenantStores, TransactionStores {
  oauthStates: OAuthStateStore;
  watchChecks: ReturnType<typeof watchCheckStore>;
  seenRequests: SeenRequestStore;
  unansweredRequests: UnansweredRequestStore;
  listedSignals: ReturnType<typeof listedSignalStore>;
  /** Tenant scope: nothing in it reaches another workspace. */
  forWorkspace(workspaceId: string): WorkspaceStore;
  /** Use only the stores handed to `work`: the outer ones wait for the transaction to end. */
  transaction<Result>(work: (stores: TransactionStores) => Promise<Result>): Promise<Result>;
  /** Encrypts every secret with the first key. */
  rotateEncryption(): Promise<RotationReport>;
  /** Writes the app's part of a backup, to which the service adds its own. Returns the number of rows. */
  backUp(path: string): Promise<number>;
  /** Throws when the app's part of a backup can't be restored. Changes nothing. */
  rehearseRestore(path: string): Promise<void>;
  /** Replaces everything with a backup's part, in one transaction. */
  restore(path: string): Promise<{ rows: number; unreadableSecrets: number }>;
  /** Whether a restore would replace anything. */
  isEmpty(): Promise<boolean>;
  /** Null on SQLite. */
  poolUse: Database<Tables>['poolUse'];
  /** Throws when the database is away or takes no writes. */
  proveWritable: Database<Tables>['proveWritable'];
  clockAhead: Database<Tables>['clockAhead'];
  /**
   * What is due later than its own period allows is due now, or at its next time: a clock ran ahead. Returns the ids. Nothing is later
   * than by the database's clock, so that a process whose clock is behind changes nothing.
   */
  pullBack(): Promise<Record<'digests' | 'watches' | 'messages' | 'tokens', string[]>>;
  /** Erases what was deleted from the database's statistics and log, too. */
  clearTraces(): Promise<void>;
  /** How many migrations were applied when it was opened. */
  migrated: number;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** PostgreSQL; null for an SQLite file in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** The first encrypts, all decrypt; null: kept in `dataDir`. */
  encryptionKeys: readonly Uint8Array[] | null;
  /** Connections to PostgreSQL. */
  poolSize?: number;
  /** How long a transaction waits for another process's, on SQLite. */
  patienceMs?: number;
  /** How long PostgreSQL may say nothing to a statement before its connection is given up. */
  silenceMs?: number;
  /** False: throws MigrationNeededError instead of migrating. */
  mayMigrate?: boolean;
  now?: () => number;
  /** How long changes of the outbox wait for others to share a transaction with, on SQLite. */
  gatherMs?: number;
}

/** Every change of the tables, in order of name; a released one is never edited. */
const MIGRATIONS = { ...VERSION_0_1, ...VERSION_0_2 };

const GATHER_MS = 20;
export const DATABASE_NAME = 'slack_app';

/** Opens the Slack app's database and brings its tables up to date, where it may. */
export async function openStore({
  databaseUrl,
  dataDir,
  encryptionKeys,
  poolSize,
  patienceMs,
  silenceMs,
  mayMigrate,
  now = Date.now,
  gatherMs = GATHER_MS,
}: StoreOptions): Promise<Store> {
  const database = await openDatabase<Tables>({
    ...{ databaseUrl: databaseUrl ?? undefined, dataDir, name: DATABASE_NAME, poolSize, patienceMs, silenceMs },
  });
  const encryption = createEncryption(encryptionKeys === null ? keyFile(dataDir).keys : () => encryptionKeys);
  let migrated = 0;
  try {
    migrated = await migrate(database, MIGRATIONS, mayMigrate);
    await dropRestoreRemains(database).catch(() => {});
  } catch (error) {
    await database.close();
    throw error;
  }
  const kysely = database.kysely.withPlugin(camelCase);
  const write: Write<Tables> = (work) => work(kysely);
  const durable = databaseUrl === null ? batchWrites(kysely, { gatherMs, sync: database.sync }) : write;
  const recent = databaseUrl === null ? batchWrites(kysely, { gatherMs: 0 }) : write;
  const installations = (handle: Kysely<Tables>) => ({
    installations: installationStore(handle, encryption, now),
    forgetWorkspace: (workspaceId: string) => forgetWorkspace(handle, workspaceId),
  });
  const unansweredRequests = unansweredRequestStore(kysely, encryption, now, recent);
  const store: Store = {
    ...createTenantStores({ kysely, encryption, now, durable, recent }),
    ...installations(kysely),
    oauthStates: oauthStateStore(kysely, now),
    watchChecks: watchCheckStore(kysely, now, durable),
    seenRequests: seenRequestStore(kysely, now, recent, unansweredRequests, databaseUrl !== null),
    unansweredRequests,
    listedSignals: listedSignalStore(kysely, now),
    forWorkspace(workspaceId) {
      return workspaceStore(this, workspaceId);
    },
    transaction: (work) =>
      kysely.transaction().execute((handle) =>
        work({
          ...installations(handle),
          outbox: outboxStore(handle, now, (write) => write(handle)),
          subscriptions: subscriptionStore(handle, now),
        }),
      ),
    async pullBack() {
      const at = now() + Math.max(0, Math.ceil((await database.clockAhead()) ?? 0));
      const { seenRequests, votes, conversations, lastLists, refusedBlocks, listedSignals } = store;
      for (const { pullBack } of [seenRequests, votes, conversations, lastLists, refusedBlocks, listedSignals])
        await pullBack(at);
      return {
        digests: await subscriptionStore(kysely, now).pullBack(at),
        watches: await store.watchChecks.pullBack(at),
        messages: await outboxStore(kysely, now, write).pullBack(at),
        tokens: await store.installations.pullBack(at),
      };
    },
    migrated,
    rotateEncryption: () => rotateEncryption(database.kysely, encryption),
    // Who waits at the time of a backup is answered or told before anybody restores it.
    backUp: (path) => backUp(database, path, { without: ['unanswered_requests'] }),
    rehearseRestore: (path) => rehearseRestore(database, path, MIGRATIONS),
    async restore(path) {
      const rows = await restore(database, path, {
        ...{ migrations: MIGRATIONS, keep: KEPT_AT_RESTORE },
        async around(transaction, replaceAll) {
          await replaceAll();
          await outboxStore(transaction.withPlugin(camelCase), now, write).forgetUnfinishedShares();
        },
      });
      await database.analyze();
      return { rows, unreadableSecrets: await countUnreadableSecrets(database.kysely, encryption) };
    },
    isEmpty: () => isEmpty(kysely),
    poolUse: database.poolUse,
    proveWritable: database.proveWritable,
    clockAhead: database.clockAhead,
    async clearTraces() {
      await database.clearLog();
      // PostgreSQL plans by samples of what is stored, whole texts among them.
      await database.analyze();
    },
    close: () => database.close(),
  };
  return store;
}

type WorkspaceTable = {
  [Name in keyof Tables]: 'workspaceId' extends keyof Tables[Name] ? Name : never;
}[keyof Tables];

/**
 * The compiler checks that this names every table with a workspace's rows. Installations are left out: a new one may exist. Removals
 * are forgotten once their workspace is swept.
 */
const WORKSPACE_TABLES: Readonly<Record<Exclude<WorkspaceTable, 'installations' | 'removals'>, true>> = {
  apiKeys: true,
  settings: true,
  settingsChanges: true,
  outbox: true,
  chartFiles: true,
  digestSubscriptions: true,
  digestVotes: true,
  hiddenQuotes: true,
  hiddenSignals: true,
  conversations: true,
  watches: true,
  watchBooks: true,
  lastLists: true,
  unansweredRequests: true,
  refusedBlocks: true,
  feedback: true,
};

/** A token that Slack rotated since the backup works; the backup's is dead. Requests are those of today, taken and to be answered. */
const KEPT_AT_RESTORE = [
  'installations',
  'removals',
  'oauth_states',
  'seen_requests',
  'unanswered_requests',
  'listed_signals',
];

async function isEmpty(kysely: Kysely<Tables>): Promise<boolean> {
  for (const table of ['installations', 'apiKeys', 'settings', 'digestSubscriptions', 'watches', 'outbox'] as const) {
    const row = await kysely.selectFrom(table).select('workspaceId').limit(1).executeTakeFirst();
    if (row !== undefined) return false;
  }
  return true;
}

/** See Store.forgetWorkspace. */
async function forgetWorkspace(kysely: Kysely<Tables>, workspaceId: string): Promise<void> {
  for (const table of Object.keys(WORKSPACE_TABLES) as (keyof typeof WORKSPACE_TABLES)[]) {
    await kysely.deleteFrom(table).where('workspaceId', '=', workspaceId).execute();
  }
}

/** The result of a call to the database; throws a StoreUnavailableError where the database fails or is too slow. */
export async function storedInTime<Result>(timeoutMs: number, call: Promise<Result>): Promise<Result> {
  try {
    return await withTimeout(timeoutMs, call);
  } catch (error) {
    const isAway = error instanceof TimedOutError || isDatabaseUnavailable(error) || isDatabaseUnwritable(error);
    throw isAway || isBusy(error) ? new StoreUnavailableError({ cause: error }) : error;
  }
}
