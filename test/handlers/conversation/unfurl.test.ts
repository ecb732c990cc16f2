import type { Message } from '@pain-signals/slack-preview';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signalWorkObject } from '#blocks/signals/work-object.ts';
import { aDetail, aQuotation, idOf, someExcerpts } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { eventBody, sendSigned } from '../../support/worlds/signed-request.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

type Entity = NonNullable<Message['entities']>[string];

let world: World;
beforeAll(async () => {
  world = await startWorld({ signalUrl: 'https://pain.example/signals/{id}' });
});
afterAll(() => world.close());

const CHANNEL = 'C0DEVPAIN1';
const DAY_MS = 86_400_000;
const JSON_BODY = { contentType: 'application/json' };
const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const link = (id: number) => `https://pain.example/signals/${idOf(id)}`;
const unfurls = () => world.slack.calls.filter(({ method }) => method === 'chat.unfurl');
const write = (text: string) => world.slack.say({ channelId: CHANNEL, text });

const shared = async (text: string) => {
  const before = unfurls().length;
  const { ts } = await write(text);
  await world.idle();
  expect(unfurls()).toHaveLength(before + 1);
  const message = world.slack.messages(CHANNEL).find((each) => each.ts === ts);
  if (message === undefined) throw new Error('The message is gone.');
  return message;
};
const open = async (message: Message, url: string, userId = 'U0ADALOVEL') => {
  await world.slack.openDetails({ message, url, userId });
  return world.slack.nextDetails();
};
const askedForSignals = () => world.service.asked.filter((path) => path.startsWith('/api/pain-signals/'));
const fieldsOf = ({ entity_payload: { custom_fields: fields } }: Entity) =>
  Object.fromEntries(fields.map(({ key, value }) => [key, value]));

describe('a pasted link to a signal', () => {
  it('shows the signal below the message', async () => {
    const { ts } = await write(
      `look at ${link(1)} and ${link(2)}?from=mail and https://other.example/signals/${idOf(3)}`,
    );
    await world.idle();
    expect(unfurls()).toHaveLength(1);
    const message = world.slack.messages(CHANNEL).find((each) => each.ts === ts);
    expect(Object.keys(message?.unfurls ?? {})).toEqual([link(1), `${link(2)}?from=mail`]);
    expect(JSON.stringify(message?.unfurls)).toContain('OAuth refresh tokens');
    expect(Object.keys(message?.entities ?? {})).toEqual([link(1), `${link(2)}?from=mail`]);
  });

  it('stays a link while it is being written, when nothing says who will read it', async () => {
    const before = unfurls().length;
    await world.slack.composeLinks({ channelId: 'C0PARTNERS', text: link(4) });
    await world.slack.composeLinks({ channelId: CHANNEL, text: link(4) });
    await world.idle();
    expect(unfurls()).toHaveLength(before);
  });

  it('is a Work Object with its movement, score and summary, and buttons that work', async () => {
    const message = await shared(link(6));
    const entity = message.entities?.[link(6)];
    if (entity === undefined) throw new Error('no Work Object');
    expect(entity.entity_payload.attributes).toMatchObject({
      product_name: 'Pain Signals',
      display_type: 'Pain signal (sample data)',
    });
    expect(fieldsOf(entity)).toMatchObject({
      trend: 'Up 140%: 24 mentions this week, 10 last week',
      score: '68 of 100',
      summary: expect.stringContaining('refresh tokens are revoked'),
    });
    await world.slack.press({ message, entity: link(6), actionId: 'show_evidence' });
    const answer = await world.slack.nextMessage(isPrivate);
    expect(shown(answer)).toContain('# Evidence');
    expect(answer.ts).not.toBe(message.ts);
  });

  it('opens its details, with evidence, for the person who presses it, who can go on from there', async () => {
    world.service.quote(someExcerpts(2));
    const message = await shared(`${link(7)}?from=mail`);
    const { entity } = await open(message, `${link(7)}?from=mail`);
    if (entity === undefined) throw new Error('no details');
    expect(entity.url).toBe(link(7));
    expect(Object.keys(fieldsOf(entity))).toEqual(expect.arrayContaining(['trend', 'evidence_1', 'evidence_2']));
    await world.slack.press({ message, entity: link(7), isInDetails: true, actionId: 'show_brief' });
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain('# Brief');
  });

  it('labels its evidence with where and when it was written, and by whom', () => {
    const page = { url: link(1), id: idOf(1) };
    const freshness = { snapshotAt: null, isSample: false, staleSince: null, dropped: 0 };
    const { entity_payload } = signalWorkObject({ detail: aDetail({}), page, evidence: [aQuotation()] }, { freshness });
    expect(entity_payload.custom_fields?.map(({ label }) => label)).toContain(
      'Post 1 · Stack Exchange, Mar 17, 2026, by ada, license CC BY-SA 4.0',
    );
  });

  it('opens no details for a guest, and spends nothing on them', async () => {
    const message = await shared(link(8));
    const asked = askedForSignals().length;
    expect(await open(message, link(8), 'U0GUESTGAB')).toMatchObject({ error: 'restricted' });
    expect(askedForSignals()).toHaveLength(asked);
  });

  it.each([
    [404, 'NOT_FOUND', 'not_found'],
    [401, 'UNAUTHORIZED', 'internal_error'],
  ])('says why it has no details when the service answers %i', async (status, code, error) => {
    const message = await shared(link(9));
    world.passTime(3_600_000);
    world.service.plan(`/api/pain-signals/${idOf(9)}`, { status, body: { code, message: 'no', path: '/' } });
    expect(await open(message, link(9))).toMatchObject({ error });
    world.service.plan(`/api/pain-signals/${idOf(9)}`, { body: aDetail({ id: idOf(9) }) });
    world.passTime(3_600_000);
  });

  it('has no details of what is not a page of ours, and asks nobody about it', async () => {
    await world.idle();
    const asked = askedForSignals().length;
    const url = `https://pain.example.evil.test/signals/${idOf(1)}`;
    const event = { type: 'entity_details_requested', user: 'U0ADALOVEL', trigger_id: 'x', entity_url: url };
    await sendSigned(world.address, eventBody({ ...event, external_ref: { id: idOf(1) } }), JSON_BODY);
    await world.idle();
    const call = world.slack.calls.findLast(({ method }) => method === 'entity.presentDetails');
    expect(JSON.parse(String(call?.body.error))).toEqual({ status: 'not_found' });
    expect(askedForSignals()).toHaveLength(asked);
  });

  it('is a card where Slack takes no Work Objects, which are not tried again for a day', async () => {
    const other = await startWorld({ signalUrl: 'https://pain.example/signals/{id}' });
    other.slack.refuseMethods(['entity.presentDetails']);
    const calls = () => other.slack.calls.filter(({ method }) => method === 'chat.unfurl').map(({ error }) => error);
    const paste = async () => {
      const { ts } = await other.slack.say({ channelId: CHANNEL, text: link(1) });
      await other.idle();
      return other.slack.messages(CHANNEL).find((each) => each.ts === ts);
    };
    expect(await paste()).toMatchObject({ entities: {}, unfurls: { [link(1)]: expect.anything() } });
    await paste();
    expect(calls()).toEqual(['feature_not_enabled', undefined, undefined]);
    other.passTime(DAY_MS + 1);
    await paste();
    expect(calls()).toHaveLength(5);
    await other.close();
  });

  it('stays a link where another organization reads it', async () => {
    const before = unfurls().length;
    await world.slack.say({ channelId: 'C0PARTNERS', text: link(1) });
    await world.idle();
    expect(unfurls()).toHaveLength(before);
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
