import type { DeliveryState, DigestPauseReason } from '@pain-signals/domain';
import type { OutboxMessage, OwnerNotice } from '#handlers/outbox-port.ts';

/**
 * The tables of the Slack app. `workspace_id` is a workspace (T…), or an Enterprise Grid organization (E…) that installed the
 * app for all its workspaces. Times are epoch milliseconds. Columns that end in `_sealed` are encrypted and bound to their row.
 */
export interface Tables {
  installations: InstallationTable;
  oauth_states: OAuthStateTable;
  api_keys: ApiKeyTable;
  settings: SettingsTable;
  settings_changes: SettingsChangeTable;
  outbox: OutboxTable;
  chart_files: ChartFileTable;
  digest_subscriptions: DigestSubscriptionTable;
  digest_votes: DigestVoteTable;
  hidden_quotes: HiddenEvidenceTable;
  hidden_signals: HiddenSignalTable;
  conversations: ConversationTable;
  watches: WatchTable;
  watch_books: WatchLockTable;
  seen_requests: SeenRequestTable;
  last_lists: LastListTable;
  refused_blocks: RefusedBlockTable;
  feedback: FeedbackTable;
}

interface RefusedBlockTable {
  workspace_id: string;
  surface: string;
  kind: string;
  expires_at: number;
}

interface FeedbackTable {
  workspace_id: string;
  user_id: string;
  about: string;
  /** A hash. */
  subject: string;
  is_useful: number;
  given_at: number;
}

interface InstallationTable {
  workspace_id: string;
  team_id: string | null;
  enterprise_id: string | null;
  name: string | null;
  app_id: string | null;
  bot_id: string;
  bot_user_id: string;
  bot_scopes: string;
  bot_token_sealed: string;
  /** Null: the token does not rotate. */
  refresh_token_sealed: string | null;
  token_expires_at: number | null;
  /** Until then one process refreshes the token. */
  refreshing_until: number;
  installed_by: string;
  installed_at: number;
}

interface OAuthStateTable {
  state_hash: string;
  expires_at: number;
}

interface ApiKeyTable {
  workspace_id: string;
  key_sealed: string;
  /** The public part of the key. */
  prefix: string;
  connected_by: string;
  connected_at: number;
}

interface SettingsTable {
  workspace_id: string;
  settings_json: string;
}

interface SettingsChangeTable {
  id: string;
  workspace_id: string;
  at: number;
  user_id: string;
  /** Contains no secrets. */
  change_json: string;
}

interface OutboxTable {
  id: string;
  workspace_id: string;
  kind: OutboxMessage['kind'];
  /** The subscription or watch it comes from; empty for a share. */
  source_id: string;
  send_key: string;
  state: DeliveryState;
  notice: OwnerNotice | null;
  owner_id: string | null;
  channel_id: string | null;
  message_ts: string | null;
  link: string | null;
  error: string | null;
  /** What only this kind of message has. */
  content_json: string;
  attempts: number;
  due_at: number;
  posted_at: number | null;
  /** When a process may take it; null when nothing is left to do. A claim is a time in the future. */
  free_at: number | null;
  claim: string;
  created_at: number;
}

interface ChartFileTable {
  workspace_id: string;
  /** Hash of what the chart shows. */
  content_hash: string;
  /** Slack's file id. */
  file_id: string;
  uploaded_at: number;
}

interface DigestSubscriptionTable {
  id: string;
  workspace_id: string;
  channel_id: string;
  owner_id: string;
  plan_json: string;
  paused_because: DigestPauseReason | null;
  next_due_at: number;
  next_due_date: string;
}

interface DigestVoteTable {
  workspace_id: string;
  subscription_id: string;
  user_id: string;
  signal_id: string;
  macro_area: string | null;
  pain_type: string | null;
  is_useful: 0 | 1;
  voted_at: number;
}

interface HiddenEvidenceTable {
  workspace_id: string;
  quote_id: string;
  /** The most reliable fingerprint of the hidden post, the same for all of its rows. */
  hidden_as: string;
  hidden_at: number;
}

interface HiddenSignalTable {
  workspace_id: string;
  signal_id: string;
  /** When it was hidden: the service may call it otherwise by now. */
  topic: string;
  reason: string;
  hidden_by: string;
  hidden_at: number;
}

interface ConversationTable {
  workspace_id: string;
  /** A thread, or a person in a channel. */
  place: string;
  memory_json: string;
  changed_at: number;
}

export interface WatchTable {
  workspace_id: string;
  id: string;
  owner_id: string;
  /** Null: direct messages to the owner. */
  channel_id: string | null;
  subject_json: string;
  rule_json: string;
  quiet_json: string | null;
  most_a_day: number;
  /** The owner's when they created the watch. */
  time_zone: string | null;
  /** Equal for watches with the same query. */
  question_key: string;
  /** What it has seen and alerted. Null: it starts over. */
  memory_json: string | null;
  /** The snapshot of the last check. Null when an alert waits. */
  snapshot: string | null;
  muted_until: number | null;
  paused: string | null;
  /** Increases with every change, for optimistic locking. */
  version: number;
  created_at: number;
  next_look_at: number;
  /** Until then one process checks it. */
  lease_until: number;
}

/** A row for each workspace with watches, locked while they are counted. */
interface WatchLockTable {
  workspace_id: string;
  /** How often it was locked. */
  held: number;
}

interface SeenRequestTable {
  request_key: string;
  expires_at: number;
}

interface LastListTable {
  workspace_id: string;
  /** A person in a channel, or a thread. */
  place: string;
  list_json: string;
  expires_at: number;
}
