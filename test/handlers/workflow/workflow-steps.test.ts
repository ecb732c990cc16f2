import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StepMessage } from '#handlers/outbox-port.ts';
import type { SendResult } from '#handlers/slack-port.ts';
import { runWorkflowStep, SEARCH_STEP, TRENDING_STEP } from '#handlers/workflow/workflow-steps.ts';
import { errorResponse } from '../../support/service/fake-service.ts';
import { aSignal, idOf } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld({ signalUrl: 'https://pain.example/signals/{id}' });
});
afterEach(() => world.close());

const STEPS = { trending: TRENDING_STEP, search: SEARCH_STEP };

/** Runs a step and waits for what it hands on, or why it failed. */
async function run(step: keyof typeof STEPS, inputs: Record<string, string | number> = {}) {
  await world.slack.runStep({ callbackId: STEPS[step], inputs });
  await world.slack.nextMessage(({ user }) => user === 'UWORKFLOW');
  return world.slack.stepRuns.at(-1)?.outcome;
}

describe('a run that could not be kept', () => {
  it.each<[what: string, result: SendResult, isAcknowledged: boolean]>([
    ['is acknowledged once it is completed', { ok: true }, true],
    [
      'is left to Slack to send again while Slack takes no result',
      { ok: false, error: 'http_503', isConfirmed: false },
      false,
    ],
  ])('%s', async (_, result, isAcknowledged) => {
    const calls: string[] = [];
    const deps = {
      outbox: { begin: () => Promise.reject(new Error('database away')) },
      logger: pino({ level: 'silent' }),
      slack: { completeStep: async () => calls.push('completed') && result },
      now: () => 0,
      noteFailure: () => calls.push('failed'),
    };
    const event = { function_execution_id: 'Fx1', function: { callback_id: 'gone' } };
    const ack = async () => void calls.push('acknowledged');
    await runWorkflowStep(deps as never, {} as never, { event, ack } as never);
    expect(calls).toEqual(['completed', isAcknowledged ? 'acknowledged' : 'failed']);
  });
});

describe('“Get trending signals”', () => {
  it('outputs the summary, the list and its first signal', async () => {
    const outcome = await run('trending', { count: 2 });
    expect(outcome).toMatchObject({
      outputs: {
        finding: expect.stringMatching(
          /^At least \d+ signals rose significantly this week, led by “Pain number 1” \(score 68, up 140%: 24 mentions this week, 10 last week\)\./,
        ),
        list: expect.stringContaining(
          `2. Pain number 2 (score 68, up 140%: 24 mentions this week, 10 last week) https://pain.example/signals/`,
        ),
        count: 2,
        top_id: idOf(1),
        top_topic: 'Pain number 1',
        top_link: `https://pain.example/signals/${idOf(1)}`,
      },
    });
    expect(world.service.asked).toContain('/api/dashboard/trending?limit=2');
  });

  // Without Redis each process counts its own calls, so two have twice the budget.
  it.skipIf(process.env.APP_PROCESSES === '2')('leaves people enough of the budget', async () => {
    const steps = Array.from({ length: 55 }, (_, at) => ({
      callbackId: STEPS.search,
      inputs: { words: `pain ${at}` },
    }));
    for (const step of steps) await world.slack.runStep(step);
    const said = () => world.slack.messages('C0DEVPAIN1').filter(({ user }) => user === 'UWORKFLOW').length;
    await world.slack.nextMessage(() => said() === steps.length);
    expect(world.slack.stepRuns.at(-1)?.outcome).toEqual({ error: expect.stringContaining('Run the workflow again') });
    expect(cardText((await world.ask('top')) as never)).toContain('Pain number 1');
  });

  it('returns five signals by default', async () => {
    await run('trending');
    expect(world.service.asked).toContain('/api/dashboard/trending?limit=5');
  });

  it('says that nothing rises, and leaves the first one out', async () => {
    world.service.plan('/api/dashboard/trending', { body: [] });
    const nothing = 'No significant increases this week.';
    expect(await run('trending')).toEqual({ outputs: { finding: `${nothing} Sample data.`, list: nothing, count: 0 } });
  });

  it.each([0, 11, 'some', '2.5'])('refuses %s as a number, and says what it takes', async (count) => {
    expect(await run('trending', { count })).toEqual({
      error: `“How many” must be a whole number from 1 to 10, not “${count}”.`,
    });
    expect(world.service.asked).toEqual([]);
  });

  it('hands on nothing of a topic that would mean something to Slack', async () => {
    const topic = '<!channel> *look* `now` _at_ ~this~ <https://evil.example|here> &lt;!here&gt; @everyone';
    world.service.plan('/api/dashboard/trending', { body: [aSignal({ topic })] });
    const outcome = await run('trending');
    expect(JSON.stringify(outcome)).not.toMatch(/[<>*`~@]|&\w+;|_at_/);
    expect(outcome).toMatchObject({ outputs: { top_topic: expect.stringContaining('‹!channel›') } });
  });

  it('repeats nothing that would mean something of what was filled in, be it refused or not found', async () => {
    const given = '<!here> *R&D* @channel &lt;';
    world.service.plan('/api/pain-signals', { body: { items: [], page: 0, size: 5, totalItems: 0, totalPages: 0 } });
    const said = [
      await run('trending', { count: given }),
      await run('search', { words: given }),
      await run('search', { type: given }),
    ];
    for (const outcome of said) {
      expect(JSON.stringify(outcome)).toContain('R&D');
      expect(JSON.stringify(outcome)).not.toMatch(/[<>*`@]|&\w+;/);
    }
  });

  it('fails with words that help when the service does not answer, and a reference that is in the log', async () => {
    world.service.plan('/api/dashboard/trending', errorResponse(401, 'UNAUTHORIZED'));
    const outcome = await run('trending');
    expect(outcome).toMatchObject({ error: expect.stringContaining('Set another API key.') });
    const [, reference] = /Reference (\w+)$/.exec(JSON.stringify(outcome).replace(/"}$/, '')) ?? [];
    expect(world.logs.map(({ reference: logged }) => logged)).toContain(reference);
  });

  it('is completed once when Slack loses the answer, or sends the event twice', async () => {
    world.slack.failNext('functions.completeSuccess', { drop: 'answer' });
    expect(await run('trending')).toHaveProperty('outputs');
    expect(world.slack.messages('C0DEVPAIN1').filter(({ user }) => user === 'UWORKFLOW')).toHaveLength(1);
  });

  it.each([
    ['refuses for now', { error: 'ratelimited', status: 429 }],
    ['fails', { error: 'internal_error' }],
    ['resets the connection', { drop: true }],
  ] as const)('is completed as soon as Slack is back when it %s for an hour', async (_, failure) => {
    for (let call = 0; call < 3; call += 1) world.slack.failNext('functions.completeSuccess', failure);
    await world.slack.runStep({ callbackId: STEPS.trending, inputs: { count: 2 } });
    for (let look = 0; look < 6; look += 1) {
      await world.idle();
      world.passTime(10 * 60_000);
      await world.runDueNow();
    }
    expect(world.slack.stepRuns.at(-1)?.outcome).toHaveProperty('outputs');
    expect(world.slack.messages('C0DEVPAIN1').filter(({ user }) => user === 'UWORKFLOW')).toHaveLength(1);
  });

  it('keeps nothing of what was filled in once it is completed, and no token of Slack at all', async () => {
    const kept = () => world.store.outbox.list<StepMessage>('T0PREVIEW01', 'step', { sourceId: SEARCH_STEP, limit: 9 });
    world.slack.failNext('functions.completeSuccess', { drop: true });
    await world.slack.runStep({ callbackId: STEPS.search, inputs: { words: 'refresh tokens' } });
    await world.idle();
    expect(await kept()).toMatchObject([{ state: 'waiting', inputs: { words: 'refresh tokens' } }]);
    world.passTime(60_000);
    await world.runDueNow();
    expect(await kept()).toMatchObject([{ state: 'confirmed', isOpen: false, inputs: {} }]);
    expect(JSON.stringify(await kept())).not.toContain('xwfp');
  });

  it('fails visibly when Slack rejects its outputs', async () => {
    world.slack.failNext('functions.completeSuccess', { error: 'parameter_validation_failed' });
    expect(await run('trending')).toMatchObject({ error: expect.stringContaining('Something went wrong') });
  });
});

describe('“Search signals”', () => {
  const searched = () => world.service.asked.find((path) => path.startsWith('/api/pain-signals?'));

  it('searches by words, area and type, the heaviest first', async () => {
    const outcome = await run('search', { words: 'refresh tokens', area: 'auth', type: 'Feature request', count: 3 });
    expect(outcome).toMatchObject({ outputs: { count: 3, top_topic: 'Pain number 1' } });
    expect(JSON.stringify(outcome)).toContain(
      '3 feature requests about “refresh tokens” in Auth & identity were found, first “Pain number 1” (score 68',
    );
    const asked = new URLSearchParams(searched()?.split('?')[1]);
    expect(Object.fromEntries(asked)).toEqual({
      ...{ query: 'refresh tokens', macroArea: 'AUTH_IDENTITY', painType: 'feature_request' },
      ...{ sortBy: 'score', direction: 'desc', page: '0', size: '3' },
    });
  });

  it('never parses words from a form as options', async () => {
    await run('search', { words: 'type:bug "why" area:none' });
    expect(new URLSearchParams(searched()?.split('?')[1]).get('query')).toBe('type:bug "why" area:none');
  });

  it('wants something to search for', async () => {
    expect(await run('search')).toEqual({ error: 'Enter words, an area or a type.' });
  });

  it.each<[Record<string, string>, string]>([
    [{ type: 'bugz' }, '“type” can’t be “bugz”. Use bug, feature, complaint or question.'],
    [{ words: 'x', area: '!!' }, 'Use an area: '],
  ])('refuses %j, and says what it takes', async (inputs, says) => {
    expect(await run('search', inputs)).toEqual({ error: expect.stringContaining(says) });
    expect(searched()).toBeUndefined();
  });

  it('refuses words that are longer than a search takes', async () => {
    const outcome = await run('search', { words: 'x'.repeat(600) });
    expect(outcome).toEqual({
      error: expect.stringContaining('That’s too long: a search can have up to 200 characters, yours has 600.'),
    });
  });

  it('says which areas there are when the service knows others', async () => {
    const body = { code: 'INVALID_MACRO_AREA', message: 'Valid values: AUTH_IDENTITY, PAYMENTS', path: '/' };
    world.service.plan('/api/pain-signals', { status: 400, body });
    expect(await run('search', { area: 'mobile' })).toMatchObject({ error: expect.stringContaining('PAYMENTS') });
  });
});
