import { type DigestPlan, nextDueAfter } from '@pain-signals/domain';
import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '../../support/service/sample-signals.ts';
import { cardText, isFilled, viewText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

const NEW_BLOCKS = ['data_visualization', 'data_table', 'table', 'container', 'context_actions'];
const DAY_MS = 86_400_000;
const PLAN: DigestPlan = {
  ...{ weekday: 1, time: '09:00', zone: 'Europe/Stockholm', areas: [], types: [], length: 3 },
  ...{ quietWeeks: 'say', hasThread: true },
};

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const shown = (message: Awaited<ReturnType<World['ask']>> | undefined) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);
const posted = () =>
  world.slack.messages('C0DEVPAIN1').filter(({ ephemeralFor, user }) => !ephemeralFor && user === 'U0PAINSIGNL');
const refusals = () => world.slack.calls.filter(({ error }) => error === 'invalid_blocks').map(({ method }) => method);
const COMPARE = `compare ${idOf(1)} vs ${idOf(2)}`;

describe('newer blocks', () => {
  it('come first: a chart and a table in a private answer', async () => {
    const card = shown(await world.ask(COMPARE));
    expect(card).toContain('(chart: Mentions per 2 days (UTC))');
    expect(card).toContain('Signal | A | B\nScore | 68 | 68');
    expect(refusals()).toEqual([]);
  });

  it('are tried in the preview of a share, which gives way to text and does not try again for a day', async () => {
    const tried = () =>
      world.slack.calls
        .filter(({ method, body }) => method === 'views.update' && JSON.stringify(body).includes('data_visualization'))
        .map(({ error }) => error);
    const preview = async () => {
      const card = await world.press(await world.ask('trending'), 'details');
      await world.slack.press({ message: card, actionId: 'more', selectedOption: 'share' });
      return viewText(await world.slack.nextView((view) => viewText(view).includes('*Preview*') && isFilled(view)));
    };
    expect(await preview()).toMatch(/# OAuth refresh tokens[\s\S]+[▁▂▃▄▅▆▇█]{9}/);
    // The preview workspace takes no charts in dialogs.
    expect(tried()).toEqual(['invalid_arguments']);
    expect(await preview()).toMatch(/[▁▂▃▄▅▆▇█]{9}/);
    expect(tried()).toHaveLength(1);
    world.passTime(DAY_MS + 1);
    await preview();
    expect(tried()).toHaveLength(2);
  });

  it('come after a picture with an address in the preview of a share', async () => {
    await world.close();
    world = await startWorld({ publicUrl: 'https://app.example' });
    const card = await world.press(await world.ask('trending'), 'details');
    await world.slack.press({ message: card, actionId: 'more', selectedOption: 'share' });
    const view = await world.slack.nextView((each) => viewText(each).includes('*Preview*') && isFilled(each));
    expect(JSON.stringify(view.blocks)).toContain('"image_url":"https://app.example/');
    expect(world.slack.calls.filter(({ method, error }) => method === 'views.update' && error)).toEqual([]);
  });

  it('give way one by one where Slack names what it refuses, and are not tried again for a day', async () => {
    world.slack.refuseBlocks(['data_table']);
    await world.press(await world.ask('trending'), 'share');
    expect(shown(posted().at(-1))).toContain('*1.* *Pain number 1*');
    expect(refusals()).toEqual(['chat.postMessage']);
    await world.press(await world.ask('top 3'), 'share');
    expect(posted()).toHaveLength(2);
    expect(refusals()).toHaveLength(1);
    world.passTime(DAY_MS + 1);
    await world.press(await world.ask('top 4'), 'share');
    expect(refusals()).toHaveLength(2);
  });

  it('are remembered for the surface that refused them, and not for another', async () => {
    world.slack.refuseBlocks(['table', 'data_visualization']);
    await world.ask(COMPARE);
    const once = refusals().length;
    await world.ask(`chart ${idOf(1)}`);
    expect(refusals()).toHaveLength(once);
    await world.press(await world.ask(COMPARE), 'share');
    expect(refusals().slice(once)).toEqual(['chat.postMessage']);
  });

  it('leave the card as it was before them when Slack refuses all of them', async () => {
    world.slack.refuseBlocks(NEW_BLOCKS);
    const card = shown(await world.ask(COMPARE));
    expect(card).toContain('*Score*\n*A*  68\n*B*  68');
    expect(card).toMatch(/\*A\* {2}[▁▂▃▄▅▆▇█]{14}/);
    expect(shown(await world.ask(`chart ${idOf(1)}`))).toMatch(/[▁▂▃▄▅▆▇█]{14} {2}peak \d+ \(/);
    await world.press(await world.ask(`brief ${idOf(1)}`), 'share');
    expect(shown(posted().at(-1))).toContain('# Brief: Pain number 1');
  });

  it('are left out where the text alone passes', async () => {
    for (let rung = 0; rung < 2; rung++) world.slack.failNext('response_url', { status: 400, error: 'invalid_blocks' });
    expect(await world.ask(COMPARE)).toMatchObject({
      blocks: [],
      text: expect.stringContaining('are about equal'),
    });
  });
});

describe('while the database is away, what Slack took stays', () => {
  const AWAY = () => Promise.reject(new Error('database away'));
  const ours = (channelId: string) => world.slack.messages(channelId).filter(({ user }) => user === 'U0PAINSIGNL');
  beforeEach(() => {
    world.slack.refuseBlocks(NEW_BLOCKS);
    Object.assign(world.store.refusedBlocks, { refuse: AWAY });
  });

  it.each(['C0PRODUCT1', 'D0ADALOVEL'])('and is the only answer, streamed in %s', async (channelId) => {
    await world.slack.say({ channelId, text: `@painsignals ${COMPARE}` });
    await world.slack.nextMessage();
    await world.idle();
    expect(ours(channelId).map(shown)).toEqual([expect.stringContaining('*Score*\n*A*  68\n*B*  68')]);
  });

  it('and is the only answer, posted alone', async () => {
    world.slack.refuseMethods(['chat.startStream']);
    await world.slack.say({ channelId: 'C0PRODUCT1', text: '@painsignals top 3' });
    await world.slack.nextMessage();
    await world.idle();
    expect(ours('C0PRODUCT1').map(shown)).toEqual([expect.stringContaining('Top signals by score')]);
  });

  it('and a share is said to be shared', async () => {
    const list = await world.ask('trending');
    expect(shown(await world.press(list, 'share'))).toContain('Trending');
    expect(posted()).toHaveLength(1);
  });

  it('and a digest gets its thread', async () => {
    const { id } = await world.store.subscriptions.save('T0PREVIEW01', 'C0DEVPAIN1', 'U0ADALOVEL', PLAN);
    world.passTime(nextDueAfter(PLAN, world.now()).at - world.now());
    await world.runDueNow();
    const [delivery] = await world.store.forWorkspace('T0PREVIEW01').digests.history(id, 1);
    expect(delivery).toMatchObject({ state: 'confirmed', isOpen: false });
    expect(posted().filter(({ threadTs }) => threadTs !== undefined)).toHaveLength(delivery?.threadPosted ?? -1);
    expect(ours('D0ADALOVEL')).toEqual([]);
  });

  it('and what it refused before is asked for again', async () => {
    Object.assign(world.store.refusedBlocks, { refused: AWAY });
    expect(shown(await world.ask(COMPARE))).toContain('*Score*\n*A*  68\n*B*  68');
  });
});

describe('feedback', () => {
  it.each(['ask why do logins break?', `brief ${idOf(1)}`, 'why do logins break?'])(
    'is asked for below /pain %s',
    async (text) => {
      expect(shown(await world.ask(text))).toContain('[Useful] [Not useful]');
    },
  );

  it.each([
    ['thumbs', []],
    ['buttons where Slack takes no thumbs', ['context_actions']],
  ])('on a signal of a digest are %s', async (_kind, without) => {
    world.slack.refuseBlocks(without);
    await world.store.subscriptions.save('T0PREVIEW01', 'C0DEVPAIN1', 'U0ADALOVEL', PLAN);
    world.passTime(nextDueAfter(PLAN, world.now()).at - world.now());
    await world.runDueNow();
    const signals = posted().filter((message) => shown(message).includes('[Details]\n[Useful] [Not for us]'));
    expect(signals.length).toBeGreaterThan(0);
    const isThumbs = ({ blocks }: Message) => blocks.some(({ type }) => type === 'context_actions');
    expect(signals.every(isThumbs)).toBe(without.length === 0);
    expect(refusals()).toEqual(without.map(() => 'chat.postMessage'));
  });

  it('on a brief is kept, and the last vote of a person counts', async () => {
    const brief = await world.ask(`brief ${idOf(1)}`);
    const vote = async (isUseful: boolean) => {
      const value = JSON.stringify({ about: 'brief', subject: idOf(1), isUseful });
      await world.slack.press({ message: brief, actionId: 'feedback', value });
      return shown(await world.slack.nextMessage());
    };
    expect(await vote(true)).toContain('Thanks, noted as useful.');
    expect(await vote(false)).toContain('Thanks, noted as not useful.');
    const thanks = world.slack.messages('C0DEVPAIN1').at(-1);
    if (thanks === undefined) throw new Error('no thanks');
    expect(shown(await world.press(thanks, 'choose_signal'))).toContain('Hidden for everyone: “OAuth refresh tokens');
    expect(await world.store.forWorkspace('T0PREVIEW01').feedback.counts()).toEqual({ useful: 0, notUseful: 1 });
    expect(shown(await world.ask('status'))).toContain('0 useful, 1 not useful (answers and briefs)');
  });
});
