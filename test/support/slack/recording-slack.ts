import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A message that Slack took. */
export interface RecordedPost {
  workspaceId: string;
  channel: string;
  threadTs: string | null;
  text: string;
  /** As JSON; empty without blocks. */
  blocks: string;
  ts: string;
  /** By the clock that was handed in. */
  at: number;
}

export interface SlackCall {
  method: string;
  workspaceId: string;
  body: URLSearchParams;
}

/**
 * `lost`: the call works, the connection is reset instead of a response. `late`: it works, and no response comes. `cut`: the connection
 * is reset and nothing happens. `garbled`: it works, and half of the response comes. `bare`: it works, and the response says no more than
 * that. `silent`: nothing happens at all. A number: it works, after so many ms.
 */
export type Planned =
  | { error: string; status?: number; retryAfter?: number }
  | 'lost'
  | 'late'
  | 'cut'
  | 'garbled'
  | 'bare'
  | 'silent'
  | number
  | null;

/** The least of Slack that a digest needs, for many workspaces and thousands of messages. */
export interface RecordingSlack {
  readonly url: string;
  readonly posts: RecordedPost[];
  /** Direct messages from the app. */
  told(): RecordedPost[];
  /** Channels that another organization reads. */
  readonly shared: Set<string>;
  /** People who are guests. */
  readonly guests: Set<string>;
  /** Decides about each call; null: as usual. */
  plan: (call: SlackCall) => Planned;
  close(): Promise<void>;
}

/** The bot token of a workspace. */
export const tokenOf = (workspaceId: string): string => `xoxb-${workspaceId}`;

export async function startRecordingSlack(now: () => number = Date.now): Promise<RecordingSlack> {
  const posts: RecordedPost[] = [];
  let count = 0;

  const answer = ({ method, workspaceId, body }: SlackCall): object => {
    if (method === 'conversations.open') return { channel: { id: `D${body.get('users')}` } };
    if (method === 'files.getUploadURLExternal')
      return { upload_url: `${slack.url}/api/upload`, file_id: `F${workspaceId}` };
    if (method === 'users.info') {
      const id = body.get('user') ?? '';
      return { user: { id, team_id: workspaceId, is_restricted: slack.guests.has(id) } };
    }
    if (method === 'chat.getPermalink') return { permalink: 'https://slack.example/p1' };
    if (method === 'conversations.info') {
      const channel = body.get('channel') ?? '';
      return { channel: { id: channel, is_ext_shared: slack.shared.has(channel) } };
    }
    if (method !== 'chat.postMessage') return { team_id: workspaceId, user_id: 'U0BOT', bot_id: 'B0BOT' };
    count += 1;
    const ts = `${String(count).padStart(10, '0')}.000001`;
    const channel = body.get('channel') ?? '';
    posts.push({
      ...{ workspaceId, channel, ts },
      threadTs: body.get('thread_ts'),
      text: body.get('text') ?? '',
      blocks: body.get('blocks') ?? '',
      at: now(),
    });
    return { channel, ts };
  };

  const slack: RecordingSlack = {
    url: '',
    posts,
    told: () => posts.filter(({ channel }) => channel.startsWith('D')),
    shared: new Set(),
    guests: new Set(),
    plan: () => null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = new URLSearchParams(Buffer.concat(parts).toString());
    const workspaceId = (request.headers.authorization ?? '').replace('Bearer xoxb-', '');
    const call = { method: (request.url ?? '').replace('/api/', ''), workspaceId, body };
    const planned = slack.plan(call);
    if (planned === 'silent') return;
    if (planned === 'cut') return void response.destroy();
    if (typeof planned === 'number') await sleep(planned);
    const refused = typeof planned === 'object' && planned !== null;
    const answered = refused ? {} : answer(call);
    const said = refused ? { ok: false, error: planned.error } : { ok: true, ...(planned !== 'bare' && answered) };
    if (planned === 'late') return;
    if (planned === 'lost') return void response.destroy();
    const wait = refused && planned.retryAfter !== undefined ? { 'retry-after': String(planned.retryAfter) } : {};
    response.writeHead(refused ? (planned.status ?? 200) : 200, { 'content-type': 'application/json', ...wait });
    const text = JSON.stringify(said);
    response.end(planned === 'garbled' ? text.slice(0, text.length / 2) : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(slack, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
