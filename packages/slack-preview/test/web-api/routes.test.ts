import { describe, expect, it } from 'vitest';
import { BOT_TOKEN, clientOf, errorOf, startPreview } from '../support/start-preview.ts';

const CHANNEL = 'C0DEVPAIN1';
const SECTION = { type: 'section', text: { type: 'mrkdwn', text: '*Flaky tests* hurt' } };

describe('the Web API', () => {
  it('takes the calls of Slack’s own client: a posted message stands in its channel', async () => {
    const { client, workspace } = await startPreview();
    const answer = await client.chat.postMessage({ channel: CHANNEL, text: 'Flaky tests hurt', blocks: [SECTION] });
    expect(answer).toMatchObject({ ok: true, channel: CHANNEL, message: { text: 'Flaky tests hurt' } });
    expect(workspace.messages(CHANNEL)).toMatchObject([{ ts: answer.ts, text: 'Flaky tests hurt', blocks: [SECTION] }]);
  });

  it('takes a JSON body as well as a form', async () => {
    const { origin, workspace } = await startPreview();
    const response = await fetch(`${origin}/api/chat.postMessage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${BOT_TOKEN}`, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ channel: '#dev-pain', text: 'by JSON', blocks: [SECTION] }),
    });
    expect(await response.json()).toMatchObject({ ok: true });
    expect(workspace.messages(CHANNEL)).toMatchObject([{ text: 'by JSON', blocks: [SECTION] }]);
  });

  it('points at the fault of a block, keeps nothing, and records the call', async () => {
    const { client, workspace } = await startPreview();
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3_001) } }];
    expect(await errorOf(client.chat.postMessage({ channel: CHANNEL, text: 'long', blocks }))).toEqual({
      error: 'invalid_blocks',
      messages: ['[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]'],
    });
    expect(workspace.messages(CHANNEL)).toEqual([]);
    expect(workspace.calls).toMatchObject([{ method: 'chat.postMessage', error: 'invalid_blocks' }]);
  });

  it('knows the token, and how a token can go bad', async () => {
    const { origin, workspace, client } = await startPreview();
    expect(await errorOf(clientOf(origin, 'xoxb-other').auth.test())).toEqual({ error: 'invalid_auth' });
    for (const fault of ['token_revoked', 'account_inactive', 'invalid_auth'] as const) {
      workspace.breakToken(fault);
      expect(await errorOf(client.auth.test())).toEqual({ error: fault });
    }
    workspace.breakToken(null);
    expect(await client.auth.test()).toMatchObject({ ok: true, user_id: 'U0PAINSIGNL' });
  });

  it('wants a token', async () => {
    const { origin } = await startPreview();
    const response = await fetch(`${origin}/api/auth.test`, { method: 'POST', body: new URLSearchParams() });
    expect(await response.json()).toEqual({ ok: false, error: 'not_authed' });
  });

  it('never records a token', async () => {
    const { origin, workspace } = await startPreview();
    await fetch(`${origin}/api/auth.test`, { method: 'POST', body: new URLSearchParams({ token: BOT_TOKEN }) });
    expect(JSON.stringify(workspace.calls)).not.toContain(BOT_TOKEN);
  });

  it('answers a method it does not have', async () => {
    const { client } = await startPreview();
    expect(await errorOf(client.apiCall('team.invent'))).toEqual({ error: 'unknown_method' });
  });

  it('says which argument is missing', async () => {
    const { client } = await startPreview();
    expect(await errorOf(client.apiCall('chat.postMessage', { text: 'x' }))).toEqual({
      error: 'invalid_arguments',
      messages: ['[ERROR] missing required field: channel [json-pointer:]'],
    });
  });

  it('refuses blocks that are not JSON', async () => {
    const { client } = await startPreview();
    const call = client.apiCall('chat.postMessage', { channel: CHANNEL, text: 'x', blocks: '[{' });
    expect((await errorOf(call)).error).toBe('invalid_blocks_format');
  });
});

describe('a planned failure', () => {
  it('refuses the next call only', async () => {
    const { client, workspace } = await startPreview();
    workspace.failNext('chat.postMessage', { error: 'invalid_blocks' });
    expect(await errorOf(client.chat.postMessage({ channel: CHANNEL, text: 'x' }))).toEqual({
      error: 'invalid_blocks',
    });
    await client.chat.postMessage({ channel: CHANNEL, text: 'x' });
    expect(workspace.messages(CHANNEL)).toHaveLength(1);
  });

  it('says when to try again', async () => {
    const { client, workspace } = await startPreview();
    workspace.failNext('auth.test', { retryAfter: 7 });
    await expect(client.auth.test()).rejects.toMatchObject({ retryAfter: 7 });
  });

  it('can answer with a status of its own', async () => {
    const { client, workspace } = await startPreview();
    workspace.failNext('auth.test', { status: 503 });
    await expect(client.auth.test()).rejects.toMatchObject({ statusCode: 503 });
  });

  it.each([
    ['before anything is done', true, 0],
    ['after the work is done', 'answer', 1],
  ] as const)('can lose the connection %s', async (_when, drop, posted) => {
    const { client, workspace } = await startPreview();
    workspace.failNext('chat.postMessage', { drop });
    await expect(client.chat.postMessage({ channel: CHANNEL, text: 'x' })).rejects.toThrow();
    expect(workspace.messages(CHANNEL)).toHaveLength(posted);
    expect(workspace.calls).toMatchObject([{ error: 'dropped' }]);
  });
});

describe('the rate limit', () => {
  it('allows one message a second and channel, once it is switched on', async () => {
    let now = 1_000_000;
    const { client, workspace } = await startPreview({ now: () => now });
    const post = (channel: string) => client.chat.postMessage({ channel, text: 'x' });
    await post(CHANNEL);
    await post(CHANNEL);
    workspace.limitRate(true);
    now += 999;
    await expect(post(CHANNEL)).rejects.toMatchObject({ retryAfter: 1 });
    await post('C0GENERAL1');
    now += 1;
    await post(CHANNEL);
    expect(workspace.messages(CHANNEL)).toHaveLength(3);
  });
});
