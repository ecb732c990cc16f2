import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

const NEW_BLOCKS = ['data_visualization', 'data_table', 'table', 'container', 'context_actions'];
const DAY_MS = 86_400_000;

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
    expect(card).toContain('(chart: Mentions per 2 days)');
    expect(card).toContain('Signal | A | B\nScore | 68 | 68');
    expect(refusals()).toEqual([]);
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
    expect(shown(await world.ask(`chart ${idOf(1)}`))).toMatch(/[▁▂▃▄▅▆▇█]{14} {2}peak \d+ on/);
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

describe('feedback', () => {
  it('on a brief is kept, and the last vote of a person counts', async () => {
    const brief = await world.ask(`brief ${idOf(1)}`);
    const vote = async (isUseful: boolean) => {
      const value = JSON.stringify({ about: 'brief', subject: idOf(1), isUseful });
      await world.slack.press({ message: brief, actionId: 'feedback', value });
      return shown(await world.slack.nextMessage());
    };
    expect(await vote(true)).toContain('Thanks, noted as useful.');
    expect(await vote(false)).toContain('Thanks, noted as not useful.');
    expect(await world.store.forWorkspace('T0PREVIEW01').feedback.counts()).toEqual({ useful: 0, notUseful: 1 });
    expect(shown(await world.ask('status'))).toContain('Feedback on answers and briefs: 0 useful, 1 not useful');
  });
});
