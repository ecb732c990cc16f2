import { describe, expect, it } from 'vitest';
import { topicOfQuestion } from '#handlers/commands/natural-language/understand.ts';
import { missedIn, readPhrasings, said, typed } from '../../../bench/language/phrasings.ts';

const inFile = (name: string) => readPhrasings(new URL(name, import.meta.url));

it('asks why about a signal named by words only where it is said to rise', () => {
  expect(said('why is webhook delivered twice rising?')?.query).toMatchObject({
    ...{ show: 'find', want: 'why', names: [{ by: 'words', words: 'webhook delivered twice' }] },
  });
  expect(said('why is memory use of node rising after an upgrade?')?.query.show).toBe('ask');
});

it.each([
  'login problems on phones',
  'docker issues on windows',
  'database trouble after the upgrade',
  'docker bugs on windows',
  'kafka complaints with small consumers',
])('asks about all of “%s”, not only where it happens', (text) => {
  expect(typed(`ask ${text}`)?.query).toMatchObject({ show: 'ask', question: text });
  expect(topicOfQuestion(`anyone having ${text}?`)).toBe(text);
});

it.each([
  ['is the webhook delivery a problem?', 'is webhook delivery a problem?'],
  ['is the self-hosted runner disk a problem?', 'is self-hosted runner disk a problem?'],
  ['are there problems with an API gateway?', 'are there problems with API gateway?'],
])('asks for the same with and without an article: “%s”', (text, without) => {
  expect(topicOfQuestion(text)).toBe(topicOfQuestion(without));
  expect(topicOfQuestion(text)).not.toBe(text);
});

it.each([
  ['watch 1 and 2 when score over 90', { rule: { when: 'score', above: 90 }, tell: 'me' }],
  ['tell us here when 1 or 2 doubles', { rule: { when: 'growth', above: 1 }, tell: 'here' }],
  ['keep an eye on 1 and 2', { tell: 'me' }],
])('takes the rule for each of several signals: “%s”', (text, watch) => {
  const names = [1, 2].map((number) => ({ by: 'number', number }));
  expect(said(text)?.query).toEqual({ show: 'find', want: 'watch', names, watch });
});

it('takes a letter that names something for no article', () => {
  expect(topicOfQuestion('problems with the A/B test')).toBe('A/B test');
});

it('answers what is asked behind a greeting or thanks', () => {
  expect(typed('ask thanks, what about redis timeouts in lambda?')?.query).toMatchObject({ show: 'ask' });
  expect(said('hi, redis timeouts?')?.query).toMatchObject({ show: 'search', words: 'redis timeouts' });
  expect(said('thanks a lot for the brief')?.query).toEqual({ show: 'courtesy', of: 'thanks' });
});

it('lists an area where its list is asked for', () => {
  expect(said('top security pains in ci')?.query).toMatchObject({ area: 'SECURITY_COMPLIANCE' });
});

it.each([
  ['what is rising in build?', { area: 'BUILD_CI_CD', sort: 'rising' }],
  ['top pains in build', { area: 'BUILD_CI_CD' }],
  ['trending in build', { area: 'BUILD_CI_CD', sort: 'rising' }],
  ['bugs in monitoring', { area: 'OBSERVABILITY_DEBUGGING', type: 'bug' }],
  ['what is rising in data?', { words: 'data', sort: 'rising' }],
  ['trending in teams', { words: 'teams', sort: 'rising' }],
  ['what is rising in build caches right now?', { words: 'build caches', sort: 'rising' }],
])('narrows a list to what it is asked for in, whatever the words mean elsewhere: “%s”', (text, query) => {
  for (const read of [said, typed]) {
    expect(read(text)).toMatchObject({ isUnderstood: true, query: { show: 'search', words: undefined, ...query } });
  }
});

it.each(['what is rising in numbers?', 'rising in mentions', 'trending in total', 'what is trending in general?'])(
  'narrows a list to nothing where that isn’t said: “%s”',
  (text) => {
    for (const read of [said, typed]) expect(read(text)?.query).toMatchObject({ show: 'trending' });
  },
);

it.each([
  ['score history of the last year', { want: 'chart', chart: { kind: 'history', days: 365 } }],
  ['score history of 2', { want: 'chart', chart: { kind: 'history', days: 30 } }],
  ['show the score of 2 over the last 90 days', { want: 'chart', chart: { kind: 'history', days: 90 } }],
  ['where do people write about it?', { want: 'chart', chart: { kind: 'sources' } }],
  ['where are people talking about number 3?', { want: 'chart', chart: { kind: 'sources' } }],
  ['where does it come from?', { want: 'evidence' }],
])('charts what is asked about a signal: “%s”', (text, query) => {
  for (const read of [said, typed]) expect(read(text)?.query).toMatchObject({ show: 'find', ...query });
});

it.each([
  ['pause the digest', 'pause'],
  ['could you pause our weekly digest for now, please?', 'pause'],
  ['digest pause', 'pause'],
  ['ok, resume the digest', 'resume'],
  ['unpause this digest', 'resume'],
  ['don’t pause the digest', undefined],
  ['pause the digest while we are on holiday', undefined],
  ['pause the digest this week', undefined],
  ['how do I pause the digest?', undefined],
])('changes the digest at once only where nothing else is said: “%s”', (text, change) => {
  for (const read of [said, typed]) {
    const query = read(text)?.query;
    expect(query).toMatchObject({ show: 'digest' });
    expect(query?.show === 'digest' && query.change).toBe(change);
  }
});

it.each([
  'has anyone stopped complaining about hydration?',
  'did people stop complaining about hydration?',
  'are people still complaining about hydration?',
])('searches for what is complained of, not for the complaining: “%s”', (text) => {
  expect(topicOfQuestion(text)).toBe('hydration');
});

it.each([
  ['everything except bugs in auth', { area: 'AUTH_IDENTITY', except: ['bug'] }],
  ['frontend pains except questions', { area: 'FRONTEND_UI', except: ['question'] }],
  ['signals about docker except bugs', { words: 'docker', except: ['bug'] }],
  ['list all pains in auth without bugs', { area: 'AUTH_IDENTITY', except: ['bug'] }],
])('leaves a type out of the list: “%s”', (text, query) => {
  for (const read of [said, typed]) {
    expect(read(text)?.query).toMatchObject({ show: 'search', ...query });
    expect(read(text)?.query).not.toMatchObject({ type: expect.anything() });
  }
});

it.each([
  ['show me everything about databases but not postgres', 'but not postgres', {}],
  ['list signals about databases without postgres', 'without postgres', {}],
  ['webhooks but not stripe', 'but not stripe', { words: 'webhooks' }],
  ['which bugs are there besides kafka?', 'besides kafka', { type: 'bug' }],
])('says that words can’t be left out: “%s”', (text, ignored, query) => {
  for (const read of [said, typed])
    expect(read(text)).toMatchObject({
      query: { show: 'search', ...query },
      ignored: { said: ignored, because: 'except' },
    });
});

it.each(['login without password', 'works in all browsers except safari', 'builds without tests'])(
  'searches for what only looks like an exclusion: “%s”',
  (text) => {
    const parsed = said(text);
    expect(parsed?.ignored).toBeUndefined();
    expect(JSON.stringify(parsed?.query)).toContain(text);
  },
);

it.each(['should we watch auth here?', 'Should I watch 3?', 'so should we watch number 1?'])(
  'sets up no watch where only advice is asked for: “%s”',
  (text) => {
    for (const read of [said, typed]) expect(read(text)).toMatchObject({ query: { show: 'ask' } });
  },
);

it.each(['what is NOT rising?', 'which signals are not trending', "what isn't really growing"])(
  'lists what cools off where it is asked what doesn’t rise: “%s”',
  (text) => expect(said(text)?.query).toMatchObject({ show: 'search', sort: 'fading' }),
);

it.each([
  ['bugs and features in auth', { area: 'AUTH_IDENTITY', except: ['complaint', 'question'] }],
  ['complaints and questions about docker', { words: 'docker', except: ['bug', 'feature_request'] }],
  ['bugs, questions and complaints in cloud', { area: 'CLOUD_INFRA_DEPLOY', except: ['feature_request'] }],
])('lists both types that are named, by leaving out the others: “%s”', (text, query) => {
  for (const read of [said, typed]) {
    expect(read(text)?.query).toMatchObject({ show: 'search', ...query });
    expect(read(text)?.query).not.toMatchObject({ type: expect.anything() });
  }
});

it.each([
  ['how many signals are there?', 'signals'],
  ['where does the data come from?', 'data'],
  ['how often is it updated?', 'updates'],
  ['what does score mean?', 'score'],
  ['what is a signal?', 'terms'],
])('explains the app where it is asked about: “%s”', (text, about) => {
  for (const read of [said, typed]) {
    const query = read(text)?.query;
    expect(query?.show === 'find' ? query.otherwise : query).toEqual({ show: 'help', about });
  }
});

it.each(['are there complaints about docker?', 'any complaints about slow builds?'])(
  'asks whether anybody complains, of whatever type: “%s”',
  (text) => {
    for (const read of [said, typed]) expect(read(text)?.query.show).toBe('ask');
    expect(said('show me complaints about docker')?.query).toMatchObject({ show: 'search', type: 'complaint' });
  },
);

it.each([
  ['show again coverage', 'coverage'],
  ['show again the terraform drift', 'terraform drift'],
  ['open the flaky tests', 'flaky tests'],
])('names a signal without the words around it: “%s”', (text, words) => {
  expect(JSON.stringify(typed(text)?.query)).toContain(`"words":"${words}"`);
});

describe.each([
  ['phrasings.txt', 166, 0.95],
  ['later-phrasings.txt', 268, 0.95],
  ['free-phrasings-1.txt', 60, 0.95],
  ['free-phrasings-2.txt', 40, 0.9],
  ['free-phrasings-3.txt', 40, 0.9],
  ['free-phrasings-4.txt', 40, 0.9],
  ['free-phrasings-5.txt', 160, 0.95],
  ['free-phrasings-6.txt', 323, 0.95],
  ['free-phrasings-7.txt', 60, 0.78],
  ['free-phrasings-8.txt', 40, 0.8],
  ['free-phrasings-10.txt', 220, 0.85],
  ['free-phrasings-11.txt', 220, 0.82],
  ['free-phrasings-12.txt', 220, 0.82],
  ['free-phrasings-13.txt', 48, 0.9],
  ['free-phrasings-14.txt', 40, 0.85],
  ['free-phrasings-15.txt', 24, 0.85],
])('what people write, in %s', (file, count, least) => {
  const phrasings = inFile(file);

  it.each([
    ['said in a message', said],
    ['typed behind the command', typed],
  ])('is understood when %s', (_where, read) => {
    const missed = missedIn(phrasings, read);
    if (process.env.SHOW_MISSED) console.info(missed.join('\n'));
    expect(phrasings).toHaveLength(count);
    expect(1 - missed.length / count, missed.join('\n')).toBeGreaterThanOrEqual(least);
  });
});

it('searches for topics that look like commands', () => {
  const topics = inFile('topics.txt');
  expect(topics).toHaveLength(90);
  expect(missedIn(topics, said)).toEqual([]);
});
