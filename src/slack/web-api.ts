import { decodeJson } from '@pain-signals/contract';
import { HOUR_MS } from '@pain-signals/domain';
import type { AnyChunk, TaskUpdateChunk } from '@slack/types';
import {
  SlackError,
  type ViewsOpenResponse,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  type WebClient,
} from '@slack/web-api';
import { request } from 'undici';
import { z } from 'zod';
import {
  type ChannelInfo,
  isPassing,
  type LinkPreview,
  type Message,
  NOT_CLAIMED,
  type OpenResult,
  type PostResult,
  type SendFailure,
  type SendResult,
  type SlackPort,
  type StreamTask,
  type UnfurlTarget,
  type ViewResult,
} from '#handlers/slack-port.ts';
import { boundedBody } from './clients.ts';
import { flag } from './identity.ts';

interface SlackPortOptions {
  /** Must not retry, and not wait for a rate limit: a message that may have arrived must not be sent again. */
  web: Pick<WebClient, 'assistant' | 'chat' | 'conversations' | 'entity' | 'functions' | 'users' | 'views'>;
  /** For one call to a response_url. */
  timeoutMs: number;
  /** A stand-in for Slack answers at its own address. */
  slackApiUrl: string;
  /** Whose channels are listed: the token of an Enterprise Grid organization has those of many workspaces. */
  teamId?: string | null;
}

/** Slack must not turn text into links and mentions, nor fetch previews. */
const LITERAL = { parse: 'none', link_names: false, unfurl_links: false, unfurl_media: false } as const;

export function createSlackPort({ web, timeoutMs, slackApiUrl, teamId = null }: SlackPortOptions): SlackPort {
  const paging = { limit: ENTRIES_PER_PAGE, ...(teamId?.startsWith('T') ? { team_id: teamId } : {}) };
  const askChannel: SlackPort['askChannel'] = async (channelId) => {
    const asking = web.conversations.info({ channel: channelId });
    const result = await toSendResult(asking);
    if (!result.ok) return MAY_NOT_ASK.test(result.error) ? null : result;
    return channelFacts((await asking).channel) ?? UNREADABLE;
  };
  const listChannels = async (user: string, types: string): Promise<ReadonlySet<string> | SendFailure> => {
    const ids = new Set<string>();
    const failure = await findInPages(
      (cursor) => web.users.conversations({ ...paging, user, types, cursor }),
      ({ channels = [] }): undefined => {
        for (const { id } of channels) if (id !== undefined) ids.add(id);
      },
    );
    return failure ?? ids;
  };
  const listed = new Map<string, ReturnType<typeof listChannels>>();
  /** Asked once a request: Home asks about many channels. */
  const channelsOf = (user: string, types: string) => {
    const key = `${types} ${user}`;
    const listing = listed.get(key) ?? listChannels(user, types);
    listed.set(key, listing);
    return listing;
  };
  const postToUrl = async (url: string, body: object): Promise<SendResult> =>
    isSlackAddress(url, slackApiUrl) ? callUrl(url, body, timeoutMs) : FOREIGN_ADDRESS;
  return {
    respond: (url, message, { replaceOriginal, threadTs }) =>
      postToUrl(url, {
        ...message,
        ...LITERAL,
        response_type: 'ephemeral',
        replace_original: replaceOriginal,
        ...threadOption(replaceOriginal ? null : threadTs),
      }),
    postEphemeral: ({ channelId, userId, threadTs }, message) =>
      toSendResult(
        web.chat.postEphemeral({
          ...message,
          ...threadOption(threadTs),
          parse: 'none',
          link_names: false,
          channel: channelId,
          user: userId,
        }),
      ),
    async postMessage({ channelId, threadTs }, message, claim = async () => true) {
      if (!(await claim())) return NOT_CLAIMED;
      const call = web.chat.postMessage({ ...message, ...threadOption(threadTs), ...LITERAL, channel: channelId });
      return toPostResult(channelId, call);
    },
    async postToUrl(url, message) {
      const body = { ...message, ...LITERAL, response_type: 'in_channel', replace_original: false };
      const result = await postToUrl(url, body);
      // Slack may have posted it before it failed.
      return !result.ok && /^http_5/.test(result.error) ? { ...result, isConfirmed: false } : result;
    },
    startStream: ({ channelId, threadTs, userId, teamId }, tasks) =>
      toPostResult(
        channelId,
        web.chat.startStream({
          channel: channelId,
          thread_ts: threadTs,
          recipient_user_id: userId,
          recipient_team_id: teamId,
          chunks: tasks.map(toChunk),
        }),
      ),
    appendStream: ({ channelId, ts }, tasks) =>
      toSendResult(web.chat.appendStream({ channel: channelId, ts, chunks: tasks.map(toChunk) })),
    stopStream: ({ channelId, ts }, tasks, content) =>
      toPostResult(
        channelId,
        web.chat.stopStream({ channel: channelId, ts, ...streamEnd(tasks.map(toChunk), content) }),
      ),
    updateMessage: ({ channelId, ts }, { text, blocks = [] }) =>
      toSendResult(
        web.chat.update({ channel: channelId, ts, text, blocks: [...blocks], parse: 'none', link_names: false }),
      ),
    deleteMessage: ({ channelId, ts }) => toSendResult(web.chat.delete({ channel: channelId, ts })),
    deleteAtUrl: (url) => postToUrl(url, { delete_original: true }),
    openModal: (triggerId, view) => toViewResult(web.views.open({ trigger_id: triggerId, view })),
    pushModal: (triggerId, view) => toViewResult(web.views.push({ trigger_id: triggerId, view })),
    updateModal: (viewId, view) => toSendResult(web.views.update({ view_id: viewId, view })),
    publishHome: (userId, view) => toSendResult(web.views.publish({ user_id: userId, view })),
    unfurl: (message, previews) =>
      toSendResult(web.chat.unfurl({ ...linkingMessage(message), ...unfurlContent(previews) })),
    presentDetails: (triggerId, details) =>
      toSendResult(
        web.entity.presentDetails({
          trigger_id: triggerId,
          ...('entity' in details ? { metadata: details.entity } : { error: { status: details.error } }),
        }),
      ),
    setStatus: ({ channelId, threadTs }, status) =>
      toSendResult(web.assistant.threads.setStatus({ channel_id: channelId, thread_ts: threadTs, status })),
    suggestPrompts: (channelId, prompts) =>
      toSendResult(web.assistant.threads.setSuggestedPrompts({ channel_id: channelId, prompts: [...prompts] })),
    completeStep: ({ executionId, token }, outcome) => {
      const step = { function_execution_id: executionId, ...(token === null ? {} : { token }) };
      return toSendResult(
        'error' in outcome
          ? web.functions.completeError({ ...step, error: outcome.error })
          : web.functions.completeSuccess({ ...step, outputs: outcome.outputs }),
      );
    },
    async permalink({ channelId, ts }) {
      const answer = await web.chat.getPermalink({ channel: channelId, message_ts: ts }).catch(() => null);
      return answer?.permalink ?? null;
    },
    askChannel,
    findChannel: (name) =>
      findInPages(
        (cursor) => web.conversations.list({ ...paging, types: 'public_channel', exclude_archived: true, cursor }),
        ({ channels }) => channels?.find((each) => each.name === name)?.id,
      ),
    async isShared(channelId) {
      const found = await askChannel(channelId);
      return found !== null && 'error' in found ? found : (found?.isShared ?? null);
    },
    async isInChannel({ channelId: channel, userId, isPublic, isOneOfMany = false }) {
      const own = await channelsOf(userId, isPublic ? 'public_channel' : 'private_channel');
      if ('error' in own) return own;
      if (own.has(channel) || isOneOfMany) return own.has(channel);
      // People of another workspace of the organization may be in it, too.
      const found = await findInPages(
        (cursor) => web.conversations.members({ channel, cursor, limit: ENTRIES_PER_PAGE }),
        ({ members }) => members?.includes(userId) || undefined,
      );
      return found ?? false;
    },
    async openDm(userId): Promise<OpenResult> {
      const opening = web.conversations.open({ users: userId });
      const result = await toSendResult(opening);
      const channelId = result.ok ? (await opening).channel?.id : undefined;
      if (!result.ok) return result;
      return channelId ? { ok: true, channelId } : { ok: false, error: 'channel_not_found', isConfirmed: true };
    },
  };
}

/** The app isn't in the channel, or has no permission to ask. Any other refusal says nothing about who reads it. */
const MAY_NOT_ASK = /^(channel_not_found|not_in_channel|missing_scope|method_not_supported_for_channel_type)$/;

const ENTRIES_PER_PAGE = 999;
const MAX_PAGES = 10;

/** What `find` returns for the first page that has it. Null for none, or where the app may not ask; a failure where asking later may help. */
async function findInPages<Page extends { response_metadata?: { next_cursor?: string } }, Found>(
  ask: (cursor: string) => Promise<Page>,
  find: (page: Page) => Found | undefined,
): Promise<Found | null | SendFailure> {
  let cursor = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const asking = ask(cursor);
    const result = await toSendResult(asking);
    if (!result.ok) return isPassing(result) ? result : null;
    const answer = await asking;
    const found = find(answer);
    if (found !== undefined) return found;
    cursor = answer.response_metadata?.next_cursor ?? '';
    if (cursor === '') return null;
  }
  return null;
}

const toChunk = (task: StreamTask): TaskUpdateChunk => ({ type: 'task_update', ...task });

/** Slack takes text beside chunks as a chunk only, and reads it as Markdown: each mark is escaped. */
function streamEnd(tasks: readonly AnyChunk[], content: Message | null) {
  if (content === null) return tasks.length > 0 ? { chunks: [...tasks] } : {};
  if (content.blocks !== undefined) return { chunks: [...tasks], blocks: [...content.blocks] };
  const text = content.text.replace(/[\\`*_{}[\]()#+\-.!|~]/g, '\\$&');
  return { chunks: [...tasks, { type: 'markdown_text' as const, text }] };
}

const Channel = z.object({
  is_member: flag,
  is_archived: flag,
  /** Private unless Slack says otherwise. */
  is_private: z.boolean().default(true).catch(true),
  is_im: flag,
  is_mpim: flag,
  is_ext_shared: flag,
  is_pending_ext_shared: flag,
});

function channelFacts(channel: unknown): ChannelInfo | null {
  const known = Channel.safeParse(channel).data;
  return known === undefined
    ? null
    : {
        isMember: known.is_member,
        isArchived: known.is_archived,
        isPublic: !(known.is_private || known.is_im || known.is_mpim),
        isShared: known.is_ext_shared || known.is_pending_ext_shared,
      };
}

const threadOption = (threadTs: string | null | undefined) => (threadTs ? { thread_ts: threadTs } : {});

const linkingMessage = (message: UnfurlTarget) =>
  'ts' in message
    ? { channel: message.channelId, ts: message.ts }
    : { unfurl_id: message.unfurlId, source: message.source as 'composer' };

/** With the blocks for where Slack shows no Work Objects. */
function unfurlContent(previews: readonly LinkPreview[]) {
  const unfurls = Object.fromEntries(previews.map(({ url, blocks }) => [url, { blocks }]));
  const entities = previews.flatMap(({ entity }) => entity ?? []);
  return { unfurls, ...(entities.length > 0 && { metadata: { entities } }) };
}

const FOREIGN_ADDRESS: SendResult = { ok: false, error: 'foreign_address', isConfirmed: true };

/** A request may be signed and still name any address: answers go to Slack alone. */
function isSlackAddress(url: string, slackApiUrl: string): boolean {
  const { protocol, hostname, origin } = new URL(url);
  if (origin === new URL(slackApiUrl).origin) return true;
  return protocol === 'https:' && /^(?:[\w-]+\.)*slack(?:-gov)?\.com$/.test(hostname);
}

/** Bolt's respond() loses the response body, which tells an expired address from invalid blocks. */
async function callUrl(url: string, body: object, timeoutMs: number): Promise<SendResult> {
  try {
    const {
      statusCode,
      headers,
      body: said,
    } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await new Response(ReadableStream.from(boundedBody(said))).text();
    const code = parseErrorCode(text);
    if (statusCode === 429) return rateLimited(Number(headers['retry-after']));
    if (statusCode >= 200 && statusCode < 300 && code === null) return isOk(text) ? { ok: true } : UNREADABLE;
    if (code !== null && SLACK_SERVER_ERRORS.test(code)) return { ok: false, error: code, isConfirmed: false };
    // A proxy's word for a server error says less than the status.
    return { ok: false, error: statusCode < 500 && code !== null ? code : `http_${statusCode}`, isConfirmed: true };
  } catch (error) {
    return lostResponseResult(error);
  }
}

/** Something between the app and Slack answered, or the answer was cut. */
const UNREADABLE = { ok: false, error: 'unreadable_answer', isConfirmed: false } as const;

const isOk = (text: string): boolean => /^(ok)?$/.test(text.trim()) || decodeJson(OkResponse, text) !== null;
const OkResponse = z.looseObject({ ok: z.literal(true) });
const ErrorResponse = z.object({ ok: z.literal(false), error: z.string() });

/** Slack responds with `ok`, a bare error code, or JSON with one. */
function parseErrorCode(text: string): string | null {
  const bare = text.trim();
  if (bare === 'ok' || bare === '') return null;
  if (/^[a-z_]{3,60}$/.test(bare)) return bare;
  return decodeJson(ErrorResponse, bare)?.error ?? null;
}

/** The message is there, whatever Slack says about where. */
const Posted = (channelId: string) =>
  z.object({ channel: z.string().catch(channelId), ts: z.string().catch('') }).transform(({ channel, ts }) => ({
    channelId: channel,
    ts,
  }));

async function toPostResult(channelId: string, call: Promise<unknown>): Promise<PostResult> {
  const result = await toSendResult(call);
  if (!result.ok) return result;
  return { ok: true, ...Posted(channelId).parse(await call) };
}

async function toViewResult(call: Promise<ViewsOpenResponse>): Promise<ViewResult> {
  const result = await toSendResult(call);
  return result.ok ? { ok: true, viewId: (await call).view?.id ?? '' } : result;
}

/** Maps a call's outcome. Throws errors that are not Slack's. */
export async function toSendResult(call: Promise<unknown>): Promise<SendResult> {
  try {
    await call;
    return { ok: true };
  } catch (error) {
    if (error instanceof WebAPIPlatformError) {
      const { error: code } = error.data;
      if (isFileError(error)) return { ok: false, error: 'invalid_slack_file', isConfirmed: true };
      const refusedBlock = refusedBlockOf(error);
      const failure = { ok: false, error: code, isConfirmed: !SLACK_SERVER_ERRORS.test(code) } as const;
      return refusedBlock === undefined ? failure : { ...failure, refusedBlock };
    }
    if (error instanceof WebAPIRateLimitedError) return rateLimited(error.retryAfter);
    if (error instanceof WebAPIHTTPError) {
      const { statusCode } = error;
      const isConfirmed = statusCode >= 400 && statusCode < 500 && statusCode !== 408;
      return { ok: false, error: `http_${statusCode}`, isConfirmed };
    }
    if (error instanceof WebAPIRequestError) return lostResponseResult(error.original);
    if (error instanceof SlackError) return { ok: false, error: error.code, isConfirmed: true };
    throw error;
  }
}

/** What waits longer is neither posted nor told to its owner. */
const MAX_PAUSE_MS = HOUR_MS;

const rateLimited = (retryAfter: number): SendFailure => ({
  ok: false,
  error: 'ratelimited',
  isConfirmed: true,
  retryAfterMs: Number.isFinite(retryAfter) ? Math.min(Math.max(retryAfter, 0) * 1_000, MAX_PAUSE_MS) : 0,
});

/** For a file that is still processing or gone, Slack returns `invalid_blocks`; only the messages name the file. */
const isFileError = ({ data }: WebAPIPlatformError) =>
  (data.response_metadata?.messages ?? []).some((message) => /slack[ _]file/i.test(message));

/** `unsupported type: data_table [json-pointer:/blocks/2/type]` */
const refusedBlockOf = ({ data }: WebAPIPlatformError): string | undefined =>
  (data.response_metadata?.messages ?? [])
    .map((message) => /unsupported type: (\w+)/.exec(message)?.[1])
    .find((type) => type !== undefined);

const SLACK_SERVER_ERRORS = /^(internal_error|fatal_error|service_unavailable|request_timeout)$/;

/** Without a connection nothing was sent. Any other failure is unconfirmed. */
const NEVER_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

const ErrorWithCode = z.object({ code: z.string() });

/** The result of a call without a response. */
export function lostResponseResult(error: unknown): SendResult {
  if (!(error instanceof Error)) throw error;
  const code = [error, error.cause]
    .map((each) => ErrorWithCode.safeParse(each).data?.code)
    .find((each) => each !== undefined);
  return { ok: false, error: code ?? error.name, isConfirmed: code !== undefined && NEVER_CONNECTED.test(code) };
}
