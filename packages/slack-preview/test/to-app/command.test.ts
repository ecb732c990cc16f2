import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SIGNING_SECRET, startBoth, startPreview } from '../support/start-preview.ts';

const CHANNEL = 'C0DEVPAIN1';

describe('a slash command', () => {
  it('reaches the app with all of Slack’s fields', async () => {
    const { app, workspace, origin } = await startBoth();
    const delivery = await workspace.runCommand({ channelId: 'C0SECRET01', userId: 'U0GRACEHOP', text: 'top 5' });
    expect(delivery).toEqual({ status: 200, body: '' });
    expect(app.received[0]?.fields).toEqual({
      token: expect.any(String),
      team_id: 'T0PREVIEW01',
      team_domain: 'pain-preview',
      channel_id: 'C0SECRET01',
      channel_name: 'privategroup',
      user_id: 'U0GRACEHOP',
      user_name: 'grace',
      command: '/pain',
      text: 'top 5',
      api_app_id: 'A0PAINSIGNL',
      is_enterprise_install: 'false',
      response_url: expect.stringMatching(new RegExp(`^${origin}/response/[\\w-]{20,}$`)),
      trigger_id: expect.any(String),
    });
  });

  it('is signed with the secret the app knows', async () => {
    const { app, workspace } = await startBoth();
    await workspace.runCommand({ text: 'help' });
    const request = app.received[0];
    const timestamp = request?.headers['x-slack-request-timestamp'];
    const digest = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${request?.body}`).digest('hex');
    expect(request?.headers['x-slack-signature']).toBe(`v0=${digest}`);
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(60);
  });

  it('arrives escaped, with people and channels by their ids', async () => {
    const { app, workspace } = await startBoth();
    await workspace.runCommand({ text: 'search a<b & @ada in #product, not me@ada #nowhere' });
    expect(app.received[0]?.fields.text).toBe(
      'search a&lt;b &amp; <@U0ADALOVEL|ada> in <#C0PRODUCT1|product>, not me@ada #nowhere',
    );
  });

  it('shows what the app answers at once', async () => {
    const { workspace } = await startBoth(() => ({ text: 'done', response_type: 'in_channel' }));
    await workspace.runCommand({ text: '' });
    expect(workspace.messages(CHANNEL)).toMatchObject([{ text: 'done', user: 'U0PAINSIGNL' }]);
    expect(workspace.messages(CHANNEL)[0]).not.toHaveProperty('ephemeralFor');
  });

  it('takes a plain acknowledgement as words for who asked', async () => {
    const { workspace } = await startBoth(() => 'just words');
    await workspace.runCommand({ text: '' });
    expect(workspace.messages(CHANNEL)).toMatchObject([{ text: 'just words', ephemeralFor: 'U0ADALOVEL' }]);
  });

  it.each([
    ['does not answer in time', () => new Promise(() => undefined), 'operation_timeout', 200],
    ['fails', () => Promise.reject(new Error('broken')), 'dispatch_failed', 60_000],
    ['answers with blocks that Slack refuses', () => ({ blocks: [{ type: 'marquee' }] }), 'invalid_blocks', 60_000],
    ['answers with broken JSON', () => '{"text":', 'invalid_command_response', 60_000],
  ])('says so when the app %s', async (_what, answer, error, acknowledgeWithinMs) => {
    const { workspace } = await startBoth(answer, { acknowledgeWithinMs });
    expect(await workspace.runCommand({ text: '' })).toMatchObject({ failure: error });
    expect(workspace.messages(CHANNEL)).toMatchObject([
      { text: `/pain failed with the error "${error}"`, user: 'USLACKBOT', ephemeralFor: 'U0ADALOVEL' },
    ]);
  });

  it('says so when the app is not there', async () => {
    const { workspace } = await startPreview();
    expect(await workspace.runCommand({ text: '' })).toMatchObject({ status: 0, failure: 'dispatch_failed' });
  });

  it('that is not the app’s never reaches it', async () => {
    const { app, workspace } = await startBoth();
    expect(await workspace.runCommand({ command: '/gain', text: '' })).toMatchObject({ failure: 'unknown_command' });
    expect(app.received).toEqual([]);
    expect(workspace.messages(CHANNEL)).toMatchObject([
      { text: expect.stringContaining('/gain is not a valid command') },
    ]);
  });
});
