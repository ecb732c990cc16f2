import { describe, expect, it } from 'vitest';
import { startBoth } from '../support/start-preview.ts';

describe('events', () => {
  it('tell the app that its Home was opened', async () => {
    const { app, workspace } = await startBoth();
    await workspace.openHome('U0KENTHOMP');
    expect(app.received[0]?.payload).toMatchObject({
      type: 'event_callback',
      team_id: 'T0PREVIEW01',
      event_id: expect.stringMatching(/^Ev/),
      event: { type: 'app_home_opened', user: 'U0KENTHOMP', channel: 'D0KENTHOMP', tab: 'home' },
    });
  });

  it('tell the app what mentions it or is written to it, and nothing else', async () => {
    const { app, workspace } = await startBoth();
    await workspace.say({ channelId: 'C0PRODUCT1', text: 'nobody is mentioned' });
    await workspace.say({ channelId: 'C0SECRET01', text: '@painsignals is not in here' });
    const { ts } = await workspace.say({ channelId: 'C0PRODUCT1', text: 'hey @painsignals, a<b' });
    await workspace.say({ channelId: 'D0ADALOVEL', text: 'in private' });
    expect(app.received.map(({ payload }) => payload.event)).toMatchObject([
      { type: 'app_mention', text: 'hey <@U0PAINSIGNL>, a&lt;b', ts, channel: 'C0PRODUCT1' },
      { type: 'message', channel_type: 'im', text: 'in private', channel: 'D0ADALOVEL' },
    ]);
  });

  it('tell who mentions the app where it is not how to let it in', async () => {
    const { app, workspace } = await startBoth();
    await workspace.say({ channelId: 'C0RANDOM01', text: '@painsignals what is rising?' });
    expect(app.received).toEqual([]);
    expect(workspace.messages('C0RANDOM01').at(-1)).toMatchObject({
      ephemeralFor: 'U0ADALOVEL',
      text: expect.stringContaining('/invite @painsignals'),
    });
  });
});
