import { describe, expect, it } from 'vitest';
import { type RunningPreview, startBoth, startPreview } from '../support/start-preview.ts';

const CHANNEL = 'C0DEVPAIN1';
const ADA = 'U0ADALOVEL';

async function post(
  preview: RunningPreview,
  path: string,
  body: object,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const response = await fetch(`${preview.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: preview.origin },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, answer };
}

const pageOf = async (preview: RunningPreview, query = '') => (await fetch(`${preview.origin}/${query}`)).text();

describe('the page', () => {
  it('shows a person their channels and the messages they see', async () => {
    const preview = await startPreview();
    await preview.client.chat.postMessage({ channel: CHANNEL, text: 'for everybody' });
    await preview.client.chat.postEphemeral({ channel: CHANNEL, user: ADA, text: 'for Ada' });
    const ada = await pageOf(preview, `?as=${ADA}&channel=${CHANNEL}`);
    expect(ada).toContain('for everybody');
    expect(ada).toContain('for Ada');
    expect(ada).toContain('# leadership');
    expect(ada).toContain('Messages are kept until you stop the preview.');
    const kenji = await pageOf(preview, `?as=U0KENTHOMP&channel=${CHANNEL}`);
    expect(kenji).toContain('for everybody');
    expect(kenji).not.toContain('for Ada');
    expect(kenji).not.toContain('# leadership');
  });

  it('falls back to what there is when its address asks for something else', async () => {
    const preview = await startPreview();
    const page = await pageOf(preview, '?as=nobody&channel=C0SECRET99&thread=1.000000&tab="><script>');
    expect(page).toContain('<h1>#dev-pain</h1>');
    expect(page).toContain(`data-as="${ADA}"`);
    expect(page.match(/<script/g)).toHaveLength(1);
  });

  it('lets its browser load and send nothing elsewhere', async () => {
    const { origin } = await startPreview();
    const response = await fetch(`${origin}/`);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const assets = [...(await response.text()).matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    const types = await Promise.all(
      assets.map(async (path) => (await fetch(`${origin}${path}`)).headers.get('content-type')),
    );
    expect(new Set(types)).toEqual(
      new Set(['text/css; charset=utf-8', 'image/svg+xml', 'text/javascript; charset=utf-8']),
    );
    expect((await fetch(`${origin}/assets/..%2froutes.ts`)).status).toBe(404);
  });

  it('shows the Home that the app published', async () => {
    const preview = await startPreview();
    expect(await pageOf(preview, '?channel=D0ADALOVEL&tab=home')).toContain('The app hasn’t put anything here yet.');
    const blocks = [{ type: 'header' as const, text: { type: 'plain_text' as const, text: 'Welcome home' } }];
    await preview.client.views.publish({ user_id: ADA, view: { type: 'home', blocks } });
    expect(await pageOf(preview, '?channel=D0ADALOVEL&tab=home')).toContain('<h3>Welcome home</h3>');
  });

  it('is alive and ready', async () => {
    const { origin } = await startPreview();
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  });
});

describe('what a person does on the page', () => {
  it('writes a message', async () => {
    const preview = await startBoth();
    const { answer } = await post(preview, '/compose', { as: ADA, channel: CHANNEL, text: 'hello <b>' });
    expect(answer).toEqual({ isSent: false });
    expect(preview.workspace.messages(CHANNEL)).toMatchObject([{ user: ADA, text: 'hello &lt;b&gt;' }]);
  });

  it('invites the app into a channel, and nobody else', async () => {
    const preview = await startBoth();
    const invite = (text: string) => post(preview, '/compose', { as: ADA, channel: 'C0RANDOM01', text });
    expect((await invite('/invite @somebody')).answer).toMatchObject({
      failure: 'Only @painsignals can be invited here.',
    });
    for (const words of ['joined this channel', 'already in this channel']) {
      await invite('/invite @Pain Signals');
      expect(preview.workspace.messages('C0RANDOM01').at(-1)?.text).toContain(words);
    }
    await preview.client.chat.postMessage({ channel: 'C0RANDOM01', text: 'thanks' });
  });

  it('chooses a shortcut in the menu of a message', async () => {
    const preview = await startBoth();
    const { ts } = await preview.workspace.say({ channelId: CHANNEL, text: 'builds are slow' });
    const { answer } = await post(preview, '/shortcut', {
      as: ADA,
      channel: CHANNEL,
      ts,
      callbackId: 'find_related_pain',
    });
    expect(answer).toEqual({ isSent: true });
    expect(preview.app.received[0]?.payload).toMatchObject({ type: 'message_action', message_ts: ts });
  });

  it('runs a command', async () => {
    const preview = await startBoth();
    expect(
      await post(preview, '/compose', { as: ADA, channel: CHANNEL, text: '/pain search flaky\ntests' }),
    ).toMatchObject({
      answer: { isSent: true },
    });
    expect(preview.app.received[0]?.fields).toMatchObject({ command: '/pain', text: 'search flaky\ntests' });
  });

  it('is told that commands do not work in threads', async () => {
    const preview = await startBoth();
    const { ts } = await preview.workspace.say({ channelId: CHANNEL, text: 'top' });
    await post(preview, '/compose', { as: ADA, channel: CHANNEL, text: '/pain help', thread: ts });
    expect(preview.app.received).toEqual([]);
    expect(preview.workspace.messages(CHANNEL).at(-1)).toMatchObject({
      user: 'USLACKBOT',
      text: '/pain is not supported in threads. Sorry!',
    });
  });

  it('cannot write where they are not, or where it is archived', async () => {
    const preview = await startBoth();
    for (const channel of ['C0OLDTIMES', 'D0GRACEHOP']) {
      const { answer } = await post(preview, '/compose', { as: ADA, channel, text: 'x' });
      expect(answer).toEqual({ isSent: false, failure: 'You cannot write in this channel.' });
    }
  });

  it('presses a button', async () => {
    const preview = await startBoth();
    const button = {
      type: 'button' as const,
      action_id: 'go',
      text: { type: 'plain_text' as const, text: 'Go' },
      value: '1',
    };
    const blocks = [{ type: 'actions' as const, block_id: 'b', elements: [button] }];
    const { ts } = await preview.client.chat.postMessage({ channel: CHANNEL, text: 'card', blocks });
    const { answer } = await post(preview, '/press', {
      as: 'U0KENTHOMP',
      channel: CHANNEL,
      ts,
      blockId: 'b',
      actionId: 'go',
      value: '1',
    });
    expect(answer).toEqual({ isSent: true });
    expect(preview.app.received[0]?.payload).toMatchObject({
      user: { id: 'U0KENTHOMP' },
      actions: [{ action_id: 'go' }],
    });
    await preview.client.chat.delete({ channel: CHANNEL, ts: String(ts) });
    const late = await post(preview, '/press', { as: ADA, channel: CHANNEL, ts, blockId: 'b', actionId: 'go' });
    expect(late.answer).toEqual({ isSent: false, failure: 'This message is not there any more.' });
  });

  it('hears that what they press or submit is gone', async () => {
    const preview = await startBoth();
    const place = { as: ADA, channel: CHANNEL, viewId: 'V0GONE' };
    const press = await post(preview, '/press', { ...place, blockId: 'b', actionId: 'go' });
    expect(press.answer).toEqual({ isSent: false, failure: expect.stringContaining('not there any more') });
    const submission = await post(preview, '/submit', place);
    expect(submission.answer).toEqual({ isSent: false, failure: 'This workspace has no view "V0GONE".' });
  });

  it('hears how the app failed', async () => {
    const preview = await startBoth(() => Promise.reject(new Error('broken')));
    const { answer } = await post(preview, '/home', { as: ADA });
    expect(answer).toEqual({ isSent: false, failure: 'dispatch_failed' });
  });

  it('is told what is wrong with a request', async () => {
    const preview = await startBoth();
    const { status, answer } = await post(preview, '/compose', { as: 'nobody', channel: CHANNEL });
    expect(status).toBe(400);
    expect(answer.failure).toMatch(/as[\s\S]*text/);
  });
});
