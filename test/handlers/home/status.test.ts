import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { API_KEY, errorResponse } from '../../support/service/fake-service.ts';
import { SNAPSHOT_AT } from '../../support/service/sample-signals.ts';
import { cardText, isFilled } from '../../support/slack/card-text.ts';
import { BOT_TOKEN, SIGNING_SECRET, startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
afterEach(() => world.close());

const shown = (message: Awaited<ReturnType<World['ask']>>) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);

describe('/pain status', () => {
  it('shows the state of the service, the budget left, and the version', async () => {
    world = await startWorld();
    const card = shown(await world.ask('status'));
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(card).toContain('✓ *Up.*');
    expect(card).toContain('120 active in the last 30 days');
    expect(card).toContain('*Sample data*');
    expect(card).toMatch(/API requests \| 5\d of 60 left/);
    expect(card).toContain(`Pain Signals ${version}`);
  });

  it('says when sample and real data are mixed, as every card does', async () => {
    world = await startWorld();
    world.service.plan('/api/meta/pipeline', {
      body: { latestSnapshotAt: SNAPSHOT_AT, totalActiveSignals: 120, sample: true, imported: true },
    });
    expect(shown(await world.ask('status'))).toContain('*Sample data mixed with real posts.*');
    expect(shown(await world.ask('trending'))).toContain('*Sample data* mixed with real posts');
  });

  it('contains no secrets', async () => {
    world = await startWorld();
    const card = JSON.stringify(await world.ask('status'));
    for (const secret of [API_KEY, BOT_TOKEN, SIGNING_SECRET]) expect(card).not.toContain(secret);
  });

  it('answers when the service does not', async () => {
    world = await startWorld({ isServiceDown: true });
    const card = await world.ask('status');
    expect(shown(card)).toMatch(/# Can’t reach the service\.[\s\S]*Service \| ✗ \*Unavailable\.\* Checked <!date/);
    expect(shown(await world.press(card, 'refresh'))).toContain('# Can’t reach the service.');
  });

  it('says that the key was rejected', async () => {
    world = await startWorld();
    world.service.plan('/api/meta/pipeline', errorResponse(401, 'UNAUTHORIZED'));
    expect(shown(await world.ask('status'))).toContain('# The API key doesn’t work.');
  });

  it('asks the service each time, and says when it did', async () => {
    world = await startWorld();
    const checks = () => world.service.asked.filter((path) => path === '/api/meta/pipeline').length;
    const card = await world.ask('status');
    const before = checks();
    await world.press(card, 'refresh');
    expect(checks()).toBe(before + 1);
    world.service.plan('/api/meta/pipeline', errorResponse(401, 'UNAUTHORIZED'));
    expect(shown(await world.ask('status'))).toMatch(
      /# The API key doesn’t work\.[\s\S]*✗ \*Unavailable\.\* Checked <!date/,
    );
  });

  it('on Home is asked for when Refresh is pressed, and not at each visit', async () => {
    world = await startWorld();
    const checks = () => world.service.asked.filter((path) => path === '/api/meta/pipeline').length;
    const visit = async () => {
      await world.slack.openHome();
      return world.slack.nextHome(isFilled);
    };
    await visit();
    const before = checks();
    const home = await visit();
    expect(checks()).toBe(before);
    await world.slack.press({ viewId: home.id, actionId: 'refresh_home' });
    await world.slack.nextHome(isFilled);
    expect(checks()).toBe(before + 1);
  });

  it('says how old its figures are when the service is down', async () => {
    world = await startWorld();
    await world.ask('status');
    world.service.plan('/api/meta/pipeline', errorResponse(500, 'INTERNAL'));
    world.passTime(61_000);
    expect(shown(await world.ask('status'))).toContain('✗ *Not responding.* Last response');
  });
});
