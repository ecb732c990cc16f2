import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { pressForm, sendSigned } from '../../support/worlds/signed-request.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Buttons and menus whose value is a question: other kinds have tests of their own. */
const QUESTIONS = [
  ACTION.details,
  ACTION.previousPage,
  ACTION.nextPage,
  ACTION.backToList,
  ACTION.backToSignal,
  ACTION.chart,
  ACTION.evidence,
  ACTION.brief,
  ACTION.briefs,
  ACTION.choose,
  ACTION.pick,
  ACTION.refresh,
  ACTION.retry,
  ACTION.didYouMean,
  ACTION.trending,
  ACTION.emerging,
  ACTION.top,
  ACTION.searchInstead,
  ACTION.askInstead,
  ACTION.help,
];

const pressed = (action: Record<string, unknown>) => ({
  actions: [{ type: 'button', block_id: 'b', action_ts: '1.0', action_id: 'refresh', ...action }],
});
const press = async (change: Record<string, unknown>) => {
  const { status } = await sendSigned(world.address, pressForm(change));
  return {
    status,
    card: cardText((await world.slack.nextMessage(isPrivate)) as unknown as Parameters<typeof cardText>[0]),
  };
};

describe('a pressed button', () => {
  const SHARED = '{"subject":{"show":"top","metric":"score","limit":3,"page":0},"attempt":1}';
  const CHOICE = { block_id: '{"show":"chart","id":"a1"}', selected_option: { value: 'sources' }, value: undefined };
  const OTHERS: Record<string, [action: Record<string, unknown>, answer: RegExp]> = {
    [ACTION.share]: [{ value: SHARED }, /Top signals by score|[Aa]lready shared/],
    [ACTION.shareAgain]: [{ value: SHARED }, /Top signals by score|[Aa]lready shared/],
    [ACTION.shareHere]: [{ value: SHARED }, /Top signals by score|[Aa]lready shared/],
    [ACTION.sendAsDm]: [{ value: SHARED }, /Find it in your direct messages/],
    [ACTION.chartChange]: [CHOICE, /Mentions by source|Where people post about it/],
    [ACTION.more]: [CHOICE, /Mentions by source|Where people post about it/],
  };

  it.each([...QUESTIONS, ...Object.keys(OTHERS)])('%s is listened to', async (id) => {
    const [action, answer] = OTHERS[id] ?? [{ value: '{"show":"help"}' }, /# Try these/];
    const { status, card } = await press(pressed({ action_id: id, ...action }));
    expect(status).toBe(200);
    expect(card).toMatch(answer);
  });

  it('that opens a page is acknowledged, and nothing more', async () => {
    const before = world.slack.calls.length;
    const { status } = await sendSigned(
      world.address,
      pressForm(pressed({ action_id: ACTION.openPage, value: undefined })),
    );
    expect(status).toBe(200);
    expect(world.slack.calls).toHaveLength(before);
  });

  it('from another version is rejected with an explanation', async () => {
    const { status, card } = await press(pressed({ action_id: 'digest_settings', value: '{}' }));
    expect(status).toBe(200);
    expect(card).toContain('This button no longer works.');
  });

  it('in a dialog from another version is rejected with an explanation', async () => {
    const dialog = { type: 'view_submission', actions: undefined, channel: undefined, container: undefined };
    for (const callback_id of ['a_dialog_of_old', 'toString', '__proto__']) {
      const view = { id: 'V1', type: 'modal', callback_id, blocks: [], state: { values: {} } };
      const { status } = await sendSigned(world.address, pressForm({ ...dialog, view }));
      expect(status).toBe(200);
      const told = await world.slack.nextMessage(({ text }) => text.includes('no longer works'));
      expect(told.channelId).toMatch(/^D/);
    }
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a limit out of range', '{"show":"trending","limit":9999,"page":0}'],
    ['no id', '{"show":"signal","id":""}'],
    ['too much', 'x'.repeat(5_000)],
    ['no text', null],
    ['a number', 5],
  ])('whose value was forged to hold %s asks the service nothing', async (_what, value) => {
    const before = world.service.asked.length;
    expect((await press(pressed({ value }))).card).toContain('This button no longer works.');
    expect((await press(pressed({ value, action_id: 'share' }))).card).toContain('This button no longer works.');
    const chosen = { action_id: 'more', block_id: value, selected_option: { value: 'refresh' }, value: undefined };
    expect((await press(pressed(chosen))).card).toContain('This button no longer works.');
    expect(world.service.asked).toHaveLength(before);
  });

  it("from an outsider does not use the workspace's key", async () => {
    const before = world.service.asked.length;
    const user = { id: 'U0ADALOVEL', username: 'ada', team_id: 'T0STRANGERS' };
    const { card } = await press({ user, ...pressed({ value: '{"show":"trending","limit":1,"page":0}' }) });
    expect(card).toContain('Only full members of this workspace');
    expect(world.service.asked).toHaveLength(before);
  });

  it('without a channel or a response_url does no harm', async () => {
    const form = pressForm({ channel: undefined, container: undefined, response_url: 'no address' });
    expect((await sendSigned(world.address, form)).status).toBe(200);
    expect((await press(pressed({ value: '{"show":"help"}' }))).status).toBe(200);
  });
});

describe('every button there is', () => {
  it.each(Object.values(ACTION))('%s is acknowledged, whatever it holds', async (id) => {
    for (const value of ['{', '{"show":"signal"}', undefined]) {
      const { status } = await sendSigned(world.address, pressForm(pressed({ action_id: id, value })));
      expect(status).toBe(200);
    }
  });
});
