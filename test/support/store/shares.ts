import { TopQuery } from '@pain-signals/domain';
import type { NewMessage, ShareMessage } from '#handlers/outbox-port.ts';
import type { Store } from '#src/store/open-store.ts';

const LINK = 'https://slack.example/p1';

/** A share in one channel. */
export const aShare = (key: string, channelId = 'C1', ownerId = 'U1'): NewMessage<ShareMessage> => {
  const request = { subject: TopQuery.parse({ show: 'top' }), attempt: 1 };
  const intent = { request, userId: ownerId, channelId, threadTs: null, note: null, occasion: null };
  return { kind: 'share', key, ownerId, channelId, title: key, again: '{}', intent };
};

/** Claims a share that nobody else has. */
export async function beginShare(store: Store, workspaceId: string, share = aShare('k')): Promise<ShareMessage> {
  const message = await store.outbox.begin<ShareMessage>(workspaceId, share);
  if (typeof message === 'string') throw new Error(`It is ${message}.`);
  return message;
}

/** A share that Slack has confirmed. */
export async function addShare(store: Store, workspaceId: string, share = aShare('k'), ts: string | null = '1.000001') {
  const message = await beginShare(store, workspaceId, share);
  await store.outbox.change(workspaceId, message, { state: 'confirmed', ts, link: LINK, freeAt: null });
}
