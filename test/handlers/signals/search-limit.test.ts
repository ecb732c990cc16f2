import { SEARCH_FAIR_USE } from '@pain-signals/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { FIND_RELATED } from '#handlers/conversation/find-related.ts';
import { defaultResponse } from '../../support/service/fake-service.ts';
import { aSignal, idOf, someSignals } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

const MINUTE = 60_000;
const SEARCH = '/api/signals/semantic-search';
const pageOf = (items: readonly object[]) => ({
  body: { items, page: 0, size: 20, totalItems: items.length, totalPages: 1 },
});

let world: World;
/** When each semantic search arrived, by the app's clock. */
let searches: number[];
/** Posts that have these words are found; any signal has the name "docker". */
let known: RegExp;

beforeEach(async () => {
  searches = [];
  known = /^$/;
  world = await startWorld({
    usual(path, query) {
      if (path === SEARCH) {
        searches.push(world.now());
        return pageOf(known.test(query.get('q') ?? '') ? someSignals(2) : []);
      }
      if (path !== '/api/pain-signals') return defaultResponse(path, query);
      const words = query.get('query');
      return pageOf(
        words === null || /^docker(?: builds(?: hang)?)?$/.test(words)
          ? someSignals(3, { topic: 'Docker builds hang' })
          : [],
      );
    },
  });
});
afterEach(() => world.close());

const shown = (message: Awaited<ReturnType<World['ask']>>) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);

let number = 0;
const nonsense = () => `ask qaaa${number++} wbbb${number++} eccc${number++} rddd${number++}`;

/** The most searches in any window of fair use. */
function mostInWindow(): number {
  const windowMs = SEARCH_FAIR_USE.windowSeconds * 1_000;
  return Math.max(...searches.map((from) => searches.filter((at) => at >= from && at < from + windowMs).length));
}

async function ask(count: number, question: () => string, everyMs: number) {
  let last = '';
  for (let asked = 0; asked < count; asked++) {
    last = shown(await world.ask(question()));
    world.passTime(everyMs);
  }
  return last;
}

it('keeps a quarter of what fair use allows free, however often somebody asks what nothing is known about', async () => {
  await ask(40, nonsense, 20_000);
  expect(mostInWindow()).toBeLessThanOrEqual(0.75 * SEARCH_FAIR_USE.searches);
  expect(mostInWindow()).toBeGreaterThanOrEqual(0.5 * SEARCH_FAIR_USE.searches);
});

it('searches five times for four words that no post has, and eight times at most where each is known alone', async () => {
  await world.ask(nonsense());
  expect(searches).toHaveLength(5);
  world.passTime(MINUTE);
  known = /^\w+$/;
  expect(shown(await world.ask('ask alpha beta gamma delta'))).toContain('“alpha”: *2 signals*');
  expect(searches).toHaveLength(5 + 8);
});

it('answers questions after suggestions have used up their part', async () => {
  await ask(8, nonsense, 20_000);
  const before = searches.length;
  known = /evicted/;
  expect(shown(await world.ask('ask why are pods evicted at night'))).toContain('Pain number 1');
  expect(searches).toHaveLength(before + 1);
});

it('answers by name where no search is left, and says why and until when', async () => {
  known = /./;
  await ask(45, () => `ask evicted${number++}`, 3_000);
  world.passTime(MINUTE + 1_000);
  const named = shown(await world.ask('ask why do docker builds hang'));
  expect(searches).toHaveLength(45);
  expect(named).toContain('Docker builds hang');
  expect(named).toMatch(
    /⚠ Only names and summaries were searched, not the posts: this workspace’s API key has reached its search limit\. Posts can be searched again at <!date\^\d+\^/,
  );
  expect(named).toMatch(/^".+Posts can be searched again at.+"\n# /);
  const nothing = shown(await world.ask('ask kubernetes'));
  expect(nothing).toContain('No signals match “kubernetes”.');
  expect(nothing).toContain('Posts can be searched again at');
  expect(nothing).not.toContain('No posts');
  expect(nothing).toContain('[Refresh]');
  expect(shown(await world.ask('search kubernetes'))).toContain('Posts can be searched again at');
  expect(shown(await world.ask('ask docker kubernetes'))).toContain('There are some about:\n“docker”: *3 signals*');
});

it('answers from posts again at the time that it said', async () => {
  known = /./;
  await ask(45, () => `ask evicted${number++}`, 3_000);
  const limited = await world.ask('ask pods');
  const again = Number(/searched again at <!date\^(\d+)/.exec(shown(limited))?.[1]) * 1_000;
  world.passTime(again + 1_000 - world.now());
  expect(shown(await world.press(limited, ACTION.refresh))).toContain('Pain number 1');
  expect(searches).toHaveLength(46);
});

it('says of a search that isn’t ranked by its posts that names with its words in order come first', async () => {
  known = /./;
  const ranked = shown(await world.ask('search docker'));
  expect(ranked).toContain('Best match first');
  expect(ranked).not.toContain('⚠');
  await ask(30, () => `ask evicted${number++}`, 3_000);
  const topics = ['Docker image is stale: layer cache', 'CI ignores layers', 'No Docker layer-caches in CI'];
  const listed = topics.map((topic, at) => aSignal({ id: idOf(at + 1), topic }));
  world.service.plan('/api/pain-signals', pageOf(listed));
  const unranked = shown(await world.ask('search docker layer cache'));
  expect(unranked).toContain('Name matches first, then highest score');
  expect(unranked).not.toContain('Best match first');
  expect(unranked).toMatch(/\*1\.\* \*No Docker[\s\S]+\*2\.\* \*Docker image[\s\S]+\*3\.\* \*CI ignores/);
  expect(unranked).toContain('[Name matches ▾]');
});

it('doesn’t say that nothing is related to a message that it couldn’t search for', async () => {
  known = /./;
  await ask(45, () => `ask evicted${number++}`, 3_000);
  const message = await world.slack.say({ channelId: 'C0DEVPAIN1', text: 'pods are evicted at night' });
  await world.slack.runShortcut({ message, callbackId: FIND_RELATED });
  const refused = shown(await world.slack.nextMessage(isPrivate));
  expect(refused).toContain('Posts can’t be searched right now.');
  expect(refused).toContain('Try again at <!date');
});

it('stops suggestions while the service warns of fair use, logs it once, and shows it in the status', async () => {
  const until = new Date(world.now() + 60 * MINUTE).toISOString();
  const warning = `299 pain-signals "Fair use: more than 60 semantic searches within 10 minutes. Another breach before ${until} suspends access."`;
  world.service.plan('/api/meta/pipeline', {
    ...defaultResponse('/api/meta/pipeline', new URLSearchParams()),
    headers: { warning },
  });
  expect(shown(await world.ask('status'))).toMatch(
    /⚠ \*The service has warned this API key of fair use\.\* Until <!date\^\d+\^.+ posts are searched for questions only, and less often/,
  );
  await ask(3, nonsense, 20_000);
  expect(searches).toHaveLength(3);
  expect(world.logs.filter(({ msg }) => String(msg).includes('warned of fair use'))).toMatchObject([
    { level: 40, until },
  ]);
  world.passTime(60 * MINUTE);
  world.service.plan('/api/meta/pipeline', defaultResponse('/api/meta/pipeline', new URLSearchParams()));
  await world.ask(nonsense());
  expect(searches).toHaveLength(3 + 5);
});
