import type { MacroArea, PainType } from '@pain-signals/contract';
import type { Generated } from 'kysely';
import type { RemovalKind } from '../../model/removal.ts';
import type { SignalState } from '../../model/signal.ts';
import type { MoveKind } from '../../model/signal-identity.ts';

type BriefJobState = 'working' | 'done' | 'empty' | 'failed';

/** Times are UTC epoch milliseconds, truth values 0 or 1, `…_json` columns JSON: what both databases keep alike. */
export interface Tables {
  posts: PostTable;
  post_texts: { post_id: number; text: string };
  chunks: { post_id: number; ordinal: number; text: string };
  waiting_posts: { post_id: number; due_at: number; terms_json: string };
  signal_vectors: { signal_id: string; model: string; text_hash: string; vector: Uint8Array };
  signatures: { post_id: number; signature: Uint8Array };
  clusters: ClusterTable;
  signals: SignalTable;
  merge_log: MergeLogTable;
  rebuilt_posts: RebuiltPostTable;
  rebuilt_clusters: ClusterTable;
  rebuilt_terms: DocumentFrequencyTable;
  document_frequencies: DocumentFrequencyTable;
  counters: { name: string; value: number };
  snapshots: { id: number; at: number; total_active_signals: number };
  signal_history: SignalHistoryTable;
  briefs: { signal_id: string; id: string; topic: string; generated_at: number; brief_json: string };
  accounts: { id: string; email: string; plan: 'free' | 'pro'; created_at: number; plan_since: number | null };
  api_keys: ApiKeyTable;
  account_calls: { account_id: string; times_json: string };
  feeds: { key: string; since: number; reached: number; read_at: number | null };
  feed_posts: { post_id: number; feed: string; checked_at: number };
  passwords: { account_id: string; password_hash: string; set_at: number };
  password_links: { token_hash: string; account_id: string; expires_at: number };
  sessions: { token_hash: string; account_id: string; created_at: number; seen_at: number; expires_at: number };
  attempts: { id: string; subject: string; at: number };
  oauth_records: OAuthRecordTable;
  alerts: AlertTable;
  listed_signals: { account_id: string; signal_id: string; at: number };
  semantic_searches: { id: string; account_id: string; at: number; searches: number };
  conduct: ConductTable;
  tombstones: { hash: string; kind: RemovalKind; at: number };
  brief_jobs: { id: string; account_id: string; signal_id: string; state: BriefJobState; created_at: number };
}

/** Narrow on purpose: figures are counted over this table, so the long texts live in others. */
export interface PostTable {
  id: number;
  provider: string;
  external_id: string;
  title: string | null;
  url: string | null;
  author: string | null;
  /** Equal for posts of one author; a post without an author has its own. */
  author_key: string;
  repository: string | null;
  /** The repository, or provider and site where there is none. */
  place: string;
  /** Null away from code hosts. */
  owner: string | null;
  code_host: number;
  licence: string | null;
  reactions: number;
  severity: number;
  chunk_count: number;
  created_at: number;
  stored_at: number;
  sample: number;
  duplicate_of: number | null;
  cluster_id: string | null;
  assigned_at: number | null;
  similarity: number | null;
  /** Put out of sight by the operator; then it is in no cluster, and this is the one it was in. */
  hidden: Generated<number>;
  hidden_from: string | null;
}

export interface ClusterTable {
  id: string;
  /** Order of making. */
  ordinal: number;
  signal_id: string;
  documents: number;
  last_at: number;
  /** Takes no more posts. */
  retired: Generated<number>;
  terms_json: string;
}

interface DocumentFrequencyTable {
  term: string;
  /** Order of first meeting: the leader must number its terms again as it did, or a tie may fall otherwise. */
  ordinal: number;
  documents: number;
}

export interface SignalTable {
  id: string;
  state: SignalState;
  merged_into: string | null;
  /** Put out of sight by the operator, whatever its state. */
  hidden: Generated<number>;
  sample: number;
  created_at: number;
  updated_at: number;
  tracking_started_at: number | null;
  topic: Generated<string>;
  summary: Generated<string>;
  /** Topic and summary folded, since the two databases fold differently; so is the owner. */
  search_text: Generated<string>;
  pain_type: PainType | null;
  macro_area: MacroArea | null;
  macro_area_confidence: number | null;
  described_volume: Generated<number>;
  topic_volume: Generated<number>;
  score: Generated<number>;
  score_parts_json: Generated<string>;
  /** Null for a signal that had no post then. */
  score_parts_week_before_json: string | null;
  growth: Generated<number>;
  rise_p: Generated<number>;
  trending: Generated<number>;
  emerging: Generated<number>;
  volume: Generated<number>;
  chunk_count: Generated<number>;
  author_count: Generated<number>;
  repository_count: Generated<number>;
  first_seen_at: Generated<number>;
  last_seen_at: Generated<number>;
  mentions_last_window: Generated<number>;
  mentions_prev_window: Generated<number>;
  unique_owner_count: Generated<number>;
  top_owner_name: string | null;
  top_owner_folded: string | null;
  top_owner_dominance_pct: Generated<number>;
  sources_json: Generated<string>;
}

export interface MergeLogTable {
  id: number;
  at: number;
  kind: MoveKind;
  from_id: string;
  to_id: string;
  from_state: SignalState;
  cluster_ids_json: string;
  posts: number;
  similarity: number | null;
  undone_at: number | null;
}

/** Where a rebuild puts a post, until it counts. */
interface RebuiltPostTable {
  post_id: number;
  cluster_id: string | null;
  similarity: number | null;
  duplicate_of: number | null;
  severity: number;
  /** Null for a post that nothing is compared with. */
  signature: Uint8Array | null;
}

interface SignalHistoryTable {
  signal_id: string;
  /** UTC, YYYY-MM-DD. */
  day: string;
  at: number;
  score: number;
  volume: number;
  owner_count: number;
  /** Reckoned later from the posts instead of seen on the day. */
  backfilled: number;
}

interface ApiKeyTable {
  prefix: string;
  account_id: string;
  secret_hash: string;
  name: string | null;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

interface OAuthRecordTable {
  model: string;
  id_hash: string;
  /** Equal for a grant and all codes and tokens that rest on it. */
  grant_hash: string | null;
  client_id: string | null;
  account_id: string | null;
  payload_json: string;
  created_at: number;
  consumed_at: number | null;
  expires_at: number | null;
}

export type AlertMetric = 'score' | 'growth' | 'volume';

interface AlertTable {
  id: string;
  account_id: string;
  signal_id: string | null;
  query: string | null;
  metric: AlertMetric;
  above: number;
  created_at: number;
}

/** How fair use can be breached: by reading everything page by page, by searching in a loop. */
export type FairUseBreach = 'paging' | 'searching';

interface ConductTable {
  subject: string;
  account_id: string;
  paging_warned_at: number | null;
  searching_warned_at: number | null;
  suspended_at: number | null;
  suspended_for: FairUseBreach | null;
}
