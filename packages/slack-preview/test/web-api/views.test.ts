import type { ModalView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import { errorOf, startBoth } from '../support/start-preview.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const MODAL: ModalView = {
  type: 'modal',
  title: plain('Share'),
  blocks: [],
  callback_id: 'share',
  private_metadata: '{}',
};

async function afterCommand(now = () => 1_000_000) {
  const both = await startBoth(undefined, { now });
  const trigger = async () => {
    await both.workspace.runCommand({ text: '' });
    return String(both.app.received.at(-1)?.fields.trigger_id);
  };
  return { ...both, trigger };
}

describe('views', () => {
  it('opens a modal in front of who ran the command', async () => {
    const { client, workspace, trigger } = await afterCommand();
    const { view } = await client.views.open({ trigger_id: await trigger(), view: MODAL });
    expect(workspace.views()).toMatchObject([{ id: view?.id, callbackId: 'share', title: plain('Share') }]);
    expect(view).toMatchObject({ state: { values: {} }, root_view_id: view?.id, hash: expect.any(String) });
  });

  it('takes a trigger once, within three seconds', async () => {
    let now = 1_000_000;
    const { client, trigger } = await afterCommand(() => now);
    const [used, old] = [await trigger(), await trigger()];
    now += 3_000;
    await client.views.open({ trigger_id: used, view: MODAL });
    expect(await errorOf(client.views.open({ trigger_id: used, view: MODAL }))).toEqual({
      error: 'exchanged_trigger_id',
    });
    now += 1;
    expect(await errorOf(client.views.open({ trigger_id: old, view: MODAL }))).toEqual({
      error: 'expired_trigger_id',
    });
    expect(await errorOf(client.views.open({ trigger_id: 'x', view: MODAL }))).toEqual({
      error: 'invalid_trigger_id',
    });
  });

  it('does not use up a trigger on a view it refuses', async () => {
    const { client, trigger } = await afterCommand();
    const trigger_id = await trigger();
    const refused = client.views.open({ trigger_id, view: { ...MODAL, title: plain('x'.repeat(25)) } });
    expect(await errorOf(refused)).toEqual({
      error: 'invalid_arguments',
      messages: ['[ERROR] must be less than 25 characters [json-pointer:/view/title/text]'],
    });
    expect(await client.views.open({ trigger_id, view: MODAL })).toMatchObject({ ok: true });
  });

  it('forgets of an updated modal what the new content does not name', async () => {
    const { client, workspace, trigger } = await afterCommand();
    const { view } = await client.views.open({
      trigger_id: await trigger(),
      view: { ...MODAL, submit: plain('Share') },
    });
    await client.views.update({ view_id: view?.id ?? '', view: MODAL });
    expect(workspace.views()).toMatchObject([{ id: view?.id }]);
    expect(workspace.views()[0]).not.toHaveProperty('submit');
  });

  it('stacks up to three', async () => {
    const { client, workspace, trigger } = await afterCommand();
    await client.views.open({ trigger_id: await trigger(), view: MODAL });
    await client.views.push({ trigger_id: await trigger(), view: MODAL });
    const { view } = await client.views.push({ trigger_id: await trigger(), view: MODAL });
    expect(await errorOf(client.views.push({ trigger_id: await trigger(), view: MODAL }))).toEqual({
      error: 'push_limit_reached',
    });
    const [root, second] = workspace.views();
    expect(view).toMatchObject({ root_view_id: root?.id, previous_view_id: second?.id });
  });

  it('updates a view by its id', async () => {
    const { client, workspace, trigger } = await afterCommand();
    const { view } = await client.views.open({ trigger_id: await trigger(), view: MODAL });
    const change = { view: { ...MODAL, title: plain('Changed') } };
    await client.views.update({ view_id: String(view?.id), ...change });
    expect(workspace.views()).toMatchObject([{ title: plain('Changed') }]);
    expect(await errorOf(client.views.update({ view_id: 'V0', ...change }))).toEqual({ error: 'not_found' });
  });

  it('publishes the Home of each person', async () => {
    const { client, workspace } = await afterCommand();
    const blocks = [{ type: 'divider' as const }];
    await client.views.publish({ user_id: 'U0GRACEHOP', view: { type: 'home', blocks } });
    expect(workspace.home('U0GRACEHOP')).toMatchObject({ type: 'home', blocks });
    expect(workspace.home()).toBeNull();
    expect(await errorOf(client.views.publish({ user_id: 'U0GRACEHOP', view: MODAL as never }))).toEqual({
      error: 'invalid_arguments',
      messages: ['[ERROR] unsupported type: modal [json-pointer:/view/type]'],
    });
  });
});
