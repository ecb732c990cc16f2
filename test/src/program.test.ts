import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { isPrivate, startWorld, type World } from '../support/worlds/slack-world.ts';

let world: World;
afterEach(() => world.close());

describe('the program', () => {
  it('asks nobody anything before somebody asks it', async () => {
    world = await startWorld();
    expect(world.service.asked).toEqual([]);
    expect(world.slack.calls.filter(({ method }) => method !== 'auth.test')).toEqual([]);
  });

  it('acknowledges before it asks the service', async () => {
    world = await startWorld();
    const mayAnswer = Promise.withResolvers<void>();
    world.service.plan('/api/dashboard/trending', { after: mayAnswer.promise, status: 500 });
    const delivery = await world.slack.runCommand({ text: 'trending' });
    expect(delivery.status).toBe(200);
    expect(world.slack.messages('C0DEVPAIN1')).toEqual([]);
    mayAnswer.resolve();
    await world.slack.nextMessage(isPrivate);
  });

  it('finishes what it has acknowledged before it stops, and takes nothing new', async () => {
    world = await startWorld({ timeouts: { answerMs: 300, optionalMs: 300 } });
    world.service.plan('/api/dashboard/trending', { hangs: true });
    await world.slack.runCommand({ text: 'trending' });
    await world.stopApp();
    expect(world.slack.messages('C0DEVPAIN1')).toHaveLength(1);
    expect((await world.slack.runCommand({ text: 'trending' })).status).toBe(0);
  });

  it('asks the Redis that it is told of for the budget, and answers all the same when it is away', async () => {
    const redis = createServer((socket) => socket.destroy());
    const asked = once(redis, 'connection');
    await once(redis.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void redis.close());
    world = await startWorld({ redisUrl: `redis://127.0.0.1:${(redis.address() as AddressInfo).port}` });
    const card = await world.ask('trending');
    await asked;
    expect(card.text).toMatch(/Trending signals/);
    expect(world.logs).toContainEqual(
      expect.objectContaining({ msg: expect.stringMatching(/^Redis cannot be reached/) }),
    );
  });

  it('counts its calls to Slack and what is left of the budget, naming nobody', async () => {
    world = await startWorld();
    await world.ask('trending');
    await world.idle();
    const answer = await fetch(`${world.address}/metrics`);
    const text = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    expect(text).toMatch(/^painsignals_slack_calls_total\{method="auth.test",status="200"\} \d+$/m);
    expect(text).toMatch(/^painsignals_budget_calls_left \d+$/m);
    expect(text).toMatch(/^painsignals_in_flight \d+$/m);
    expect(text).toMatch(/^painsignals_build_info\{version="\d+\.\d+\.\d+"\} 1$/m);
    expect(text).toMatch(
      /^painsignals_slack_request_duration_seconds_count\{kind="command",query="trending",outcome="ok"\} 1$/m,
    );
    expect(text).not.toMatch(/xoxb|pain_/);
  });

  it.each([
    ['ok', {}],
    ['unreachable', { isServiceDown: true }],
  ])("logs and counts a request that ended with %s, without anybody's words", async (outcome, options) => {
    world = await startWorld(options);
    await world.ask('search secret roadmap');
    await world.idle();
    const finished = world.logs.filter(({ msg }) => msg === 'request finished');
    expect(finished).toEqual([
      expect.objectContaining({ kind: 'command', query: 'search', outcome, ms: expect.any(Number) }),
    ]);
    expect(JSON.stringify(finished)).not.toContain('roadmap');
    expect(await (await fetch(`${world.address}/metrics`)).text()).toContain(
      `painsignals_slack_request_duration_seconds_count{kind="command",query="search",outcome="${outcome}"} 1`,
    );
  });

  it('works without knowing whose its token is, and says so in the log', async () => {
    world = await startWorld();
    world.slack.breakToken('invalid_auth');
    await world.ask('trending');
    expect(world.logs).not.toContainEqual(expect.objectContaining({ level: 60 }));
  });
});
