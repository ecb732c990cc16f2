import {
  AskQuery,
  type CitedEvidence,
  EmergingQuery,
  type ListQuery,
  SearchQuery,
  TopQuery,
  TrendingQuery,
} from '@pain-signals/domain';
import { describe, expect, it } from 'vitest';
import { interpretationCard } from '#blocks/conversation/interpretation-card.ts';
import type { CardContext } from '#blocks/kit/card-context.ts';
import { emptyListCard, type ListPage, signalListCard } from '#blocks/signals/signal-list.ts';
import { aSignal, idOf, NOW, SNAPSHOT_AT } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const trending = TrendingQuery.parse({ show: 'trending' });
const fresh = { snapshotAt: SNAPSHOT_AT, isSample: false, staleSince: null, dropped: 0 };
const cardContext: CardContext = {
  freshness: fresh,
  linkTo: () => null,
  audience: { kind: 'person' },
};

const falling = aSignal({
  id: idOf(2),
  topic: 'Flaky <tests> & retries',
  score: 12,
  volume: 1,
  growth: -0.5,
  mentionsLastWindow: 1,
  mentionsPrevWindow: 2,
  macroArea: null,
  painType: null,
  topOwnerName: null,
  uniqueOwnerCount: 0,
});
const page: ListPage = { query: trending, rows: [aSignal(), falling], firstRank: 1, total: 7, hasNext: true };

describe('a list of signals', () => {
  it('says what it is, and of each signal what, how bad, how fast, how much and who', () => {
    expect(cardText(signalListCard(page, cardContext))).toMatchInlineSnapshot(`
      ""7 signals rose significantly this week, led by “OAuth refresh tokens expire without warning” (24 mentions, 10 last week). Trending signals: 1. OAuth refresh tokens expire without warning (score 68, up 140%: 24 mentions this week, 10 last week); 2. Flaky &lt;tests&gt; &amp; retries (score 12, 1 mention this week, 2 last week)."
      # 7 signals rose significantly this week, led by “OAuth refresh tokens expire without warning”
      ~ 1–2 of 7  ·  Trending: significant increases, strongest first
      *1.* *OAuth refresh tokens expire without warning*
      ▲ up 140%: 24 mentions this week, 10 last week  ·  412 total
      Score *68*  ·  Auth &amp; identity  ·  Bug  ·  in 3 organizations’ repositories, mostly acme
      [Details]
      *2.* *Flaky &lt;tests&gt; &amp; retries*
      1 mention this week, 2 last week
      Score *12*
      [Details]
      ~ Updated <!date^1773972000^{date_short_pretty} at {time}|2026-03-20 02:00 UTC>
      ~ Use the numbers: \`/pain evidence 1\`, \`/pain why 1\`, \`/pain compare 1 vs 2\`
      [All areas ▾] [Any type ▾] [Last 7 days ▾]
      [Next ›] [Share in channel] [Share to…] [Refresh] [Weekly digest…]"
    `);
  });

  it('links topics to their pages when there are any', () => {
    const linked = { ...cardContext, linkTo: (id: string) => `https://pain.example/signals/${id}` };
    expect(cardText(signalListCard(page, linked))).toContain(
      `*1.* *<https://pain.example/signals/${aSignal().id}|OAuth refresh tokens expire without warning>*`,
    );
  });

  it('marks sample data, older figures and rows left out', () => {
    const freshness = { ...fresh, isSample: true, staleSince: NOW, dropped: 2 };
    const card = signalListCard(page, { ...cardContext, freshness });
    expect(cardText(card)).toContain(
      '~ *Sample data*  ·  ⚠ The service isn’t responding. Showing data from <!date^1774008000^',
    );
    expect(cardText(card)).toContain('2 unreadable entries left out');
    expect(card.text).toMatch(/The service isn’t responding, so these numbers are older\. Sample data\.$/);
  });

  it('says so when nothing was scored yet, and nothing when the service did not say', () => {
    expect(cardText(signalListCard(page, { ...cardContext, freshness: { ...fresh, snapshotAt: null } }))).toContain(
      '~ No scores yet',
    );
    expect(
      cardText(signalListCard(page, { ...cardContext, freshness: { ...fresh, snapshotAt: undefined } })),
    ).not.toContain('~ Figures');
  });

  it('turns pages by what its buttons carry', () => {
    const second = { ...page, query: { ...trending, page: 1 }, firstRank: 6, total: 12 };
    const buttons = buttonsOf(signalListCard(second, cardContext));
    expect(buttons.map(({ action }) => action)).toEqual([
      'details',
      'details',
      'previous_page',
      'next_page',
      'share',
      'share_to',
      'refresh',
      'set_up_digest',
    ]);
    const sent = (action: string) => JSON.parse(buttons.find((each) => each.action === action)?.value ?? '');
    expect(sent('previous_page')).toMatchObject({ show: 'trending', page: 0 });
    expect(sent('next_page')).toMatchObject({ show: 'trending', page: 2 });
    expect(sent('details')).toMatchObject({ show: 'signal', id: aSignal().id, back: { show: 'trending', page: 1 } });
  });

  it('has no page to turn to on the only one', () => {
    const only = { ...page, total: 2, hasNext: false };
    expect(buttonsOf(signalListCard(only, cardContext)).map(({ action }) => action)).toEqual([
      'details',
      'details',
      'share',
      'share_to',
      'refresh',
      'set_up_digest',
    ]);
    expect(cardText(signalListCard(only, cardContext))).not.toContain(' of 2');
  });

  it('shows a channel who shared it, and nothing there that would change it for the others', () => {
    const card = signalListCard(page, { ...cardContext, audience: { kind: 'channel', sharedBy: 'U0ADA' } });
    const asked = { ...cardContext, audience: { kind: 'channel' as const, sharedBy: 'U0ADA', isAsked: true } };
    expect(cardText(card)).toContain('Shared by <@U0ADA>  ·  See all 7: `/pain trending`');
    const whole = signalListCard({ ...page, total: 2, hasNext: false }, asked);
    expect(cardText(whole)).toContain('Asked by <@U0ADA>  ·  Same list: `/pain trending`');
    expect(buttonsOf(card).map(({ action }) => action)).toEqual(['details', 'details']);
  });

  it('offers to share no more once it is shared', () => {
    const card = signalListCard(page, { ...cardContext, audience: { kind: 'person', isShared: true } });
    expect(buttonsOf(card).map(({ action }) => action)).not.toContain('share');
  });
});

describe('the answer to a question', () => {
  const query = AskQuery.parse({ show: 'ask', question: 'why do logins fail?' });
  const written = {
    text: 'Logins fail <!here> after an upgrade.',
    generatedBy: 'small-model',
    evidence: [
      { url: 'https://tracker.example/7', author: 'ada' },
      { url: null, author: null },
    ],
  };

  it("is the model's where it wrote one, with its sources and as plain text", () => {
    const text = cardText(signalListCard({ ...page, query, written }, cardContext));
    expect(text).toContain('Logins fail &lt;!here&gt; after an upgrade.');
    expect(text).toContain('_Written by small-model_ from <https://tracker.example/7|tracker.example/7>');
  });

  it('is taken from the signals found where no model wrote one', () => {
    expect(cardText(signalListCard({ ...page, query }, cardContext))).not.toContain('Written by');
  });
});

describe('the answer to a question', () => {
  const hit = (at: number, relevance: number, words: readonly string[]) => ({
    ...aSignal({ id: idOf(at), topic: `Pain number ${at}` }),
    match: {
      relevance,
      words: [...words],
      chunkId: null,
      sentence: `So ${words.join(' ')}, ${at} times.`,
      url: null,
      author: null,
    },
  });
  const NO_SOURCE = {
    ...{ provider: null, title: null, excerpt: null, author: null, licence: null },
    ...{ postedAt: null, foundAt: null },
  };
  const post = (title: string, author: string | null, url: string | null): CitedEvidence => ({
    ...{ ...NO_SOURCE, title, author, url },
  });
  const answer = (
    rows: ListPage['rows'],
    question = 'does anybody complain about slow builds?',
    more: Partial<ListPage> = {},
  ) =>
    cardText(
      signalListCard(
        {
          ...page,
          query: AskQuery.parse({ show: 'ask', question }),
          asked: question.replace(/^does anybody complain about|\?$/g, ''),
          rows,
          total: rows.length,
          ...more,
        },
        cardContext,
      ),
    );

  it('quotes no sentence under a search that only says the name again', () => {
    const found = hit(1, 0.9, ['slow']);
    const search = (sentence: string) =>
      cardText(
        signalListCard(
          {
            ...page,
            query: SearchQuery.parse({ show: 'search', words: 'pain' }),
            rows: [{ ...found, match: { ...found.match, sentence } }],
          },
          cardContext,
        ),
      );
    expect(search('pain number 1!')).not.toContain('> “');
    expect(search('Pain number 1 again')).toContain('> “Pain number 1 again”');
  });

  it('names a signal in quotation marks only where the post it cites has those words', () => {
    const row = hit(1, 0.9, ['slow', 'builds']);
    const saying = { ...row, match: { ...row.match, sentence: 'Slow builds: pain number 1, again.' } };
    expect(answer([saying])).toContain('\nYes, people report this: “Pain number 1” [1].');
    expect(answer([row])).toContain('\nYes, people report this: *Pain number 1* [1].');
  });

  it('is yes only from hits that are close and match more than a word of it', () => {
    const card = answer([hit(1, 0.9, ['slow', 'builds']), hit(2, 0.74, ['slow'])]);
    expect(card).toContain('Yes, people report this: *Pain number 1* [1]');
    expect(card.split('\n').find((line) => line.startsWith('Yes'))).not.toContain('Pain number 2');
  });

  it('is no yes where the hit says only a part of what was asked', () => {
    const rows = [hit(1, 0.9, ['slow', 'builds'])];
    const card = answer(rows, 'does anybody complain about slow builds on windows?');
    expect(card).toContain('\nNot clearly. The closest signal:\n');
    expect(card).not.toMatch(/Yes|[Pp]eople (?:have been )?report/);
  });

  it.each([
    ['of words that no name has', AskQuery.parse({ show: 'ask', question: 'slow builds' }), true],
    ['of words that a name has', AskQuery.parse({ show: 'ask', question: 'pain numbers' }), false],
    [
      'of a search that found no name',
      AskQuery.parse({ show: 'ask', question: 'pain numbers', insteadOf: 'search' }),
      true,
    ],
  ])('is not offered to be taken otherwise where that gives the same answer: %s', (_, query, isOnly) => {
    const rows = [hit(1, 0.9, ['slow', 'builds'])];
    const asked = query.question;
    const list = signalListCard({ ...page, query, asked, rows, total: 1 }, cardContext);
    const card = interpretationCard(list, { query, asked: query, isUnderstood: false, topic: asked });
    expect(cardText(card).includes('[Search names for')).toBe(!isOnly);
  });

  it('names the others in one more sentence', () => {
    const rows = [1, 2, 3].map((at) => hit(at, 0.9, ['slow', 'builds']));
    expect(answer(rows, 'why are builds slow?')).toMatch(
      /People report this: \*Pain number 1\* \[1\]\. They also report \*Pain number 2\* \[2\] and \*Pain number 3\* \[3\]\.\n/,
    );
  });

  it('says since when, and what the posts say', () => {
    const posts = [post('Cache is never used in CI', 'ada', 'https://tracker.example/7')];
    const finding = {
      ...{ firstSeenAt: '2026-03-01T00:00:00Z', summary: '“Cache is never used” (30 of 412 posts).', posts },
    };
    const card = answer([hit(1, 0.9, ['slow', 'builds'])], 'why are builds slow?', { finding });
    expect(card).toContain(
      'People have been reporting this since <!date^1772323200^{date_short_pretty}|2026-03-01>: *Pain number 1* [1].',
    );
    const source = 'Also quoted: [2] by ada, <https://tracker.example/7|tracker.example/7>';
    expect(card).toContain(`\nWhat they say: “Cache is never used” [2] (30 of 412 posts).\n${source}\n`);
    const summary =
      'At least 30 of 412 posts say this in these or similar words. At least 9 posts say “Cache is never used”.';
    expect(answer([hit(1, 0.9, ['slow', 'builds'])], 'why?', { finding: { ...finding, summary } })).toContain(
      `\nAt least 9 posts say “Cache is never used” [2].\n${source}\n`,
    );
  });

  it('leaves out what it can name no post for', () => {
    const row = hit(1, 0.9, ['slow', 'builds']);
    const summary =
      'All 39 posts say “Cache is stale” in these or similar words. At least 3 posts say “Cache is empty” and at least 2 say “Cache is full”. Posts mention Docker (20), e.g. “Docker cache is empty”. For backend engineers (12).';
    const details = (posts: CitedEvidence[]) =>
      answer([row], 'why?', { finding: { firstSeenAt: '2026-03-01T00:00:00Z', summary, posts } });
    expect(details([post('Cache is empty', 'ada', null)])).not.toMatch(/Cache is|Docker|engineers/);
    const some = [
      post('The cache is empty', 'ada', null),
      post('Cache is full again', 'bob', 'https://t.example/9'),
      post('Cache is stale', null, null),
    ];
    expect(details(some)).toMatch(
      /\nAt least 3 posts say “Cache is empty” \[2\] and at least 2 say “Cache is full” \[3\]\.\nAlso quoted: \[2\] by ada; \[3\] by bob, <.+>\n/,
    );
    expect(details(some)).not.toMatch(/stale|Docker|engineers/);
    const both = post('Docker cache is empty', 'eve', null);
    expect(details([both])).toContain(
      '\nPosts mention Docker (20), e.g. “Docker cache is empty” [2].\nAlso quoted: [2] by eve\n',
    );
  });

  it('has three sentences at most, what states the cause before other signals and facets', () => {
    const rows = [1, 2].map((at) => hit(at, 0.9, ['slow', 'builds']));
    const cause = (sentence: string, author: string) => ({
      ...{ sentence, namesCause: true, source: { ...NO_SOURCE, url: null, author } },
    });
    const finding = {
      firstSeenAt: '2026-03-01T00:00:00Z',
      summary: 'At least 9 posts say “Cache is empty”. At least 8 posts say “Cache is full”.',
      posts: [post('Cache is empty', 'ada', null), post('Cache is full', 'bob', null)],
    };
    const first = /\n.*reporting this since .*: \*Pain number 1\* \[1\]\./.source;
    const others = / They also report \*Pain number 2\* \[2\]\./.source;
    const causes = [cause('Builds are slow because of the disk.', 'eve'), cause('It looks like a race.', 'kim')];
    expect(answer(rows, 'why are builds slow?', { finding: { ...finding, causes } })).toMatch(
      new RegExp(
        `${first}\\nA post says why: “[^”]+” \\[3\\]\\nA clue in the posts: “[^”]+” \\[4\\]\\nAlso quoted: \\[3\\] by eve; \\[4\\] by kim\\n\\*1`,
      ),
    );
    expect(answer(rows, 'why are builds slow?', { finding })).toMatch(
      new RegExp(
        `${first}${others}\\nAt least 9 posts say “Cache is empty” \\[3\\]\\.\\nAlso quoted: \\[3\\] by ada\\n\\*1`,
      ),
    );
    expect(answer(rows.slice(0, 1), 'why are builds slow?', { finding })).toMatch(
      new RegExp(
        `${first}\\nAt least 9 posts[^\\n]+ At least 8 posts say “Cache is full” \\[3\\]\\.\\nAlso quoted: .*by bob\\n\\*1`,
      ),
    );
  });

  it.each([
    '“Pain number 1” (at least 39 of 39 posts).',
    'All 39 posts say “Pain number 1”.',
    'All 39 posts say “Pain number 1” in these or similar words.',
    'At least 38 of 39 posts say this in almost these words.',
  ])('leaves out a summary that only repeats the name: %s', (summary) => {
    const finding = { firstSeenAt: '2026-03-01T00:00:00Z', summary };
    expect(answer([hit(1, 0.9, ['slow', 'builds'])], 'why are builds slow?', { finding })).not.toMatch(
      /39 (?:of|posts)/,
    );
  });

  it('leads nowhere from a signal that is not confirmed, which has neither page nor details', () => {
    const rows = [hit(1, 0.9, ['slow', 'builds']), { ...hit(2, 0.9, ['slow', 'builds']), confirmed: false }];
    const card = answer(rows, 'why are builds slow?');
    expect(card.match(/\[Details\]/g)).toHaveLength(1);
    expect(card).toContain('*2.* *Pain number 2*');
  });

  it('names a confirmed signal before a better hit that is unconfirmed', () => {
    const rows = [
      { ...hit(1, 0.9, ['slow', 'builds']), confirmed: false },
      { ...hit(2, 0.9, ['slow', 'builds']), match: { ...hit(2, 0.9, ['slow', 'builds']).match, sentence: 'Builds.' } },
    ];
    const finding = { firstSeenAt: '2026-03-01T00:00:00Z', summary: '“Cache is never used” (30 of 412 posts).' };
    const card = answer(rows, 'why are builds slow?', { finding });
    expect(card).toMatch(/\nPeople have been reporting this since .*: \*Pain number 2\* \[2\]\. Unconfirmed so far/);
    const weak = rows.map((row) => ({ ...row, match: { ...row.match, relevance: 0.6 } }));
    expect(answer(weak, 'why are builds slow?')).toContain('The closest: *Pain number 2* [2], *Pain number 1* [1].');
  });

  it('is that a thing is only unconfirmed where the confirmed signals say a part of it', () => {
    const partly = hit(2, 0.9, ['slow', 'builds']);
    const rows = [
      { ...hit(1, 0.9, ['slow', 'builds']), confirmed: false },
      { ...partly, match: { ...partly.match, sentence: 'Builds.' } },
    ];
    const card = answer(rows, 'does anybody complain about slow builds?');
    expect(card).toContain('\nOnly unconfirmed so far (too few posts): *Pain number 1* [1].\n');
    expect(card).not.toMatch(/Not clearly|People/);
  });

  it('sets apart what too few people report', () => {
    const [sure, unsure] = [hit(1, 0.9, ['slow', 'builds']), hit(2, 0.9, ['slow', 'builds'])];
    expect(answer([sure, { ...unsure, confirmed: false }], 'why are builds slow?')).toContain(
      'People report this: *Pain number 1* [1]. Unconfirmed so far (too few posts): *Pain number 2* [2].\n',
    );
    expect(answer([{ ...unsure, confirmed: false }], 'why are builds slow?')).toContain(
      '\nOnly unconfirmed so far (too few posts): *Pain number 2* [1].\n',
    );
  });

  it('offers its numbers only where the first signal has evidence and a brief', () => {
    const sure = hit(1, 0.9, ['slow', 'builds']);
    // One signal can't be compared.
    expect(answer([sure], 'why are builds slow?')).toMatch(/Use the numbers: .*`\/pain brief 1`$/m);
    expect(answer([{ ...sure, confirmed: false }], 'why are builds slow?')).not.toContain('Use the numbers:');
  });

  it('names the only word that name and sentence share with it, though a post says the other further down', () => {
    const row = hit(1, 0.9, ['slow', 'builds']);
    const autocomplete = { ...row, topic: 'Editor autocomplete slow in monorepo' };
    const card = answer([{ ...autocomplete, match: { ...row.match, sentence: 'Autocomplete is slow.' } }]);
    expect(card).toContain('\nNo posts are clearly about “slow builds”. The closest match');
    expect(card).not.toMatch(/Not clearly|People/);
  });

  it('is no answer to a yes or no question where a hit has only one of the words asked', () => {
    const rows = [hit(1, 0.9, ['slow'])];
    expect(answer(rows, 'does anybody complain about slow terraform?')).toContain(
      '\nNo posts are clearly about “slow terraform”. The closest match:',
    );
    expect(answer(rows, 'does anybody complain about slow?')).not.toMatch(/Not clearly|clearly about/);
  });

  it.each([0.4, 0.9])(
    'says that no signal has the only word asked, to a yes or no question too (relevance %d)',
    (relevance) => {
      const card = answer([hit(1, relevance, ['billing'])], 'does anybody complain about stripe?');
      expect(card).toContain('\nNo signal name contains “stripe”; one contains the related word “billing”:\n');
      expect(card).not.toContain('Not clearly');
      expect(answer([hit(1, relevance, ['stripes'])], 'does anybody complain about stripe?')).not.toContain(
        'related word',
      );
      const fourth = [...[1, 2, 3].map((at) => hit(at, relevance, ['billing'])), hit(4, relevance, ['stripe'])];
      expect(answer(fourth, 'does anybody complain about stripe?')).not.toContain('related word');
      expect(answer([hit(1, relevance, [])], 'does anybody complain about stripe?')).not.toContain('related word');
    },
  );

  it('says where a single word is written, or which related word is, not that nothing matches', () => {
    const builds = answer([hit(1, 0.4, ['builds'])], 'build');
    expect(builds).toContain('\nNo signal name contains “build”, but posts mention it:\n');
    expect(builds).toContain('"“build”: No signal name contains “build”, but posts mention it: *Pain number 1* [1].');
    const pods = answer([hit(1, 0.4, ['pod'])], 'kubernetes');
    expect(pods).toContain('\nNo signal name contains “kubernetes”; one contains the related word “pod”:\n');
    expect(answer([hit(1, 0.4, ['slow', 'builds'])], 'slow builds')).toContain(
      '\nNo signal name contains “slow builds”, but posts mention it:\n',
    );
    expect(answer([hit(1, 0.6, ['builds'])], 'slow kubernetes builds')).toContain('No clear match.');
    const apart = hit(1, 0.4, ['slow', 'up', 'to', 'the', 'point', 'that', 'nobody', 'runs', 'them', 'builds']);
    expect(answer([apart], 'slow builds')).toContain('No signal name contains “slow builds”, but posts mention it');
    expect(answer([apart], 'does anybody complain about slow builds?')).toContain('Yes: a post says so, in *Pain');
    const instead = AskQuery.parse({ show: 'ask', question: 'slow builds', insteadOf: 'search' });
    const note = 'No name has all your words, so posts were searched';
    const searched = (relevance: number) =>
      cardText(
        signalListCard(
          { ...page, query: instead, rows: [hit(1, relevance, ['slow', 'builds'])], total: 1 },
          cardContext,
        ),
      );
    expect(searched(0.9)).toContain(note);
    expect(searched(0.4)).not.toContain(note);
    const one = { ...page, query: { ...instead, question: 'latency' }, rows: [hit(1, 0.9, ['latency'])], total: 1 };
    expect(cardText(signalListCard(one, cardContext))).toContain('No name has “latency”, so posts were searched');
  });

  const saying = (
    sentence: string,
    more: { posts?: number; topic?: string; words?: string[]; relevance?: number } = {},
  ) => {
    const { topic = 'Screenshot test misses regression', words = ['dark mode'], posts = 3, relevance = 0.2 } = more;
    const row = hit(1, relevance, words);
    return { ...row, topic, match: { ...row.match, sentence, posts } };
  };
  const aboutDarkMode = (...rows: ReturnType<typeof saying>[]) =>
    answer(rows, 'does anybody complain about dark mode?', {
      finding: { firstSeenAt: '2026-03-01T00:00:00Z', summary: '“Threshold is too high” (9 posts).' },
    });

  it('is yes where a post complains of the whole phrase, however little its rank says', () => {
    const yes = aboutDarkMode(saying('Dark mode is broken after the update'));
    expect(yes).toContain('\nYes: some posts say so, in *Screenshot test misses regression* [1].');
    expect(aboutDarkMode(saying('There is no dark mode', { posts: 1 }))).toContain('\nYes: a post says so, in *Scr');
  });

  it('is no yes where posts only mention it, as a setting of another pain, and tells nothing else of that one', () => {
    const card = aboutDarkMode(saying('screenshot test misses regression in dark mode.'));
    expect(card).toContain(
      '\nNo signal is about “dark mode”. 3 posts mention it, in “Screenshot test misses regression” [1].',
    );
    expect(card).not.toMatch(/Yes|Threshold/);
    const strong = saying('It hangs during a dark mode check.', { posts: 1, relevance: 0.9 });
    expect(aboutDarkMode(strong)).toContain('\nNo signal is about “dark mode”. A post mentions it, in');
  });

  it('is yes for the signal where its name says it, and for some posts where they do', () => {
    const inName = saying('It fails in dark mode.', { topic: 'Dark mode ignored' });
    expect(aboutDarkMode(inName)).toContain('Yes, people have been reporting this since');
    const inPosts = saying('Dark mode is broken', { posts: 138 });
    expect(aboutDarkMode(inPosts)).toContain('Yes: some posts say so, in *Screenshot test misses regression* [1].');
  });

  it('is no yes to whether it gets worse where only posts say it', () => {
    const card = answer([saying('Dark mode is broken')], 'is dark mode getting worse?', { asked: 'dark mode' });
    expect(card).toContain('\nNo signal is about “dark mode”. 3 posts mention it, in *Screenshot test misses');
  });

  it('is no yes from a signal about the word that a number was asked with', () => {
    const windows = saying('Windows open on the wrong screen', {
      topic: 'Windows open',
      words: ['windows'],
      relevance: 0.9,
    });
    expect(answer([windows], 'does anybody complain about windows 11?')).not.toContain('Yes');
    const eleven = { ...windows, topic: 'Windows 11 is slow' };
    expect(answer([eleven], 'does anybody complain about windows 11?')).toContain(
      'Yes, people report this: *Windows 11',
    );
  });

  it('is no “only unconfirmed” from a weak hit of which one sentence has the words', () => {
    const weak = { ...saying('Dark mode is broken'), confirmed: false };
    expect(aboutDarkMode(weak)).toContain('\nNot clearly. The closest signal:');
  });

  it('quotes the posts that say why to a question that asks it, with their sources, and then clues', () => {
    const finding = { firstSeenAt: '2026-03-01T00:00:00Z', summary: '', causes: [] };
    const why = (more: object) =>
      answer([hit(1, 0.9, ['slow', 'builds'])], 'why are builds slow?', { finding: { ...finding, ...more } });
    expect(why({})).toContain('\nThe posts don’t clearly say why.\n');
    expect(why({ causes: undefined })).not.toContain('say why');
    const name = { sentence: 'Pain number 1.', namesCause: true, source: { ...NO_SOURCE, url: null } };
    expect(why({ causes: [name] })).toContain('\nThe posts don’t clearly say why.\n');
    const source = { ...NO_SOURCE, author: 'ada', url: 'https://tracker.example/7' };
    const cause = { sentence: 'Builds are slow because the cache is empty.', namesCause: true, source };
    const says = '“Builds are slow because the cache is empty.” [2]';
    const cited = 'Also quoted: [2] by ada, <https://tracker.example/7|tracker.example/7>';
    expect(why({ causes: [cause] })).toContain(`\nA post says why: ${says}\n${cited}\n`);
    const clue = { ...cause, sentence: 'It looks like a race.', source: { ...source, url: null } };
    expect(why({ causes: [clue, cause] })).toContain(
      `\nA post says why: ${says}\nA clue in the posts: “It looks like a race.” [3]\n${cited}; [3] by ada\n`,
    );
    const quoted = { ...clue, sentence: 'So slow builds, 1 times.' };
    expect(why({ causes: [quoted] })).toContain('\nA clue in the posts: “So slow builds, 1 times.” [1]\n');
    const other = { ...cause, sentence: 'Slow builds are due to one runner.' };
    expect(why({ causes: [cause, other] })).toContain(`\nSome posts say why: ${says}, “Slow builds are due to one`);
    expect(answer([hit(1, 0.9, ['slow', 'builds'])], 'slow builds?', { finding })).not.toContain('say why');
  });

  it.each<[string, number, number, string]>([
    [
      'is slow builds getting worse?',
      24,
      10,
      'Yes: *Pain number 1* [1] is up 140%: 24 mentions this week, 10 last week.',
    ],
    [
      'is slow builds getting worse?',
      2,
      10,
      'No: *Pain number 1* [1] is down 80%: 2 mentions this week, 10 last week.',
    ],
    ['are slow builds getting better?', 2, 10, 'Yes: *Pain number 1* [1] is down 80%'],
    ['has anyone stopped complaining about slow builds?', 2, 10, 'Yes: *Pain number 1* [1] is down 80%'],
    ['did people stop reporting slow builds?', 24, 10, 'No: *Pain number 1* [1] is up 140%'],
    [
      'are slow builds growing?',
      3,
      2,
      'Not clearly: *Pain number 1* [1] is up slightly, which could be chance: 3 mentions this week, 2 last week.',
    ],
  ])('to “%s” is how it moves: %i mentions after %i', (question, last, before, says) => {
    const moved = { mentionsLastWindow: last, mentionsPrevWindow: before, growth: (last - before) / before };
    expect(answer([{ ...hit(1, 0.9, ['slow', 'builds']), ...moved }], question)).toContain(`\n${says}`);
  });

  it('to “how many people” is how many wrote, as far as that is known', () => {
    const asked = (people: { known: number; areAll: boolean } | null) =>
      answer([hit(1, 0.9, ['slow', 'builds'])], 'how many developers complain about slow builds?', {
        finding: { firstSeenAt: '2026-03-01T00:00:00Z', summary: '', people },
      });
    expect(asked({ known: 405, areAll: true })).toMatch(
      /\n405 people have written 412 posts about \*Pain number 1\* \[1\] since .*2026-03-01>, 24 of them this week\./,
    );
    expect(asked({ known: 1, areAll: false })).toContain('\nAt least 1 person has written 412 posts about');
    expect(asked(null)).toContain('\nAn unknown number of people have written 412 posts about *Pain number 1* [1]');
  });

  it('cites the post that its row quotes where the summary quotes it, which is no other post', () => {
    const row = hit(1, 0.9, ['slow', 'builds']);
    const summary = `Another post says “${row.match?.sentence.replace(/\.$/, '')}” and 3 posts say “It hangs”.`;
    const finding = { firstSeenAt: '2026-03-01T00:00:00Z', summary, posts: [post('It hangs', 'ada', null)] };
    const card = answer([row], 'why are builds slow?', { finding });
    expect(card).toMatch(/\nA post says “So slow builds[^”]*” \[1\] and 3 posts say “It hangs” \[2\]\./);
    expect(card).not.toContain('Another post');
  });

  it('to “how many” is a number', () => {
    const rows = [1, 2].map((at) => hit(at, 0.9, ['slow', 'builds']));
    expect(answer(rows, 'how many people complain about slow builds?')).toContain(
      '\n412 posts report *Pain number 1* [1], 24 of them this week. They also report *Pain number 2* [2] (412 posts).',
    );
  });

  it('is unclear where a hit has only one of the words asked', () => {
    expect(answer([hit(1, 0.9, ['alert'])], '<script>alert(1)</script>')).toContain('No clear match.');
  });

  it('only names the closest hits when none is close', () => {
    expect(answer([hit(1, 0.6, ['builds'])])).toContain('The closest match: *Pain number 1* [1].');
    expect(answer([hit(1, 0.6, ['builds']), hit(2, 0.6, ['builds'])])).toContain('The closest matches:');
    expect(answer([hit(1, 0.6, ['tests'])])).toContain('Not clearly. The closest: *Pain number 1* [1].');
    expect(answer([hit(1, 0.6, ['builds'])], 'why are builds slow?')).toContain(
      '\nNo clear match. The closest signal:',
    );
  });
});

describe('an empty list', () => {
  it.each<[string, ListQuery]>([
    ['trending', trending],
    ['emerging', EmergingQuery.parse({ show: 'emerging', maxVolume: 50, minGrowth: 1.5 })],
    ['top', TopQuery.parse({ show: 'top' })],
    [
      'search',
      SearchQuery.parse({
        show: 'search',
        words: 'oauth',
        type: 'bug',
        owner: 'acme',
        minScore: 40,
        minRepositories: 2,
      }),
    ],
    ['search by filters alone', SearchQuery.parse({ show: 'search', area: 'AUTH_IDENTITY' })],
    ['ask', AskQuery.parse({ show: 'ask', question: 'why do logins break?' })],
  ])('of %s is a true answer with a way on', (_name, query) => {
    expect(cardText(emptyListCard(query, cardContext))).toMatchSnapshot();
  });

  it('of a question offers weak results only where there are some', () => {
    const query = AskQuery.parse({ show: 'ask', question: 'why do logins break?' });
    expect(cardText(emptyListCard(query, cardContext, { weak: 2 }))).toContain('[Show the closest anyway]');
    expect(cardText(emptyListCard(query, cardContext, { weak: 0 }))).not.toContain('[Show the closest anyway]');
  });

  it('asks for the spelling of an organization that has no signals', () => {
    const card = cardText(emptyListCard(SearchQuery.parse({ show: 'search', owner: 'nobody' }), cardContext));
    expect(card).toContain('Check how the organization is spelled, or drop the filter.');
  });

  it('offers no question that would be too short to ask', () => {
    const card = emptyListCard(SearchQuery.parse({ show: 'search', words: '🙂🙂' }), cardContext);
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(['Top by score', 'Help']);
  });

  it('before the first snapshot says that it is too early, not that nothing rises', () => {
    const card = emptyListCard(trending, { ...cardContext, freshness: { ...fresh, snapshotAt: null } });
    expect(card.text).toContain('No scores yet.');
    expect(card.text).not.toContain('Nothing rises');
    expect(buttonsOf(card)).toMatchObject([{ action: 'refresh', text: 'Refresh' }]);
  });
});
