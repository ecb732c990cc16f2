import { describe, expect, it } from 'vitest';
import { startBoth } from '../support/start-preview.ts';

const CHANNEL = 'C0DEVPAIN1';
const BUTTON = { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } };
const CARD = { text: 'card', blocks: [{ type: 'actions', elements: [BUTTON] }] };

async function answer(url: unknown, body: object): Promise<{ status: number; error: string | undefined }> {
  const response = await fetch(String(url), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  const text = await response.text();
  return { status: response.status, error: text === 'ok' ? undefined : JSON.parse(text).error };
}

const OK = { status: 200, error: undefined };

/** A preview where a command has been run: its response_url is what the app got. */
async function afterCommand(now = () => 1_000_000) {
  const both = await startBoth(undefined, { now });
  await both.workspace.runCommand({ text: 'trending' });
  return { ...both, url: both.app.received[0]?.fields.response_url };
}

describe('the response_url of a command', () => {
  it('answers only to who asked, or to everybody', async () => {
    const { workspace, url } = await afterCommand();
    expect(await answer(url, { text: 'for you' })).toEqual(OK);
    expect(await answer(url, { text: 'for all', response_type: 'in_channel' })).toEqual(OK);
    const [first, second] = workspace.messages(CHANNEL);
    expect(first).toMatchObject({ text: 'for you', ephemeralFor: 'U0ADALOVEL' });
    expect(second).not.toHaveProperty('ephemeralFor');
  });

  it('replaces nothing: a command has no original message', async () => {
    const { workspace, url } = await afterCommand();
    await answer(url, { text: 'working' });
    await answer(url, { text: 'done', replace_original: true });
    expect(workspace.messages(CHANNEL).map(({ text }) => text)).toEqual(['working', 'done']);
  });

  it('works five times', async () => {
    const { url, workspace } = await afterCommand();
    for (const text of ['1', '2', '3', '4', '5']) expect(await answer(url, { text })).toEqual(OK);
    expect(await answer(url, { text: '6' })).toEqual({ status: 404, error: 'used_url' });
    expect(workspace.calls.at(-1)).toMatchObject({ method: 'response_url', error: 'used_url' });
  });

  it('works for thirty minutes', async () => {
    let now = 1_000_000;
    const { url } = await afterCommand(() => now);
    now += 30 * 60_000;
    expect(await answer(url, { text: 'late' })).toEqual(OK);
    now += 1;
    expect(await answer(url, { text: 'too late' })).toEqual({ status: 404, error: 'expired_url' });
  });

  it('refuses what Slack cannot show, and does not count it', async () => {
    const { url, workspace } = await afterCommand();
    for (let use = 0; use < 6; use += 1) {
      expect(await answer(url, { text: 'x', blocks: [{ type: 'marquee' }] })).toEqual({
        status: 400,
        error: 'invalid_blocks',
      });
    }
    expect(await answer(url, {})).toEqual({ status: 400, error: 'no_text' });
    expect(await answer(url, { text: 'x' })).toEqual(OK);
    expect(workspace.messages(CHANNEL)).toHaveLength(1);
  });

  it('cannot be guessed', async () => {
    const { origin } = await afterCommand();
    expect(await answer(`${origin}/response/guess`, { text: 'x' })).toEqual({ status: 404, error: 'expired_url' });
  });
});

describe('the response_url of a press', () => {
  async function afterPress(responseType: string) {
    const both = await startBoth();
    await both.workspace.runCommand({ text: '' });
    await answer(both.app.received[0]?.fields.response_url, { ...CARD, response_type: responseType });
    const message = await both.workspace.nextMessage();
    await both.workspace.press({ message, actionId: 'go' });
    return { ...both, url: both.app.received[1]?.payload.response_url };
  }

  it.each(['ephemeral', 'in_channel'])(
    'replaces and then deletes the message pressed in (%s)',
    async (responseType) => {
      const { workspace, url } = await afterPress(responseType);
      const [before] = workspace.messages(CHANNEL);
      expect(await answer(url, { text: 'done', replace_original: true })).toEqual(OK);
      expect(workspace.messages(CHANNEL)).toMatchObject([
        {
          ts: before?.ts,
          text: 'done',
          blocks: [],
          ...(before?.ephemeralFor && { ephemeralFor: before.ephemeralFor }),
        },
      ]);
      expect(await answer(url, { delete_original: true })).toEqual(OK);
      expect(workspace.messages(CHANNEL)).toEqual([]);
      expect(await answer(url, { text: 'x', replace_original: true })).toEqual({
        status: 404,
        error: 'message_not_found',
      });
    },
  );

  it('otherwise says something beside it', async () => {
    const { workspace, url } = await afterPress('ephemeral');
    await answer(url, { text: 'beside' });
    expect(workspace.messages(CHANNEL).map(({ text }) => text)).toEqual(['card', 'beside']);
  });

  it('is the only way to change what it posted', async () => {
    const { workspace, client } = await afterPress('in_channel');
    const ts = String(workspace.messages(CHANNEL)[0]?.ts);
    await expect(client.chat.update({ channel: CHANNEL, ts, text: 'x' })).rejects.toMatchObject({
      data: { error: 'cant_update_message' },
    });
  });
});
