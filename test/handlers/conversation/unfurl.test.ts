import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf } from '../../support/service/sample-signals.ts';
import { eventBody, sendSigned } from '../../support/worlds/signed-request.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ signalUrl: 'https://pain.example/signals/{id}' });
});
afterAll(() => world.close());

const CHANNEL = 'C0DEVPAIN1';
const link = (id: number) => `https://pain.example/signals/${idOf(id)}`;
const unfurls = () => world.slack.calls.filter(({ method }) => method === 'chat.unfurl');
const write = (text: string) => world.slack.say({ channelId: CHANNEL, text });

describe('a pasted link to a signal', () => {
  it('shows the signal below the message', async () => {
    const { ts } = await write(
      `look at ${link(1)} and ${link(2)}?from=mail and https://other.example/signals/${idOf(3)}`,
    );
    await expect.poll(() => unfurls().length).toBe(1);
    const message = world.slack.messages(CHANNEL).find((each) => each.ts === ts);
    expect(Object.keys(message?.unfurls ?? {})).toEqual([link(1), `${link(2)}?from=mail`]);
    expect(JSON.stringify(message?.unfurls)).toContain('OAuth refresh tokens');
  });

  it('is shown already while it is being written', async () => {
    const before = unfurls().length;
    await world.slack.composeLinks({ channelId: CHANNEL, text: link(4) });
    await expect.poll(() => unfurls().length).toBe(before + 1);
    expect(unfurls().at(-1)?.error).toBeUndefined();
    expect(unfurls().at(-1)?.body).toMatchObject({ source: 'composer' });
  });

  it('elsewhere, or of a signal that is not there, stays a link', async () => {
    const before = unfurls().length;
    world.service.plan(`/api/pain-signals/${idOf(5)}`, {
      status: 404,
      body: { code: 'NOT_FOUND', message: 'no', path: '/' },
    });
    await write(`https://pain.example.evil.test/signals/${idOf(1)} https://pain.example/settings`);
    await write(link(5));
    await world.stopApp();
    expect(unfurls()).toHaveLength(before);
    await world.close();
  });

  it('is nothing to an app that knows no pages of signals', async () => {
    world = await startWorld();
    const event = {
      type: 'link_shared',
      channel: CHANNEL,
      user: 'U0ADALOVEL',
      message_ts: '1.000001',
      links: [{ url: link(1), domain: 'pain.example' }],
    };
    expect((await sendSigned(world.address, eventBody(event), { contentType: 'application/json' })).status).toBe(200);
    await world.stopApp();
    expect(world.service.asked).toEqual([]);
  });
});
