import type { ModalView } from '@slack/types';
import { describe, expect, it } from 'vitest';
import type { Received } from '../support/scripted-app.ts';
import { startBoth } from '../support/start-preview.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const MODAL: ModalView = {
  type: 'modal',
  title: plain('Share'),
  submit: plain('Share'),
  callback_id: 'share',
  private_metadata: '{"signal":"s1"}',
  blocks: [
    {
      type: 'input',
      block_id: 'where',
      label: plain('Where'),
      element: { type: 'conversations_select', action_id: 'channel', response_url_enabled: true },
    },
    {
      type: 'input',
      block_id: 'note',
      optional: true,
      label: plain('Note'),
      element: { type: 'plain_text_input', action_id: 'text', max_length: 10 },
    },
  ],
};
const FILLED = { where: { channel: 'C0PRODUCT1' }, note: { text: 'look' } };

/** A modal that is open; `answer` is what the app says to its submission. */
async function withModal(answer: unknown = '') {
  const both = await startBoth(({ payload }: Received) => (payload.type === 'view_submission' ? answer : ''));
  await both.workspace.runCommand({ text: '' });
  const trigger_id = String(both.app.received[0]?.fields.trigger_id);
  await both.client.views.open({ trigger_id, view: MODAL });
  const view = await both.workspace.nextView();
  return { ...both, view };
}

describe('a submitted modal', () => {
  it('tells the app what was filled in, and closes', async () => {
    const { app, workspace, view, origin } = await withModal();
    expect(await workspace.submitView(view.id, FILLED)).toEqual({ status: 200, body: '' });
    expect(app.received.at(-1)?.payload).toMatchObject({
      type: 'view_submission',
      user: { id: 'U0ADALOVEL' },
      view: {
        id: view.id,
        callback_id: 'share',
        private_metadata: '{"signal":"s1"}',
        hash: view.hash,
        state: {
          values: {
            where: { channel: { type: 'conversations_select', selected_conversation: 'C0PRODUCT1' } },
            note: { text: { type: 'plain_text_input', value: 'look' } },
          },
        },
      },
      response_urls: [
        {
          block_id: 'where',
          action_id: 'channel',
          channel_id: 'C0PRODUCT1',
          response_url: expect.stringContaining(origin),
        },
      ],
    });
    expect(workspace.views()).toEqual([]);
  });

  it('stays when it is not filled in, and the app never hears of it', async () => {
    const { app, workspace, view } = await withModal();
    const { errors } = await workspace.submitView(view.id, { note: { text: 'more than ten' } });
    expect(errors).toEqual({
      where: 'Please complete this required field.',
      note: 'Please use at most 10 characters.',
    });
    expect(workspace.views()).toHaveLength(1);
    expect(app.received).toHaveLength(1);
  });

  it('stays with the errors that the app answers', async () => {
    const { workspace, view } = await withModal({ response_action: 'errors', errors: { where: 'Invite me first.' } });
    expect(await workspace.submitView(view.id, FILLED)).toMatchObject({ errors: { where: 'Invite me first.' } });
    expect(workspace.views()).toHaveLength(1);
  });

  it.each([
    ['update', ['Next']],
    ['push', ['Share', 'Next']],
    ['clear', []],
  ])('does what the app answers: %s', async (action, titles) => {
    const next = { type: 'modal', title: plain('Next'), blocks: [] };
    const { workspace, view } = await withModal({ response_action: action, ...(action !== 'clear' && { view: next }) });
    await workspace.submitView(view.id, FILLED);
    expect(workspace.views().map(({ title }) => title?.text)).toEqual(titles);
  });

  it.each([
    [
      'with a view that Slack refuses',
      { response_action: 'update', view: { type: 'modal', blocks: [] } },
      'invalid_arguments',
    ],
    ['with something else', { response_action: 'dance' }, 'invalid_view_response'],
  ])('stays when the app answers %s', async (_what, answer, failure) => {
    const { workspace, view } = await withModal(answer);
    expect(await workspace.submitView(view.id, FILLED)).toMatchObject({ failure: expect.stringContaining(failure) });
    expect(workspace.views()).toHaveLength(1);
  });
});

describe('an element in a modal', () => {
  it('can be pressed, and the app may then update the modal', async () => {
    const { app, client, workspace, view } = await withModal();
    await workspace.press({ viewId: view.id, actionId: 'text', value: 'typed' });
    const payload = app.received.at(-1)?.payload;
    expect(payload).toMatchObject({
      type: 'block_actions',
      container: { type: 'view', view_id: view.id },
      view: { id: view.id },
      actions: [{ action_id: 'text', value: 'typed' }],
    });
    await client.views.update({ view_id: view.id, view: { ...MODAL, title: plain('Updated') } });
    expect(workspace.views()).toMatchObject([{ title: { text: 'Updated' } }]);
  });
});
