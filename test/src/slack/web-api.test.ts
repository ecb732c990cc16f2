import { WebAPIPlatformError, WebClient } from '@slack/web-api';
import { pino } from 'pino';
import { getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { readableResponse, slackClientOptions } from '#src/slack/clients.ts';
import { createSlackPort, toSendResult } from '#src/slack/web-api.ts';

/** No call leaves: what is answered is what was asked for. */
function openPort() {
  const before = getGlobalDispatcher();
  const agent = new MockAgent();
  agent.disableNetConnect();
  setGlobalDispatcher(agent);
  onTestFinished(async () => {
    setGlobalDispatcher(before);
    await agent.close();
  });
  const port = createSlackPort({ web: {} as never, timeoutMs: 1_000, slackApiUrl: 'https://slack.com/api/' });
  return { port, agent };
}

it.each(['https://hooks.slack.com', 'https://hooks.slack-gov.com', 'https://slack.com'])(
  'answers at %s',
  async (origin) => {
    const { port, agent } = openPort();
    agent.get(origin).intercept({ path: '/actions/T1/1/x', method: 'POST' }).reply(200, 'ok');
    expect(await port.deleteAtUrl(`${origin}/actions/T1/1/x`)).toEqual({ ok: true });
  },
);

it.each([
  'http://hooks.slack.com/x',
  'https://evilslack.com/x',
  'https://hooks.slack.com.evil.example/x',
  'https://hooks.slack.com@evil.example/x',
  'https://hooks.slack.community/x',
  'ftp://hooks.slack.com/x',
])('answers nothing at %s', async (url) => {
  const { port } = openPort();
  const refused = { ok: false, error: 'foreign_address', isConfirmed: true };
  expect(await port.deleteAtUrl(url)).toEqual(refused);
  expect(await port.postToUrl(url, { text: 'x' })).toEqual(refused);
  expect(await port.respond(url, { text: 'x' }, { replaceOriginal: false, threadTs: null })).toEqual(refused);
});

it('an answer that would fill the memory is left, and the post may be there', async () => {
  const { port, agent } = openPort();
  const slack = agent.get('https://hooks.slack.com').intercept({ path: '/x', method: 'POST' });
  slack.reply(200, 'ok'.padEnd(4_000_001));
  const result = await port.postToUrl('https://hooks.slack.com/x', { text: 'x' });
  expect(result).toMatchObject({ ok: false, isConfirmed: false });
});

it('a pause that Slack asks for is an hour at most, so that what waits is posted or told', async () => {
  const { port, agent } = openPort();
  const slack = agent.get('https://hooks.slack.com').intercept({ path: '/x', method: 'POST' });
  slack.reply(429, '', { headers: { 'retry-after': '99999999999999' } });
  const result = await port.postToUrl('https://hooks.slack.com/x', { text: 'x' });
  expect(result).toMatchObject({ error: 'ratelimited', retryAfterMs: 3_600_000 });
});

it.each([
  [500, '', 'http_500'],
  [503, 'upstream', 'http_503'],
  [200, 'internal_error', 'internal_error'],
  [200, '{"ok":false,"error":"service_unavailable"}', 'service_unavailable'],
])('a post that is answered with %i “%s” may be there', async (status, said, error) => {
  const { port, agent } = openPort();
  agent.get('https://hooks.slack.com').intercept({ path: '/x', method: 'POST' }).reply(status, said);
  const result = await port.postToUrl('https://hooks.slack.com/x', { text: 'x' });
  expect(result).toMatchObject({ ok: false, error, isConfirmed: false });
});

it.each([
  ['internal_error', false],
  ['fatal_error', false],
  ['request_timeout', false],
  ['channel_not_found', true],
])('after “%s” it is certain that nothing was posted: %s', async (error, isConfirmed) => {
  const refusal = Promise.reject(new WebAPIPlatformError({ ok: false, error }));
  expect(await toSendResult(refusal)).toEqual({ ok: false, error, isConfirmed });
});

/** Slack answers every call with this. */
function portAnswering(answer: () => Response) {
  const slackApiUrl = 'https://slack.com/api/';
  const fetch = async () => readableResponse(answer());
  const web = new WebClient(
    'xoxb-1',
    slackClientOptions({ slackApiUrl, timeoutMs: 1_000, fetch, logger: pino({ level: 'silent' }) }),
  );
  return createSlackPort({ web, timeoutMs: 1_000, slackApiUrl });
}

const cutBody = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('{"ok":true,'));
      controller.error(new Error('terminated'));
    },
  });

it.each<[string, () => Response]>([
  ['a proxy’s page', () => new Response('<html>Sign in</html>')],
  ['nothing', () => new Response('')],
  ['half of the JSON', () => new Response('{"ok":true,"channel":"C1","ts":"17')],
  ['null', () => new Response('null')],
  ['a list', () => new Response('[]')],
  ['a text', () => new Response('"ok"')],
  ['an object without ok', () => new Response('{}')],
  ['a body that is cut', () => new Response(cutBody())],
  ['another status', () => new Response('{"ok":true}', { status: 202 })],
  ['a request timeout', () => new Response('', { status: 408 })],
])('a message that is answered with %s may be there', async (_, answer) => {
  const result = await portAnswering(answer).postMessage({ channelId: 'C1' }, { text: 'x' });
  expect(result).toMatchObject({ ok: false, isConfirmed: false });
});

it.each([
  ['{"ok":true}', { channelId: 'C1', ts: '' }],
  ['{"ok":true,"ts":null,"channel":5}', { channelId: 'C1', ts: '' }],
  ['{"ok":true,"ts":"1.2","channel":"C2","response_metadata":null}', { channelId: 'C2', ts: '1.2' }],
  ['{"ok":true,"ts":"1.2","response_metadata":{"messages":[1],"warnings":2}}', { channelId: 'C1', ts: '1.2' }],
])('a message is there once Slack says %s', async (said, where) => {
  const result = await portAnswering(() => new Response(said)).postMessage({ channelId: 'C1' }, { text: 'x' });
  expect(result).toEqual({ ok: true, ...where });
});

it.each([
  ['{"ok":false}', 'unknown_error'],
  ['{"ok":false,"error":{"code":1}}', 'unknown_error'],
  ['{"ok":false,"error":"invalid_blocks","response_metadata":{"messages":"x"}}', 'invalid_blocks'],
])('a message is not there when Slack says %s', async (said, error) => {
  const result = await portAnswering(() => new Response(said)).postMessage({ channelId: 'C1' }, { text: 'x' });
  expect(result).toEqual({ ok: false, error, isConfirmed: true });
});

it.each(['', '-5', 'Wed, 21 Oct 2026 07:28:00 GMT'])('a pause of “%s” seconds is half a minute', async (pause) => {
  const port = portAnswering(() => new Response('', { status: 429, headers: { 'retry-after': pause } }));
  const result = await port.postMessage({ channelId: 'C1' }, { text: 'x' });
  expect(result).toEqual({ ok: false, error: 'ratelimited', isConfirmed: true, retryAfterMs: 30_000 });
});

it.each(['<html>Sign in</html>', '{"ok":tr', '[]'])(
  'a post through an address that is answered with “%s” may be there',
  async (said) => {
    const { port, agent } = openPort();
    agent.get('https://hooks.slack.com').intercept({ path: '/x', method: 'POST' }).reply(200, said);
    const result = await port.postToUrl('https://hooks.slack.com/x', { text: 'x' });
    expect(result).toEqual({ ok: false, error: 'unreadable_answer', isConfirmed: false });
  },
);

it('finds a channel by its name on any page, and none where there are more pages than it reads', async () => {
  const cursors: string[] = [];
  const list = async ({ cursor = '', ...asked }: { cursor?: string }) => {
    cursors.push(cursor);
    expect(asked).toMatchObject({ team_id: 'T1' });
    const page = Number(cursor || '1');
    const channels = [{ id: `C${page}`, name: `channel-${page}` }];
    return { ok: true, channels, response_metadata: { next_cursor: String(page + 1) } };
  };
  const web = { conversations: { list } } as never;
  const port = createSlackPort({ web, timeoutMs: 1_000, slackApiUrl: 'https://slack.com/api/', teamId: 'T1' });
  expect(await port.findChannel('channel-3')).toBe('C3');
  expect(cursors).toEqual(['', '2', '3']);
  expect(await port.findChannel('channel-99')).toBeNull();
});

it('finds a person in a channel of any size, and asks for their channels once', async () => {
  const listings: object[] = [];
  const conversations = async (asked: object) => {
    listings.push(asked);
    return { ok: true, channels: [{ id: 'C1' }, { id: 'C2' }] };
  };
  const members = async ({ cursor = '0' }: { cursor?: string }) => ({
    ...{ ok: true, members: [`U${cursor}`] },
    response_metadata: { next_cursor: String(Number(cursor) + 1) },
  });
  const web = { users: { conversations }, conversations: { members } } as never;
  const port = createSlackPort({ web, timeoutMs: 1_000, slackApiUrl: 'https://slack.com/api/', teamId: 'T1' });
  const isIn = (channelId: string) => port.isInChannel({ channelId, userId: 'U11500', isPublic: true });
  expect([await isIn('C1'), await isIn('C2'), await isIn('C3')]).toEqual([true, true, false]);
  expect(listings).toEqual([expect.objectContaining({ user: 'U11500', types: 'public_channel', team_id: 'T1' })]);
});
