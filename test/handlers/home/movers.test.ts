import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorResponse } from '../../support/service/fake-service.ts';
import { aSignal, idOf, SNAPSHOT_AT } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText, isFilled, viewText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);

const rising = aSignal({ id: idOf(1), topic: 'Grows' });
const fresh = aSignal({ id: idOf(2), topic: 'Is new', volume: 9, mentionsLastWindow: 9, mentionsPrevWindow: 0 });
const back = aSignal({ id: idOf(3), topic: 'Was quiet', volume: 40, mentionsLastWindow: 9, mentionsPrevWindow: 0 });
const fading = aSignal({
  id: idOf(4),
  topic: 'Goes away',
  growth: -0.8,
  mentionsLastWindow: 2,
  mentionsPrevWindow: 10,
});
const steady = aSignal({ id: idOf(5), topic: 'Stays', growth: 0 });

function planMovers() {
  world.service.plan('/api/dashboard/trending', { body: [back, rising] });
  world.service.plan('/api/dashboard/emerging', { body: [back, fresh] });
  world.service.plan('/api/pain-signals', {
    body: { items: [fading, steady], page: 0, size: 10, totalItems: 2, totalPages: 1 },
  });
}

const KINDS =
  /\*Rising significantly\*, strongest first\. See all: `\/pain trending`\n\*1\.\* \*Was quiet[\s\S]*\n\*2\.\* \*Grows[\s\S]*\*New this week\*\n\*3\.\* \*Is new[\s\S]*\*Cooling off\*, biggest drop first\n\*4\.\* \*Goes away/;

describe('what moved', () => {
  it('is shown by a bare command by kind, each signal once, and numbered', async () => {
    planMovers();
    const card = shown(await world.ask(''));
    expect(card).toMatch(KINDS);
    expect(card).not.toContain('Stays');
    await world.ask('signal 4');
    expect(world.service.asked).toContain(`/api/pain-signals/${idOf(4)}`);
  });

  it('starts as the trending list does, with the same numbers', async () => {
    planMovers();
    const numbered = (card: string) =>
      [...card.matchAll(/\*([12])\.\* \*([^*]+)\*/g)].map(([, rank, topic]) => [rank, topic]);
    const first = numbered(shown(await world.ask('')));
    expect(first).toHaveLength(2);
    expect(numbered(shown(await world.ask('trending')))).toEqual(first);
  });

  it('is shown on Home in the same way, without numbers that nobody can type there', async () => {
    planMovers();
    await world.slack.openHome();
    const home = viewText(await world.slack.nextHome(isFilled));
    expect(home).toMatch(new RegExp(KINDS.source.replaceAll(/\\\*\d\\\.\\\* |\\\. See all: `.+?`/g, '')));
    expect(home.slice(home.indexOf('# This week'))).not.toMatch(/\*\d\.\*/);
  });

  it('is fetched again for a new snapshot, so that a card never mixes two', async () => {
    planMovers();
    expect(shown(await world.ask(''))).toContain('Grows');
    const latestSnapshotAt = new Date(Date.parse(SNAPSHOT_AT) + 3_600_000).toISOString();
    world.service.plan('/api/meta/pipeline', { body: { latestSnapshotAt, totalActiveSignals: 1 } });
    for (const list of ['trending', 'emerging']) world.service.plan(`/api/dashboard/${list}`, { body: [] });
    world.service.plan('/api/pain-signals', { body: { items: [], page: 0, size: 100, totalItems: 0, totalPages: 0 } });
    world.passTime(61_000);
    const card = shown(await world.ask(''));
    expect(card).toContain('1 signal active in the last 30 days');
    expect(card).not.toContain('Grows');
  });

  it('is what is new when nothing rises significantly, and says so', async () => {
    for (const list of ['trending', 'emerging']) world.service.plan(`/api/dashboard/${list}`, { body: [] });
    world.service.plan('/api/pain-signals', {
      body: { items: [steady, fresh], page: 0, size: 100, totalItems: 2, totalPages: 1 },
    });
    const says = /\*New this week\* \(nothing is rising significantly\)\n(?:\*1\.\* )?\*Is new/;
    const card = shown(await world.ask(''));
    expect(card).toMatch(says);
    expect(card).not.toContain('Stays');
    await world.slack.openHome();
    expect(viewText(await world.slack.nextHome(isFilled))).toMatch(says);
    await world.ask('signal 1');
    expect(world.service.asked).toContain(`/api/pain-signals/${idOf(2)}`);
  });

  it('is left out when the service fails, and the buttons stay', async () => {
    world.service.plan('/api/dashboard/trending', errorResponse(401, 'UNAUTHORIZED'));
    const card = await world.ask('');
    expect(shown(card)).not.toContain('*Rising*');
    expect(buttonsOf(card).map(({ text }) => text)).toContain('Trending');
  });
});
