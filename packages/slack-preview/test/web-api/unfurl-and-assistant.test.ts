import { describe, expect, it } from 'vitest';
import { errorOf, startPreview } from '../support/start-preview.ts';

const CHANNEL = 'C0DEVPAIN1';
const URL_IN_TEXT = 'https://pain.example/signals/1?a=1&b=2';
const BLOCKS = [{ type: 'section' as const, text: { type: 'mrkdwn' as const, text: 'a signal' } }];

describe('what stands around a conversation', () => {
  it('is shown of a link that the message holds, and of no other', async () => {
    const { client, workspace } = await startPreview();
    const { ts } = await workspace.say({ channelId: CHANNEL, text: `see ${URL_IN_TEXT}` });
    await client.chat.unfurl({ channel: CHANNEL, ts, unfurls: { [URL_IN_TEXT]: { blocks: BLOCKS } } });
    expect(workspace.messages(CHANNEL)[0]?.unfurls).toMatchObject({ [URL_IN_TEXT]: BLOCKS });
    const other = client.chat.unfurl({ channel: CHANNEL, ts, unfurls: { 'https://x.example': { blocks: BLOCKS } } });
    expect(await errorOf(other)).toMatchObject({ error: 'cannot_unfurl_url' });
    const nowhere = client.chat.unfurl({
      channel: CHANNEL,
      ts: '1.000001',
      unfurls: { [URL_IN_TEXT]: { blocks: BLOCKS } },
    });
    expect(await errorOf(nowhere)).toMatchObject({ error: 'cannot_find_message' });
  });

  it('are questions to begin with, at most four', async () => {
    const { client, workspace } = await startPreview();
    const prompt = { title: 'Rising?', message: 'What is rising?' };
    await client.assistant.threads.setSuggestedPrompts({ channel_id: 'D0ADALOVEL', prompts: [prompt] });
    expect(workspace.prompts('D0ADALOVEL')).toEqual([prompt]);
    const many = Array.from({ length: 5 }, () => prompt);
    const call = client.assistant.threads.setSuggestedPrompts({ channel_id: 'D0ADALOVEL', prompts: many });
    expect(await errorOf(call)).toMatchObject({ error: 'invalid_arguments' });
  });
});
