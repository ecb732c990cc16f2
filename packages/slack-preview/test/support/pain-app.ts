import type { WebClient } from '@slack/web-api';
import type { Received } from './scripted-app.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const button = (action_id: string, text: string, more = {}) => ({
  type: 'button' as const,
  action_id,
  text: plain(text),
  ...more,
});

const CONFIRM = {
  title: plain('Delete this card?'),
  text: plain('It goes for everybody.'),
  confirm: plain('Delete'),
  deny: plain('Keep'),
};
const MORE = [
  { text: plain('Mute'), value: 'mute' },
  { text: plain('Wrong cluster'), value: 'wrong' },
];

const CARD = {
  text: 'One signal is rising',
  blocks: [
    { type: 'header' as const, text: plain('Trending') },
    {
      type: 'section' as const,
      text: { type: 'mrkdwn' as const, text: '*Flaky tests* &lt;script&gt;', verbatim: true },
      accessory: button('details', 'Details'),
    },
    {
      type: 'actions' as const,
      elements: [
        button('refresh', 'Refresh'),
        button('share', 'Share', { style: 'primary' }),
        button('delete', 'Delete', { style: 'danger', confirm: CONFIRM }),
        { type: 'overflow' as const, action_id: 'more', options: MORE },
      ],
    },
  ],
};

const MODAL = {
  type: 'modal' as const,
  callback_id: 'share',
  title: plain('Share'),
  submit: plain('Share it'),
  blocks: [
    {
      type: 'input' as const,
      block_id: 'where',
      label: plain('Where'),
      element: { type: 'conversations_select' as const, action_id: 'channel' },
    },
    {
      type: 'input' as const,
      block_id: 'note',
      optional: true,
      label: plain('Note'),
      element: { type: 'plain_text_input' as const, action_id: 'text' },
    },
  ],
};

/** A small app with a card, a modal and a Home: it does its work after it has acknowledged, as apps do. */
export function createPainApp(client: () => WebClient): (received: Received) => string {
  return ({ fields, payload }) => {
    queueMicrotask(() => work(fields, payload, client()));
    return '';
  };
}

async function work(fields: Received['fields'], payload: Received['payload'], client: WebClient): Promise<void> {
  if (fields.command !== undefined) return respond(fields.response_url, CARD);
  if (payload.type === 'view_submission') return share(payload, client);
  if (payload.type === 'event_callback') {
    const blocks = [{ type: 'section' as const, text: { type: 'mrkdwn' as const, text: 'Welcome to your *Home*' } }];
    await client.views.publish({ user_id: 'U0ADALOVEL', view: { type: 'home', blocks } });
    return;
  }
  const [action] = payload.actions ?? [];
  if (action?.action_id === 'share') await client.views.open({ trigger_id: String(payload.trigger_id), view: MODAL });
  else if (action?.action_id === 'delete') await respond(payload.response_url, { delete_original: true });
  else
    await respond(payload.response_url, {
      ...CARD,
      text: 'again',
      replace_original: true,
      blocks: [said(action), ...CARD.blocks],
    });
}

function said(action: Record<string, unknown> | undefined): object {
  const option = action?.selected_option as { value: string } | undefined;
  return { type: 'context', elements: [{ type: 'mrkdwn', text: `you chose ${option?.value ?? action?.action_id}` }] };
}

async function share(payload: Received['payload'], client: WebClient): Promise<void> {
  const { state } = payload.view as { state: { values: Record<string, Record<string, Record<string, string>>> } };
  const channel = String(state.values.where?.channel?.selected_conversation);
  await client.chat.postMessage({ channel, text: `${state.values.note?.text?.value}`, blocks: CARD.blocks });
}

async function respond(url: unknown, body: object): Promise<void> {
  await fetch(String(url), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
}
