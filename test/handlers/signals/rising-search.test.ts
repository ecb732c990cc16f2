import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorResponse } from '../../support/service/fake-service.ts';
import { aDetail, idOf, someSignals } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const growing = (...growths: number[]) => {
  const items = someSignals(growths.length).map((signal, at) => ({ ...signal, growth: growths[at] ?? 0 }));
  world.service.plan('/api/pain-signals', {
    body: { items, page: 0, size: 50, totalItems: items.length, totalPages: 1 },
  });
};
const timelines = () => world.service.asked.filter((path) => path.includes('/timeline'));

/** What the service's own lists call significant. */
const significant = (...signals: readonly object[]) => {
  world.service.plan('/api/dashboard/trending', { body: signals.slice(0, 1) });
  world.service.plan('/api/dashboard/emerging', { body: signals.slice(1) });
};

describe('what rises in an area', () => {
  it.each([
    [220, 100, 'One signal in Auth &amp; identity rose significantly this week: “Pain number 20”'],
    [22, 17, 'No signals in Auth &amp; identity rose significantly'],
  ])(
    'lists what rose too clearly to be chance behind the ten fastest of all areas: %i after %i',
    async (last, before, says) => {
      const [ours = expect.fail()] = someSignals(20).slice(-1);
      const growth = last / before - 1;
      const item = { ...ours, growth, mentionsLastWindow: last, mentionsPrevWindow: before };
      world.service.plan('/api/pain-signals', {
        body: { items: [item], page: 0, size: 100, totalItems: 1, totalPages: 1 },
      });
      world.service.plan('/api/dashboard/trending', {
        body: someSignals(10, { growth: 3, macroArea: 'FRONTEND_UI' }),
      });
      world.service.plan('/api/dashboard/emerging', { body: [] });
      expect(shown(await world.ask('trending area:auth'))).toContain(says);
    },
  );

  it('leaves out increases that can be chance', async () => {
    growing(1.5, 0.2, 0, -0.4);
    significant(...someSignals(2));
    const card = shown(await world.ask('ask what is rising in auth?'));
    expect(card).toContain('# 2 signals in Auth & identity rose significantly this week, led by “Pain number 1”');
    expect(card.match(/^\*\d\.\*/gm)).toHaveLength(2);
    expect(card).toContain('Understood as: *rising · Auth &amp; identity*');
  });

  it('can be asked for without an area or a type, and is counted without them', async () => {
    const [first, second, third] = someSignals(3);
    const items = [
      { ...first, growth: 1, macroArea: 'FRONTEND_UI' },
      { ...second, growth: 1, macroArea: 'AUTH_IDENTITY', painType: 'question' },
      { ...third, growth: 1, macroArea: 'AUTH_IDENTITY', painType: 'bug' },
    ];
    world.service.plan('/api/pain-signals', { body: { items, page: 0, size: 50, totalItems: 3, totalPages: 1 } });
    significant(...someSignals(3));
    const card = shown(await world.ask('ask what is rising, but nothing in frontend and no questions?'));
    expect(card).toContain('Understood as: *rising · without Frontend &amp; UI and without questions*');
    expect(card).toContain('Pain number 3');
    expect(card).not.toMatch(/Pain number 2|Pain number 1/);
    world.service.plan('/api/pain-signals', { body: { items, page: 0, size: 100, totalItems: 3, totalPages: 1 } });
    expect(shown(await world.ask('search except:frontend'))).toMatch(/without Frontend &amp; UI[\s\S]*Pain number 2/i);
  });

  it('says when nothing does, and offers all by growth', async () => {
    growing(0.2, -0.4);
    significant();
    const card = await world.ask('ask what is rising in auth?');
    expect(shown(card)).toContain('*No signals in Auth &amp; identity rose significantly this week.*');
    expect(buttonsOf(card).map(({ text }) => text)).toContain('All by growth');
    expect(shown(card)).toContain('To see all, press *All by growth*.');
    // A notification has no buttons.
    expect(card.text).not.toContain('press');
    growing(0, -0.4);
    expect(shown(await world.press(card, 'search_instead'))).toContain('*2.* *Pain number 2*');
  });
});

/** A signal with so many mentions last week, and this week. */
const weeks = (at: number, before: number, now: number) => ({
  ...someSignals(at)[at - 1],
  growth: (now - before) / Math.max(before, 1),
  mentionsPrevWindow: before,
  mentionsLastWindow: now,
});
const page = (items: readonly object[]) =>
  world.service.plan('/api/pain-signals', {
    body: { items, page: 0, size: 100, totalItems: items.length, totalPages: 1 },
  });

describe('signals by growth', () => {
  const order = (card: string) =>
    [...card.matchAll(/^\*\d+\.\* .*Pain number (\d+)/gm)].map(([, number]) => Number(number));

  it.each(['search sort:growth', 'top by growth'])(
    'have what could be chance behind what rose, in %s',
    async (command) => {
      page([weeks(1, 0, 2), weeks(2, 1, 2), weeks(3, 14, 25), weeks(4, 10, 15), weeks(5, 20, 21), weeks(6, 9, 3)]);
      const first = await world.ask(command);
      expect(shown(first)).toContain('“Pain number 3” is growing fastest');
      expect(order(shown(first))).toEqual([3, 4, 1, 2, 5]);
      expect(order(shown(await world.press(first, 'next_page')))).toEqual([6]);
    },
  );

  it('have what fell most first when the order is reversed', async () => {
    page([weeks(1, 2, 0), weeks(2, 9, 3), weeks(3, 20, 15), weeks(4, 14, 25)]);
    expect(order(shown(await world.ask('search sort:growth order:asc')))).toEqual([2, 3, 1, 4]);
  });

  it('are read on in the service’s longest pages', async () => {
    const items = someSignals(100);
    world.service.plan('/api/pain-signals', { body: { items, page: 0, size: 100, totalItems: 240, totalPages: 3 } });
    let card = await world.ask('search sort:growth');
    expect(shown(card)).toContain('1–5 of 240');
    for (let turned = 0; turned < 20; turned++) card = await world.press(card, 'next_page');
    expect(shown(card)).toContain('101–105 of 240');
    expect(world.service.asked.at(-1)).toContain('sortBy=growth&direction=desc&page=1&size=100');
  });
});

describe('a rise that the service’s lists don’t call significant', () => {
  const weeks = { growth: 11 / 14, mentionsLastWindow: 25, mentionsPrevWindow: 14, volume: 171 };
  const slight = { ...weeks, growth: 0.5, mentionsLastWindow: 3, mentionsPrevWindow: 2, volume: 400 };
  const [one, other] = someSignals(2);
  const rises = 'is up 79%, which could be chance: 25 mentions this week, 14 last week.';

  it('is named with its figures where nothing else rises, before one that rises by a mention', async () => {
    const items = [
      { ...one, ...slight },
      { ...other, ...weeks },
    ];
    world.service.plan('/api/pain-signals', { body: { items, page: 0, size: 50, totalItems: 2, totalPages: 1 } });
    significant();
    const empty = shown(await world.ask('is webhooks growing?'));
    expect(empty).toContain(
      `*No signals about “webhooks” rose significantly this week.*\n“Pain number 2” ${rises} To see all, press`,
    );
    const steady = { ...slight, growth: 0, mentionsLastWindow: 2 };
    const listed = { items: [{ ...one, ...steady }], page: 0, size: 50, totalItems: 1, totalPages: 1 };
    world.service.plan('/api/pain-signals', { body: listed });
    expect(shown(await world.ask('is kafka growing?'))).toContain('“Pain number 1” is steady: 2 mentions this week');
  });

  it('is said to be in the same words by why, compare and a question, and not of one that they do', async () => {
    const details = someSignals(3).map((signal, at) =>
      aDetail({ ...signal, ...(at === 1 ? { ...weeks, growth: -0.2, mentionsLastWindow: 11 } : weeks) }),
    );
    for (const detail of details) world.service.plan(`/api/pain-signals/${detail.id}`, { body: detail });
    significant({ ...someSignals(3)[2], ...weeks });
    expect(shown(await world.ask(`why ${idOf(1)}`))).toContain(
      'It’s up 79%, which could be chance: 25 mentions this week, 14 last week.',
    );
    expect(shown(await world.ask(`compare ${idOf(1)} vs ${idOf(2)}`))).toContain(
      '“Pain number 1” is up 79%, which could be chance. Their scores are equal.',
    );
    const match = { ...MATCH, words: ['webhook', 'retries'], sentence: 'No webhook retries since Monday.' };
    const items = [{ ...one, ...weeks, topic: 'Webhook retries lost', match }];
    world.service.plan('/api/signals/semantic-search', {
      body: { items, page: 0, size: 20, totalItems: 1, totalPages: 1 },
    });
    expect(shown(await world.ask('ask is the loss of webhook retries spreading?'))).toContain(
      `Not clearly: *Webhook retries lost* [1] ${rises}`,
    );
    expect(shown(await world.ask(`why ${idOf(3)}`))).toContain('It’s up 79%: 25 mentions this week');
    expect(shown(await world.ask(`compare ${idOf(3)} vs ${idOf(2)}`))).toContain('“Pain number 3” is growing. Their');
  });
});

describe('what cools off', () => {
  const NAMES = /“?Pain number (\d)/g;
  const namesIn = (card: string) => [...new Set([...card.matchAll(NAMES)].map(([, number]) => number))];

  it('is the same in the list, the menu’s order and the bare command: half or less of five mentions, biggest drop first', async () => {
    const items = [weeks(1, 1, 0), weeks(2, 6, 1), weeks(3, 20, 8), weeks(4, 10, 7), weeks(5, 4, 6)];
    page(items);
    for (const list of ['trending', 'emerging']) world.service.plan(`/api/dashboard/${list}`, { body: [] });
    const list = await world.ask('fading');
    expect(shown(list)).toContain('# 2 signals are cooling off, “Pain number 3” the most');
    expect(shown(list)).toContain(
      'Cooling off: down 50% or more from at least 5 mentions last week, biggest drop first',
    );
    expect(namesIn(shown(list))).toEqual(['3', '2']);
    expect(namesIn(shown(await world.ask('search sort:fading')))).toEqual(['3', '2']);
    const home = shown(await world.ask(''));
    expect(namesIn(home.slice(home.indexOf('*Cooling off*')))).toEqual(['3', '2']);
  });

  it('is not said to be as many as were asked for', async () => {
    page([weeks(1, 6, 1), weeks(2, 20, 8)]);
    const card = shown(await world.ask('search sort:cooling top:1'));
    expect(card).toContain('# “Pain number 2” is cooling off the most');
    expect(card).not.toContain('Pain number 1');
  });

  it('says so when nothing does', async () => {
    growing(0.2, -0.1);
    expect(shown(await world.ask('fading'))).toContain('*No signals cooled off this week.*');
  });
});

const MATCH = {
  relevance: 0.9,
  words: ['pooled'],
  chunkId: null,
  sentence: 'Connections are pooled forever.',
  url: null,
  author: null,
};

describe('a search for words', () => {
  const two = someSignals(2);
  const found = (items: readonly object[]) => ({ body: { items, page: 0, size: 100, totalItems: 2, totalPages: 1 } });

  it('lists the best match first with its sentence, and by score only when asked to', async () => {
    world.service.plan('/api/pain-signals', found(two));
    world.service.plan('/api/signals/semantic-search', found([{ ...two[1], match: MATCH }, two[0] ?? {}]));
    const best = shown(await world.ask('search pooled connections'));
    expect(best.indexOf('Pain number 2')).toBeLessThan(best.indexOf('Pain number 1'));
    expect(best).toContain('Best match first');
    expect(best).toContain('> “Connections are pooled forever.”');
    world.service.plan('/api/pain-signals', found(two));
    const byScore = shown(await world.ask('search pooled connections sort:score'));
    expect(byScore.indexOf('Pain number 1')).toBeLessThan(byScore.indexOf('Pain number 2'));
  });

  it('is said not to be ranked over a period, where the service can’t', async () => {
    const lastSeenAt = new Date(world.now()).toISOString();
    const named = ['Pools leak idle connections', 'Idle pools leak'].map((topic, at) => ({ ...two[at], topic }));
    world.service.plan('/api/pain-signals', found(named.map((signal) => ({ ...signal, lastSeenAt }))));
    const card = shown(await world.ask('search idle pools days:30'));
    expect(card.indexOf('Idle pools leak')).toBeLessThan(card.indexOf('Pools leak idle'));
    expect(card).toContain('Name matches first, then highest score');
    expect(card).not.toContain('Best match first');
  });

  it('is ordered by score while semantic search is down', async () => {
    world.service.plan('/api/pain-signals', found(two));
    world.service.plan('/api/signals/semantic-search', errorResponse(503, 'UNAVAILABLE'));
    const card = shown(await world.ask('search idle connections'));
    expect(card.indexOf('Pain number 1')).toBeLessThan(card.indexOf('Pain number 2'));
  });
});

describe('a search that asks for so many', () => {
  it('shows no more, on any page', async () => {
    world.service.plan('/api/pain-signals', {
      body: { items: someSignals(5), page: 0, size: 5, totalItems: 20, totalPages: 4 },
    });
    const card = await world.ask('top 3 in cloud');
    expect(shown(card).match(/^\*\d\.\*/gm)).toHaveLength(3);
    expect(buttonsOf(card).map(({ text }) => text)).not.toContain('Next ›');
  });
});

describe('a search without matches', () => {
  const nothing = { body: { items: [], page: 0, size: 5, totalItems: 0, totalPages: 0 } };

  it('shows at once what is close in meaning, and says so', async () => {
    world.service.plan('/api/pain-signals', nothing);
    const card = await world.ask('search flaky tests');
    expect(shown(card)).toContain('No name has all your words, so posts were searched');
    expect(shown(card)).toContain('*1.* *Pain number 1*');
  });

  it.each(['search kubernetes days:30', 'kubernetes last 30 days'])(
    'but with a period shows at once what posts of that period say: %s',
    async (text) => {
      world.service.plan('/api/pain-signals', nothing);
      const lately = someSignals(2, { lastSeenAt: new Date(world.now() - 86_400_000).toISOString() });
      const items = [...lately, ...someSignals(3).slice(2)];
      world.service.plan('/api/signals/semantic-search', {
        body: { items, page: 0, size: 20, totalItems: 3, totalPages: 1 },
      });
      const card = shown(await world.ask(text));
      expect(card).toContain('No name in the last 30 days has “kubernetes”, so posts were searched');
      expect(card).toContain('*2.* *Pain number 2*');
      expect(card).not.toContain('Pain number 3');
    },
  );

  it('with filters, or when semantic search is down, says that nothing was found', async () => {
    world.service.plan('/api/pain-signals', nothing);
    expect(shown(await world.ask('search flaky tests type:bug'))).toContain('No bugs about “flaky tests”.');
    world.service.plan('/api/signals/semantic-search', errorResponse(400, 'INVALID_PARAMETER'));
    expect(shown(await world.ask('search flaky tests'))).toContain('No signals about “flaky tests”');
  });
});

describe('a natural-language question', () => {
  it('is told from one that was no command', async () => {
    expect(shown(await world.ask('why does my kafka consumer stop'))).toContain('Answered as a question');
  });

  it('behind “ask” is answered without a word on how it was taken, with the votes', async () => {
    const card = shown(await world.ask('ask why does my kafka consumer stop'));
    expect(card).not.toContain('Answered as a question');
    expect(card).not.toContain('[Search names for');
    expect(card).toContain('[Useful] [Not useful]');
  });
});

describe('a service without a signal', () => {
  it('is not said to have nothing that rises: it says what is missing, and who can help', async () => {
    const latestSnapshotAt = new Date(world.now()).toISOString();
    world.service.plan('/api/meta/pipeline', { body: { latestSnapshotAt, totalActiveSignals: 0 } });
    world.service.plan('/api/dashboard/trending', { body: [] });
    const card = await world.ask('trending');
    expect(shown(card)).toContain('no posts from the last 30 days');
    expect(shown(card)).toContain('npm run -s cli -- import FILE');
    expect(shown(card)).not.toContain('significant');
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(['Refresh']);
  });
});

describe('the picture of a list', () => {
  it('is fetched only where it is shown, at one call per row', async () => {
    const list = await world.ask('trending');
    expect(world.service.asked).toHaveLength(2);
    await world.press(list, 'share');
    expect(timelines()).toHaveLength(5);
  });

  it('is left out where few calls are left', async () => {
    const list = await world.ask('trending');
    for (const at of Array.from({ length: 12 }, (_, each) => each + 20)) await world.ask(`signal ${idOf(at)}`);
    const before = timelines().length;
    await world.press(list, 'share');
    expect(timelines()).toHaveLength(before);
  });
});

describe('a list from before a new snapshot', () => {
  it('is not shown again: Refresh shows what has risen since', async () => {
    world.service.plan('/api/dashboard/trending', { body: [] });
    const card = await world.ask('trending');
    expect(shown(card)).toContain('No significant increases');
    const latestSnapshotAt = new Date(world.now()).toISOString();
    world.service.plan('/api/meta/pipeline', { body: { latestSnapshotAt, totalActiveSignals: 120 } });
    world.service.plan('/api/dashboard/trending', { body: someSignals(3) });
    world.passTime(61_000);
    expect(shown(await world.press(card, 'refresh'))).toContain('*3.* *Pain number 3*');
  });
});
