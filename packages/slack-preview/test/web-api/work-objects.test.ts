import { describe, expect, it } from 'vitest';
import { errorOf, startBoth, startPreview } from '../support/start-preview.ts';

const channel = 'C0DEVPAIN1';
const PASTED = 'https://pain.example/signals/1?from=mail';
const ENTITY = {
  entity_type: 'slack#/entities/item',
  url: 'https://pain.example/signals/1',
  external_ref: { id: '1' },
  app_unfurl_url: PASTED,
  entity_payload: {
    attributes: { title: { text: 'Slow CI' }, display_type: 'Signal' },
    custom_fields: [{ key: 'score', label: 'Score', type: 'integer', value: 82 }],
    actions: { primary_actions: [{ text: 'Open', action_id: 'open', value: '1' }] },
  },
};

async function pasted() {
  const preview = await startBoth();
  const message = await preview.workspace.say({ channelId: channel, text: `see ${PASTED}` });
  await preview.client.chat.unfurl({ channel, ts: message.ts, metadata: { entities: [ENTITY] } });
  return { ...preview, message };
}

describe('a Work Object', () => {
  it('is shown below the link it is for, and asks for its details when it is opened', async () => {
    const { workspace, client, message, app } = await pasted();
    expect(workspace.messages(channel)[0]?.entities).toMatchObject({ [PASTED]: { url: ENTITY.url } });
    await workspace.openDetails({ message, url: PASTED });
    const { event } = JSON.parse(app.received.at(-1)?.body ?? '{}');
    expect(event).toMatchObject({ type: 'entity_details_requested', entity_url: ENTITY.url, app_unfurl_url: PASTED });
    const other = { ...ENTITY, url: 'https://pain.example/signals/2' };
    await workspace.openDetails({ message, url: PASTED });
    const { event: again } = JSON.parse(app.received.at(-1)?.body ?? '{}');
    const wrong = client.entity.presentDetails({ trigger_id: again.trigger_id, metadata: other });
    expect(await errorOf(wrong)).toMatchObject({ error: 'entity_metadata_does_not_match_trigger' });
    await client.entity.presentDetails({ trigger_id: event.trigger_id, metadata: ENTITY });
    expect(await workspace.nextDetails()).toMatchObject({ userId: 'U0ADALOVEL', entity: { url: ENTITY.url } });
    const twice = client.entity.presentDetails({ trigger_id: event.trigger_id, metadata: ENTITY });
    expect(await errorOf(twice)).toEqual({ error: 'invalid_trigger_id' });
  });

  it.each([
    ['custom_fields', [{ key: 'score', label: 'Score', type: 'number', value: 82 }]],
    ['fields', { description: { value: 'an item has no fields' } }],
    ['actions', { primary_actions: Array.from({ length: 3 }, () => ({ text: 'x', action_id: 'x' })) }],
    ['attributes', { title: { text: '' } }],
  ])('with wrong %s is refused', async (part, value) => {
    const { client, message } = await pasted();
    const wrong = { ...ENTITY, entity_payload: { ...ENTITY.entity_payload, [part]: value } };
    const call = client.chat.unfurl({ channel, ts: message.ts, metadata: { entities: [wrong] } } as never);
    expect(await errorOf(call)).toMatchObject({ error: 'invalid_metadata' });
  });

  it('of another link is refused, and so is an unfurl of nothing', async () => {
    const { client, message } = await pasted();
    const other = { ...ENTITY, app_unfurl_url: 'https://pain.example/signals/3' };
    const at = { channel, ts: message.ts };
    expect(await errorOf(client.chat.unfurl({ ...at, metadata: { entities: [other] } }))).toMatchObject({
      error: 'cannot_unfurl_url',
    });
    expect(await errorOf(client.chat.unfurl(at as never))).toEqual({ error: 'missing_unfurls' });
  });

  it('is not there for an app whose settings do not allow it', async () => {
    const { client, workspace } = await startPreview();
    workspace.refuseMethods(['entity.presentDetails']);
    const { ts } = await workspace.say({ channelId: channel, text: PASTED });
    const call = client.chat.unfurl({ channel, ts, metadata: { entities: [ENTITY] } });
    expect(await errorOf(call)).toEqual({ error: 'feature_not_enabled' });
  });
});
