import { describe, expect, it } from 'vitest';
import { errorOf, type RunningPreview, startPreview } from '../support/start-preview.ts';

const CHANNEL = 'C0DEVPAIN1';
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

const ask = async ({ client }: RunningPreview, length = PNG.length) => {
  const { upload_url: url, file_id: id } = await client.files.getUploadURLExternal({ filename: 'chart.png', length });
  return { url: String(url), id: String(id) };
};
const send = (url: string, body: Buffer<ArrayBuffer>) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body });

async function upload(preview: RunningPreview, content = PNG): Promise<string> {
  const { url, id } = await ask(preview, content.length);
  await send(url, content);
  await preview.client.files.completeUploadExternal({ files: [{ id, title: 'A chart' }] });
  return id;
}

const show = ({ client }: RunningPreview, id: string) => {
  const blocks = [{ type: 'image' as const, alt_text: 'rising', slack_file: { id } }];
  return client.chat.postMessage({ channel: CHANNEL, text: 'x', blocks });
};
const NOT_SHOWN = {
  error: 'invalid_blocks',
  messages: ['[ERROR] invalid slack file [json-pointer:/blocks/0/slack_file]'],
};

describe('files', () => {
  it('are uploaded in three steps, shown by their id, and drawn on the page', async () => {
    const preview = await startPreview();
    const id = await upload(preview);
    expect(preview.workspace.files).toMatchObject([{ id, name: 'chart.png', title: 'A chart', isShared: false }]);
    await show(preview, id);
    expect(preview.workspace.files).toMatchObject([{ id, isShared: true }]);
    const page = await (await fetch(`${preview.origin}/`)).text();
    expect(page).toContain(`<img src="/files/${id}" alt="rising">`);
    const picture = await fetch(`${preview.origin}/files/${id}`);
    expect([picture.headers.get('content-type'), Buffer.from(await picture.arrayBuffer())]).toEqual(['image/png', PNG]);
  });

  it('cannot be shown before they are complete, nor when they are no picture, nor after they were deleted', async () => {
    const preview = await startPreview();
    const { url, id } = await ask(preview);
    await send(url, PNG);
    expect(await errorOf(show(preview, id))).toEqual(NOT_SHOWN);
    expect(await errorOf(show(preview, await upload(preview, Buffer.from('GIF? no'))))).toEqual(NOT_SHOWN);
    const deleted = await upload(preview);
    await preview.client.files.delete({ file: deleted });
    expect(await errorOf(show(preview, deleted))).toEqual(NOT_SHOWN);
    expect(await errorOf(preview.client.files.delete({ file: deleted }))).toEqual({ error: 'file_not_found' });
  });

  it('are refused while Slack still works on them', async () => {
    const preview = await startPreview();
    preview.workspace.slowFiles(1);
    const id = await upload(preview);
    expect(await errorOf(show(preview, id))).toEqual(NOT_SHOWN);
    await show(preview, id);
  });

  it('are never shown in a message that one person sees alone, nor in a view', async () => {
    const preview = await startPreview();
    const id = await upload(preview);
    const blocks = [{ type: 'image' as const, alt_text: 'x', slack_file: { id } }];
    const { client } = preview;
    const alone = client.chat.postEphemeral({ channel: CHANNEL, user: 'U0ADALOVEL', text: 'x', blocks });
    expect(await errorOf(alone)).toEqual(NOT_SHOWN);
    const home = client.views.publish({ user_id: 'U0ADALOVEL', view: { type: 'home', blocks } });
    expect(await errorOf(home)).toMatchObject({ error: 'invalid_arguments' });
  });

  it('take their content once, whole, and cannot be completed without it', async () => {
    const preview = await startPreview();
    const { url, id } = await ask(preview);
    const early = preview.client.files.completeUploadExternal({ files: [{ id }] });
    expect(await errorOf(early)).toEqual({ error: 'file_update_failed' });
    expect((await send(url, PNG.subarray(1))).status).toBe(400);
    expect((await send(url, PNG)).status).toBe(200);
    expect((await send(url, PNG)).status).toBe(404);
    const unknown = preview.client.files.completeUploadExternal({ files: [{ id: 'F0' }] });
    expect(await errorOf(unknown)).toEqual({ error: 'file_not_found' });
  });

  it('need their scope, as a conversation with a person does', async () => {
    const preview = await startPreview();
    preview.workspace.refuseScope('files:write');
    preview.workspace.refuseScope('im:write');
    expect(await errorOf(ask(preview))).toEqual({ error: 'missing_scope' });
    const open = preview.client.conversations.open({ users: 'U0ADALOVEL' });
    expect(await errorOf(open)).toEqual({ error: 'missing_scope' });
  });
});
