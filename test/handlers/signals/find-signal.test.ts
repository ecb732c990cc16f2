import { fingerprintOf } from '@pain-signals/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aDetail, idOf, someExcerpts, someSignals } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

const TEAM = 'T0PREVIEW01';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const shown = (message: Awaited<ReturnType<World['ask']>>) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);
const detailsAsked = () => world.service.asked.filter((path) => /^\/api\/pain-signals\/[^/?]+$/.test(path));

describe('a signal named by its number', () => {
  it.each(['signal 2', 'signal #2', '2', 'show 2.'])('is the one of the list seen last (%s)', async (text) => {
    await world.ask('trending');
    await world.ask(text);
    expect(detailsAsked()).toEqual([`/api/pain-signals/${idOf(2)}`]);
  });

  it('may stand on any page that was turned', async () => {
    await world.press(await world.ask('trending'), 'next_page');
    await world.ask('signal 7');
    await world.ask('signal 1');
    expect(detailsAsked()).toEqual([7, 1].map((at) => `/api/pain-signals/${idOf(at)}`));
  });

  it('that the list did not have gets an explanation', async () => {
    await world.ask('top');
    const card = await world.ask('signal 8');
    expect(shown(card)).toContain(
      '*There’s no number 8 in your last list.*\nIt has signals 1 to 7. Try `/pain signal 1`, or try one of these:',
    );
    expect(detailsAsked()).toEqual([]);
    await world.ask('top 1');
    expect(shown(await world.ask('signal 3'))).toContain('\nIt has one signal. Try `/pain signal 1`');
  });

  it('on a page that was not turned yet is the signal there, or the page is named where it is not known', async () => {
    await world.ask('top');
    await world.ask('signal 6');
    expect(detailsAsked()).toEqual([`/api/pain-signals/${idOf(6)}`]);
    await world.ask('search area:auth sort:score');
    expect(shown(await world.ask('signal 11'))).toContain(
      '*Number 11 is on page 3 of your last list.*\nTurn to it with *Next* first.',
    );
  });

  it('before any list was seen is told what numbers are, and can be searched for as a word', async () => {
    const card = await world.ask('signal 42');
    expect(shown(card)).toContain('*There’s no number 42 to refer to.*');
    expect(shown(card)).toContain('the last list you saw in this channel and work for an hour.');
    expect(buttonsOf(card).map(({ text }) => text)).toContain('Search “42”');
    expect(shown(await world.press(card, 'search_instead'))).toContain('about “42”');
  });

  it('before any list was seen in a direct message is not told about a channel', async () => {
    await world.slack.runCommand({ text: 'signal 42', channelId: 'D0ADALOVEL' });
    const card = await world.slack.nextMessage(({ channelId }) => channelId === 'D0ADALOVEL');
    expect(shown(card)).toContain('the last list you saw in this conversation and work for an hour.');
  });

  it('is forgotten after an hour', async () => {
    await world.ask('top');
    world.passTime(60 * 60 * 1_000);
    expect(shown(await world.ask('signal 1'))).toContain('There’s no number 1 to refer to.');
  });

  it('means nothing in another channel', async () => {
    await world.ask('top');
    await world.slack.runCommand({ text: 'signal 1', channelId: 'C0PRODUCT1' });
    const card = await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor !== undefined);
    expect(shown(card)).toContain('There’s no number 1 to refer to.');
  });
});

describe('a signal named by words', () => {
  const topic = someSignals(7)[1]?.topic ?? '';

  it('is meant behind `why`, unless no signal has that name', async () => {
    await world.ask(`why ${topic.toLowerCase()}`);
    expect(detailsAsked()).toEqual([`/api/pain-signals/${idOf(2)}`]);
    expect(shown(await world.ask('why hydration mismatch nowhere'))).toContain('“why hydration mismatch nowhere”');
  });

  it('is meant behind `signal`, also where the words could ask for something else', async () => {
    await world.ask('signal most alerts are false');
    expect(world.service.asked.join()).toContain('query=most+alerts+are+false');
  });
});

describe('a signal named by words that only posts say', () => {
  const rows = someSignals(2).map((row) => ({
    ...row,
    match: { relevance: 0.4, words: ['pod'], sentence: 'Pods die.' },
  }));
  beforeEach(() => {
    const found = (items: readonly unknown[]) => ({
      body: { items, page: 0, size: 5, totalItems: items.length, totalPages: 1 },
    });
    world.service.plan('/api/pain-signals', found([]));
    world.service.plan('/api/signals/semantic-search', found(rows));
  });

  it.each(['evidence', 'brief', 'chart', 'hide', 'compare'])(
    'is offered behind `%s` where `search` finds it',
    async (command) => {
      expect(shown(await world.ask('search kubernetes'))).toContain(rows[1]?.topic);
      const card = await world.ask(`${command} kubernetes${command === 'compare' ? ' vs 1' : ''}`);
      const [asks, press] =
        command === 'hide'
          ? ['Which one do you want to hide for everyone in this workspace?', 'Hide']
          : ['Which one?', 'This one'];
      expect(shown(card)).toContain(`No signal’s name has “kubernetes”, but posts of 2 signals match. ${asks}`);
      expect(buttonsOf(card).map(({ text }) => text)).toEqual([press, press]);
    },
  );

  it('is asked about where posts of one signal alone say it', async () => {
    world.service.plan('/api/signals/semantic-search', {
      body: { items: rows.slice(1), page: 0, size: 5, totalItems: 1, totalPages: 1 },
    });
    expect(shown(await world.ask('evidence kubernetes'))).toContain(
      'No signal’s name has “kubernetes”, but posts of this one match. Is it the one you mean?',
    );
  });

  it('leaves the numbers of the last list alone', async () => {
    await world.ask('trending');
    await world.ask('hide kubernetes');
    await world.ask('signal 3');
    expect(detailsAsked()).toEqual([`/api/pain-signals/${idOf(3)}`]);
  });

  it('continues with the one that is chosen', async () => {
    await world.press(await world.ask('evidence kubernetes'), 'choose_signal');
    expect(detailsAsked()).toEqual([`/api/pain-signals/${idOf(1)}`]);
  });

  it('comes first in the list of an answer that names it first, so that its number is 1', async () => {
    const about = { relevance: 0.3, words: ['dark', 'mode'], posts: 1, sentence: 'Dark mode is broken.' };
    world.service.plan('/api/signals/semantic-search', {
      body: { items: [rows[0], { ...rows[1], match: about }], page: 0, size: 5, totalItems: 2, totalPages: 1 },
    });
    const card = shown(await world.ask('does anybody complain about dark mode?'));
    expect(card).toContain(`Yes: a post says so, in *${rows[1]?.topic}* [1].`);
    expect(card).toContain(`*1.* *${rows[1]?.topic}*`);
    await world.ask('signal 1');
    expect(detailsAsked().at(-1)).toBe(`/api/pain-signals/${idOf(2)}`);
  });

  it('has an answer that cites the posts which its summary quotes, and none that is hidden', async () => {
    const [row = expect.fail()] = rows;
    const match = { relevance: 0.9, words: ['token', 'lost'], sentence: 'Token lost again.' };
    world.service.plan('/api/signals/semantic-search', {
      body: { items: [{ ...row, match }], page: 0, size: 5, totalItems: 1, totalPages: 1 },
    });
    const summary = 'At least 9 posts say “Token is gone”. At least 2 posts say “Token is stale”.';
    world.service.plan(`/api/pain-signals/${row.id}`, { body: aDetail({ ...row, summary }) });
    const posts = someExcerpts(2).map((post, at) => ({ ...post, postTitle: `Token is ${['gone', 'stale'][at]}` }));
    world.service.quote(posts);
    const first = 'Also quoted: [2] by author1, <https://github.com/acme/auth/issues/1|github.com/acme/auth/issues/1>';
    const card = shown(await world.ask('does anybody complain about lost tokens?'));
    expect(card).toContain('\nAt least 9 posts say “Token is gone” [2]. At least 2 posts say “Token is stale” [3].\n');
    expect(card).toContain(`\n${first}; [3] by author2, <`);
    const [, hidden = expect.fail()] = posts;
    await world.store.hiddenEvidence.add(TEAM, [fingerprintOf(hidden)]);
    const without = shown(await world.ask('does anybody complain about lost tokens?'));
    expect(without).toContain(`\nAt least 9 posts say “Token is gone” [2].\n${first}\n`);
    expect(without).not.toContain('stale');
  });

  it('gets the answer of the search behind `signal`', async () => {
    expect(shown(await world.ask('signal kubernetes'))).toContain('No signal name contains “kubernetes”; ');
  });

  it('is found with all that the related word finds', async () => {
    await world.ask('search kubernetes');
    expect(world.service.asked.filter((path) => path.includes('semantic-search')).join()).toMatch(
      /q=kubernetes.*q=pod/,
    );
  });
});

describe('a signal named by a link', () => {
  it('is the one whose page it is', async () => {
    await world.close();
    world = await startWorld({ signalUrl: 'https://pain.example/signals/{id}' });
    await world.ask(`signal https://pain.example/signals/${idOf(2)}?from=mail`);
    expect(detailsAsked()).toEqual([`/api/pain-signals/${idOf(2)}`]);
  });

  it('of another host is told so, with a link that would work', async () => {
    await world.close();
    world = await startWorld({ signalUrl: 'https://pain.example/signals/{id}' });
    const card = shown(await world.ask(`signal https://other.example/signals/${idOf(2)}`));
    expect(card).toContain('*That link doesn’t lead to a signal.*');
    expect(card).toContain('`https://pain.example/signals/ID`');
    expect(detailsAsked()).toEqual([]);
  });

  it('is known by its id where nobody said how links look', async () => {
    await world.ask(`https://pain.example/app/${idOf(2)}`);
    expect(detailsAsked()).toEqual([`/api/pain-signals/${idOf(2)}`]);
    expect(shown(await world.ask('https://pain.example/about'))).toContain('contains its ID');
  });

  it('can be watched', async () => {
    expect(shown(await world.ask(`watch https://pain.example/app/${idOf(2)}`))).toContain('*Watching.*');
  });
});
