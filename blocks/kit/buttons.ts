import { decodeJson } from '@pain-signals/contract';
import { DigestProposal, Query, ShareRequest } from '@pain-signals/domain';
import { z } from 'zod';
import { BLOCK_LIMITS } from './limits.ts';

/** Every action id a card sends back; handlers/listeners/ has a listener for each. */
export const ACTION = {
  details: 'details',
  listOpen: 'open_listed',
  feedback: 'feedback',
  previousPage: 'previous_page',
  nextPage: 'next_page',
  backToList: 'back_to_list',
  backToSignal: 'back_to_signal',
  chart: 'show_chart',
  chartChange: 'change_chart',
  listOrder: 'order_list',
  listArea: 'filter_area',
  listType: 'filter_type',
  listPeriod: 'choose_period',
  openCompare: 'open_compare',
  more: 'more',
  shareHere: 'show_here',
  sendAsDm: 'send_to_me',
  evidence: 'show_evidence',
  readEvidenceItem: 'read_quote',
  previousEvidenceItem: 'previous_quote',
  nextEvidenceItem: 'next_quote',
  hideEvidenceItem: 'hide_quote',
  unhideEvidenceItem: 'unhide_quote',
  hideNotAPain: 'hide_not_a_pain',
  hideWrongName: 'hide_wrong_name',
  hideNotOurArea: 'hide_not_our_area',
  hideDuplicate: 'hide_duplicate',
  cancelHide: 'cancel_hide',
  unhideSignal: 'unhide_signal',
  hiddenSignals: 'show_hidden_signals',
  brief: 'show_brief',
  briefs: 'show_briefs',
  briefSources: 'show_brief_sources',
  choose: 'choose_signal',
  pick: 'pick_signal',
  refresh: 'refresh',
  retry: 'retry',
  didYouMean: 'did_you_mean',
  trending: 'show_trending',
  emerging: 'show_emerging',
  top: 'show_top',
  searchInstead: 'search_instead',
  allAreas: 'all_areas',
  askInstead: 'ask_instead',
  help: 'show_help',
  share: 'share',
  shareAgain: 'share_again',
  shareTo: 'share_to',
  deleteShared: 'delete_shared',
  correctQuery: 'correct_reading',
  watchMute: 'mute_watch',
  watchAdjust: 'adjust_watch',
  watchStop: 'stop_watch',
  watchResume: 'resume_watch',
  watches: 'show_watches',
  openPage: 'open_page',
  refreshHome: 'refresh_home',
  digest: 'show_digest',
  digestSetUp: 'set_up_digest',
  digestPreview: 'preview_digest',
  digestPause: 'pause_digest',
  digestResume: 'resume_digest',
  digestSendNow: 'send_digest_now',
  digestSendAgain: 'send_digest_again',
  digestHistory: 'show_digest_history',
  digestVote: 'digest_vote',
  digestUseful: 'digest_useful',
  digestNotForUs: 'digest_not_for_us',
  digestForgetVotes: 'forget_digest_votes',
  digestRemove: 'remove_digest',
  openConnect: 'open_connect',
  openSettings: 'open_settings',
  openChanges: 'open_changes',
  openSearch: 'open_search',
  disconnect: 'disconnect',
} as const;

export type ActionId = (typeof ACTION)[keyof typeof ACTION];

/** Drops the way back if the value is too long; null if it still is. */
export function encodeQuery(query: Query): string | null {
  return encodeButtonValue(query) ?? encodeButtonValue(withoutBackQuery(query));
}

export function encodeShareRequest(request: ShareRequest): string | null {
  return encodeButtonValue(request) ?? encodeButtonValue({ ...request, subject: withoutBackQuery(request.subject) });
}

/** Another interpretation of somebody's text; only that person may switch to it. */
export const QueryCorrection = z.object({ question: Query });
export type QueryCorrection = z.output<typeof QueryCorrection>;

export const encodeCorrection = (correction: QueryCorrection): string | null => encodeButtonValue(correction);
export const decodeCorrection = (value: unknown): QueryCorrection | null => decodeButtonValue(QueryCorrection, value);

export const withoutBackQuery = (query: Query): object => ({ ...query, back: undefined });

export const decodeQuery = (value: unknown): Query | null => decodeButtonValue(Query, value);

export const decodeShareRequest = (value: unknown): ShareRequest | null => decodeButtonValue(ShareRequest, value);

/** Null when it is longer than Slack takes. */
export function encodeButtonValue(state: object): string | null {
  const value = JSON.stringify(state);
  return value.length <= BLOCK_LIMITS.buttonValue ? value : null;
}

/** Null for anything that this version did not write: a request can hold any value. */
export const decodeButtonValue = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | null =>
  typeof value === 'string' && value.length <= BLOCK_LIMITS.buttonValue ? decodeJson(schema, value) : null;

/** @param agreedTo the channel, where the button is beside the warning that another organization reads it */
export const encodeResume = (id: string, agreedTo: string | null): string =>
  agreedTo === null ? id : `${id} ${agreedTo}`;

/** One drawn before there was anything to warn of agrees to nothing, and one of another channel to nothing here. */
export function decodeResume(value: unknown): { id: string | null; agreedTo: string | null } {
  const [, id = null, agreedTo = null] =
    /^([\w-]{1,100})(?: (\w{1,100}))?$/.exec(typeof value === 'string' ? value : '') ?? [];
  return { id, agreedTo };
}

/** `of`: a digest's id, a channel's id, 'here' (the current channel) or 'any' (to be chosen). */
const DigestSetUp = z.object({ of: z.string().max(100), ...DigestProposal.shape });
export type DigestSetUp = z.output<typeof DigestSetUp>;

export const encodeDigestSetUp = (of: string, { areas, types }: DigestProposal): string =>
  JSON.stringify({ of, areas, types } satisfies DigestSetUp);

/** Buttons outside lists hold `of` alone. */
export function decodeDigestSetUp(value: string): DigestSetUp {
  return decodeJson(DigestSetUp, value) ?? { of: value.slice(0, 100), areas: [], types: [] };
}
