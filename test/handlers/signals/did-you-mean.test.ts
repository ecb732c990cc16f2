import { afterEach, beforeEach, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { defaultResponse } from '../../support/service/fake-service.ts';
import { someSignals } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

const pageOf = (items: readonly object[]) => ({
  body: { items, page: 0, size: 100, totalItems: items.length, totalPages: 1 },
});
const named = someSignals(1, { topic: 'Kubernetes pods evicted without a warning' });
const noMatch = { words: [], chunkId: null, sentence: null, url: null, author: null };
const close = { ...named[0], match: { ...noMatch, relevance: 0.9 } };
/** Far from the words of a question: its list leaves it out. */
const weak = { ...someSignals(2)[1], match: { ...noMatch, relevance: 0.1 } };

let world: World;
beforeEach(async () => {
  world = await startWorld({
    usual(path, query) {
      if (path === '/api/signals/semantic-search' && query.get('q') === 'evictde')
        return pageOf([{ ...close, match: { ...close.match, sentence: 'Pods evictde again' } }]);
      if (path === '/api/signals/semantic-search')
        return pageOf(
          /^kuberntes\??$/.test(query.get('q') ?? '')
            ? someSignals(1, { topic: 'Pods restart' })
            : /^(?:CSV|export|CSV export|evicted|kubernetes|kubernetes pods)$/.test(query.get('q') ?? '')
              ? [close, weak]
              : [],
        );
      if (path !== '/api/pain-signals') return defaultResponse(path, query);
      const words = query.get('query');
      return pageOf(words === null || words === 'kubernetes pods' ? named : []);
    },
  });
});
afterEach(() => world.close());

const shown = (message: Awaited<ReturnType<World['ask']>>) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);

it('searches for the words of signals instead of a typing error, and says so', async () => {
  const found = shown(await world.ask('search kuberntes pods'));
  expect(found).toContain('Showing results for “kubernetes pods”; nothing matches “kuberntes pods”');
  const right = shown(await world.ask('search kubernetes pods'));
  const heading = /^# .+about “kubernetes pods”$/m;
  expect(heading.exec(found)?.[0]).toBe(heading.exec(right)?.[0]);
  expect(found).toContain('Kubernetes pods evicted');
});

it('offers the words of signals for a typing error beside filters, and searches for them', async () => {
  const empty = await world.ask('search kuberntes pods type:bug');
  expect(shown(empty)).toContain('Did you mean “kubernetes pods”?');
  expect(shown(await world.press(empty, ACTION.didYouMean))).toContain('Kubernetes pods evicted');
});

it('offers them where posts were found by other words, without the mark at the end', async () => {
  const found = shown(await world.ask('search kuberntes?'));
  expect(found).toContain('Pods restart');
  expect(found).toContain('[Did you mean “kubernetes”?]');
});

it('suggests a correction where a post has the same typing error, and shows the post', async () => {
  const found = shown(await world.ask('search evictde'));
  expect(found).toContain('Pods evictde again');
  expect(found).toContain('[Did you mean “evicted”?]');
});

it('offers them beside a filter, too', async () => {
  expect(shown(await world.ask('search kubernetse type:bug'))).toContain('Did you mean “kubernetes”?');
});

it('corrects neither another form of a word nor one that is far from all', async () => {
  expect(shown(await world.ask('search warnings'))).not.toContain('Did you mean');
  expect(shown(await world.ask('search cabernet'))).not.toContain('Did you mean');
});

it('offers no correction that finds nothing either', async () => {
  expect(shown(await world.ask('search kuberntes tokn'))).not.toContain('Did you mean');
});

it('answers a search that would be too long without its typing errors', async () => {
  const longest = 'kuberntes '.repeat(20).trim();
  const empty = shown(await world.ask(`search ${longest}`));
  expect(empty).toContain('No signals or posts match “kuberntes');
  expect(empty).not.toContain('Did you mean');
});

it('offers what a question finds with a word less, with the number of signals, and shows it', async () => {
  const empty = await world.ask('ask why is CSV export too slow?');
  expect(shown(empty)).toContain('No signals or posts match “CSV export too slow”.');
  expect(shown(empty)).toContain('\nThere are some about:\n“CSV export”: *1 signal*\n[Show]');
  expect(shown(empty)).toContain('There are some about: “CSV export” (1 signal).');
  expect(shown(empty)).not.toContain('Answered as a question');
  expect(shown(await world.press(empty, ACTION.searchInstead))).toContain('Kubernetes pods evicted');
  expect(shown(await world.ask('why is CSV export too slow'))).not.toContain('Answered as a question');
});

it('offers the words together that find something by themselves', async () => {
  const empty = shown(await world.ask('search CSV export hangs forever'));
  expect(empty).toContain('“CSV export”: *1 signal*\n[Show]');
  expect(empty).not.toContain('“CSV”');
});

it('offers no single word where fewer of the words find something, and nothing where none does', async () => {
  expect(shown(await world.ask('search CSV export slow'))).not.toContain('“export”');
  expect(shown(await world.ask('search purple unicorns dancing'))).not.toContain('[Show]');
});
