import { MACRO_AREAS } from '@pain-signals/contract';
import { commandText, Query } from '@pain-signals/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeQuery } from '#blocks/kit/buttons.ts';
import { parseCommand } from '#handlers/commands/parse-command.ts';
import { idOf } from '../../support/service/sample-signals.ts';

const asked = (text: string) => {
  const parsed = parseCommand(text);
  return 'query' in parsed ? parsed.query : parsed.problem;
};
const meant = (text: string) => {
  const parsed = parseCommand(text);
  if ('query' in parsed) throw new Error(`understood: ${JSON.stringify(parsed.query)}`);
  return parsed.problem.suggestion === null ? null : commandText(parsed.problem.suggestion);
};

const aboutLink = (url: string) => ({ show: 'find', want: 'signal', names: [{ by: 'link', url }] });

describe('what is understood', () => {
  it.each<[string, object]>([
    ['', { show: 'home' }],
    ['   ', { show: 'home' }],
    ['help', { show: 'help' }],
    ['HELP', { show: 'help' }],
    ['?', { show: 'help' }],
    ['trending', { show: 'trending', limit: 10 }],
    ['Trending 5', { show: 'trending', limit: 5 }],
    ['/pain trending 5', { show: 'trending', limit: 5 }],
    ['trends limit:3', { show: 'trending', limit: 3 }],
    ['trending --limit=3', { show: 'trending', limit: 3 }],
    ['hot first 2 signals', { show: 'trending', limit: 2 }],
    ['emerging', { show: 'emerging', maxVolume: 30, minGrowth: 0.5 }],
    ['emerging under 50 above 12.5', { show: 'emerging', maxVolume: 50, minGrowth: 0.125 }],
    ['emerging under 50 mentions with growth above 150%', { show: 'emerging', maxVolume: 50, minGrowth: 1.5 }],
    ['emerging above 12,5 under 1,000 3', { show: 'emerging', maxVolume: 1_000, minGrowth: 0.125, limit: 3 }],
    ['emerging volume<50 growth>=20', { show: 'emerging', maxVolume: 50, minGrowth: 0.2 }],
    ['new max:20', { show: 'emerging', maxVolume: 20 }],
    ['top', { show: 'top', metric: 'score' }],
    [
      'briefs for 1, 2 and 3',
      { show: 'find', want: 'brief', names: [1, 2, 3].map((number) => ({ by: 'number', number })) },
    ],
    ['share 3', { show: 'find', want: 'share', names: [{ by: 'number', number: 3 }] }],
    ...['share brief 3 here', 'share the brief of 3 here', 'brief 3 share here', 'brief 3 and share it here'].map(
      (text): [string, object] => [
        text,
        { want: 'share', names: [{ by: 'number', number: 3 }], share: { part: 'brief', here: true } },
      ],
    ),
    ['share brief', { want: 'share', names: [{ by: 'it' }], share: { part: 'brief' } }],
    [`share evidence for ${idOf(7)}`, { show: 'share', id: idOf(7), part: 'evidence' }],
    ['share chart rendering bugs', { want: 'share', names: [{ by: 'words', words: 'chart rendering bugs' }] }],
    ['top by growth', { show: 'top', metric: 'growth' }],
    ['top 5 volume', { show: 'top', metric: 'volume', limit: 5 }],
    ['Worst 3 BY Mentions', { show: 'top', metric: 'volume', limit: 3 }],
    ['ask why do logins break?', { show: 'ask', question: 'why do logins break?' }],
    ['question “why do logins break?”', { show: 'ask', question: 'why do logins break?' }],
    ['ask type:bug is a word here', { show: 'ask', question: 'type:bug is a word here' }],
    [`signal ${idOf(7)}`, { show: 'signal', id: idOf(7) }],
    [
      `show <https://pain.example/signals/${idOf(7).toUpperCase()}|the card>`,
      aboutLink(`https://pain.example/signals/${idOf(7).toUpperCase()}`),
    ],
    ['signal oauth refresh', { show: 'find', want: 'signal', names: [{ by: 'words', words: 'oauth refresh' }] }],
    ['signal "oauth refresh"', { show: 'find', want: 'signal', names: [{ by: 'words', words: 'oauth refresh' }] }],
    ['signal 3', { show: 'find', want: 'signal', names: [{ by: 'number', number: 3 }] }],
    ['show #12', { show: 'find', want: 'signal', names: [{ by: 'number', number: 12 }] }],
    [
      'hide 1, 2 and #12',
      { show: 'find', want: 'hide', names: [1, 2, 12].map((number) => ({ by: 'number', number })) },
    ],
    ['watch 2 and 5', { show: 'find', want: 'watch', names: [2, 5].map((number) => ({ by: 'number', number })) }],
    ['watch 2 and 5 when score over 90 here', { watch: { rule: { when: 'score', above: 90 }, tell: 'here' } }],
    ['evidence 3', { show: 'find', want: 'evidence', names: [{ by: 'number', number: 3 }] }],
    [`proof ${idOf(7)}`, { show: 'evidence', id: idOf(7), page: 0 }],
    ['brief checkout hangs', { show: 'find', want: 'brief', names: [{ by: 'words', words: 'checkout hangs' }] }],
    [`brief ${idOf(7)}`, { show: 'brief', id: idOf(7) }],
    ['briefs', { show: 'briefs', page: 0 }],
    ['opportunities', { show: 'briefs' }],
    [
      'compare 1 vs 3',
      {
        show: 'find',
        want: 'compare',
        names: [
          { by: 'number', number: 1 },
          { by: 'number', number: 3 },
        ],
      },
    ],
    [
      `compare ${idOf(1)} vs. <https://x.example/${idOf(2)}>`,
      { want: 'compare', names: [{ id: idOf(1) }, { url: `https://x.example/${idOf(2)}` }] },
    ],
    [
      'vs #2 and 4',
      {
        want: 'compare',
        names: [
          { by: 'number', number: 2 },
          { by: 'number', number: 4 },
        ],
      },
    ],
    [
      'compare slow builds versus “mac vs linux”',
      {
        want: 'compare',
        names: [
          { by: 'words', words: 'slow builds' },
          { by: 'words', words: 'mac vs linux' },
        ],
      },
    ],
    [`chart ${idOf(7)}`, { show: 'chart', id: idOf(7), kind: 'timeline', days: 30 }],
    [`graph ${idOf(7)} History 90`, { show: 'chart', kind: 'history', days: 90 }],
    ['chart 3 365 days', { want: 'chart', names: [{ by: 'number', number: 3 }], chart: { days: 365 } }],
    ['chart 3 score', { want: 'chart', chart: { kind: 'history' } }],
    ['chart credit score', { want: 'chart', names: [{ by: 'words', words: 'credit score' }] }],
    ['chart 3 sources', { want: 'chart', chart: { kind: 'sources' } }],
    ['history 3', { want: 'chart', names: [{ by: 'number', number: 3 }], chart: { kind: 'history', days: 30 } }],
    ['chart history of #12', { want: 'chart', names: [{ by: 'number', number: 12 }], chart: { kind: 'history' } }],
    ['chart oauth tokens 90', { want: 'chart', names: [{ by: 'words', words: 'oauth tokens' }], chart: { days: 90 } }],
    ['chart error 404', { want: 'chart', names: [{ by: 'words', words: 'error 404' }], chart: { days: 30 } }],
    ['chart "browser history"', { want: 'chart', names: [{ by: 'words', words: 'browser history' }] }],
    ['chart "3 minutes"', { want: 'chart', names: [{ by: 'words', words: '3 minutes' }] }],
    ['chart 2 factor login', { want: 'chart', names: [{ by: 'words', words: '2 factor login' }] }],
    ['chart compare 1 vs 3', { want: 'compare', names: [{ number: 1 }, { number: 3 }] }],
    ['status', { show: 'status' }],
    ['version', { show: 'status' }],
    ['3', { show: 'find', want: 'signal', names: [{ by: 'number', number: 3 }] }],
    [`https://pain.example/signals/${idOf(7)}`, aboutLink(`https://pain.example/signals/${idOf(7)}`)],
    ['signal https://pain.example/x?a=1&amp;b=2', aboutLink('https://pain.example/x?a=1&b=2')],
    ['signal 404', { show: 'find', want: 'signal', names: [{ by: 'words', words: '404' }] }],
  ])('“%s”', (text, question) => {
    expect(asked(text)).toMatchObject(question);
  });

  it.each<[string, object]>([
    ['search oauth', { words: 'oauth' }],
    [
      'search oauth type:bug area:AUTH_IDENTITY owner:acme min:40 sort:volume',
      { words: 'oauth', type: 'bug', area: 'AUTH_IDENTITY', owner: 'acme', minScore: 40, sort: 'volume' },
    ],
    [
      'search type:feature-request repos:3 order:asc',
      { type: 'feature_request', minRepositories: 3, direction: 'asc' },
    ],
    ['find refresh token Type: Bugs', { words: 'refresh token', type: 'bug' }],
    ['search „refresh token“ --owner "acme corp"', { words: 'refresh token', owner: 'acme corp' }],
    ['search owner:“acme corp”', { owner: 'acme corp' }],
    ['search area:auth', { area: 'AUTH_IDENTITY' }],
    ['search except:frontend,bugs sort:volume', { except: ['FRONTEND_UI', 'bug'], sort: 'volume' }],
    ['trending except:auth', { except: ['AUTH_IDENTITY'], sort: 'rising' }],
    ['search area:login', { area: 'AUTH_IDENTITY' }],
    ['trending 3 area:auth', { area: 'AUTH_IDENTITY', sort: 'rising', limit: 3 }],
    ['trending area auth', { area: 'AUTH_IDENTITY', sort: 'rising' }],
    ['search replica lag area cloud, infra & deploy', { words: 'replica lag', area: 'CLOUD_INFRA_DEPLOY' }],
    ['search focus area lost', { words: 'focus area lost' }],
    ['search min score 70 type:bug', { minScore: 70, type: 'bug' }],
    ['search area:auth top:3', { area: 'AUTH_IDENTITY', limit: 3 }],
    ['trending area:auth', { area: 'AUTH_IDENTITY', sort: 'rising' }],
    ['emerging type:bug', { type: 'bug', sort: 'rising' }],
    ['except:frontend,bugs', { show: 'search', except: ['FRONTEND_UI', 'bug'] }],
    ['days:30', { show: 'search', days: 30 }],
    ['top owner:acme', { owner: 'acme', sort: 'score' }],
    ['search area:"Build & CI/CD"', { area: 'BUILD_CI_CD' }],
    ['search area:build&amp;ci/cd', { area: 'BUILD_CI_CD' }],
    ['search area:data_science', { area: 'DATA_SCIENCE' }],
    ['search sort:recent x', { words: 'x', sort: 'lastSeenAt' }],
    ['search TypeError: undefined', { words: 'TypeError: undefined' }],
    ['search std::move time:out http://x.example', { words: 'std::move time:out http://x.example' }],
    ['search "type:bug"', { words: 'type:bug' }],
    ['search a &lt; b &amp;&amp; c', { words: 'a < b && c' }],
    ['search it’s broken for <@U0ADA|ada> in <#C1|dev>', { words: "it's broken for @ada in #dev" }],
  ])('“%s”', (text, settings) => {
    expect(asked(text)).toMatchObject({ show: 'search', ...settings });
  });
});

it.each<[string, object]>([
  ['watch list', { show: 'watches' }],
  ['watch all', { show: 'watches' }],
  ['watch stop', { show: 'watches' }],
  ['watch show here', { show: 'watches' }],
  ['watch help', { show: 'help', all: true }],
  ['share help', { show: 'help', all: true }],
  ['hide help', { show: 'help', all: true }],
  ['digest --help', { show: 'help', all: true }],
  ['search help', { show: 'search', words: 'help' }],
  ['watch "list"', { show: 'watch', what: { filter: { words: 'list' } } }],
  ['watch list endpoints', { show: 'watch', what: { filter: { words: 'list endpoints' } } }],
])('“%s” asks for the list or the help only where nothing else can be meant', (text, query) => {
  expect(asked(text)).toMatchObject(query);
});

describe('a watch', () => {
  it.each<[string, object]>([
    ['watch 2 growth > 2', { what: { name: { number: 2 } }, rule: { when: 'growth', above: 0.02 }, tell: 'me' }],
    ['watch docker growth&gt;50% here', { what: { filter: { words: 'docker' } }, rule: { above: 0.5 }, tell: 'here' }],
    ['watch #3 when score over 70', { what: { name: { number: 3 } }, rule: { when: 'score', above: 70 } }],
    ['watch area db', { what: { filter: { area: 'DATABASE_STORAGE' } } }],
    ['watch "area 51"', { what: { filter: { words: 'area 51' } } }],
    ['watch auth new', { what: { filter: { area: 'AUTH_IDENTITY' } }, rule: { when: 'new' }, tell: 'me' }],
    ['watch new in auth', { what: { filter: { area: 'AUTH_IDENTITY' } }, rule: { when: 'new' }, tell: 'me' }],
    ['watch new in town', { what: { filter: { words: 'new in town' } } }],
    ['watch area db new here', { what: { filter: { area: 'DATABASE_STORAGE' } }, rule: { when: 'new' }, tell: 'here' }],
    ['watch docker new', { what: { filter: { words: 'docker new' } } }],
    ['watch auth "new"', { what: { filter: { words: 'auth new' } } }],
    ['watch new', { what: { filter: { words: 'new' } } }],
    ['watch score over 70', { what: { filter: { words: 'score over 70' } } }],
    ['watch 1 above 50%', { what: { name: { number: 1 } }, rule: { when: 'growth', above: 0.5 }, tell: 'me' }],
    ['watch 2 growth 100% here', { what: { name: { number: 2 } }, rule: { when: 'growth', above: 1 }, tell: 'here' }],
    ['watch auth growth by 80%', { what: { filter: { area: 'AUTH_IDENTITY' } }, rule: { when: 'growth', above: 0.8 } }],
    ['watch memory above limit', { what: { filter: { words: 'memory above limit' } } }],
    ['watch cpu above "50%"', { what: { filter: { words: 'cpu above 50%' } } }],
  ])('“%s”', (text, question) => {
    expect(asked(text)).toMatchObject({ show: 'watch', ...question });
  });
});

describe('a question as it would be typed', () => {
  const typed = (text: string) => {
    const parsed = parseCommand(text);
    return 'query' in parsed ? commandText(parsed.query) : null;
  };

  it('says growth in per cent', () => {
    const text = '/pain watch area:auth when growth over 50%';
    expect(typed('watch area:AUTH_IDENTITY when growth over 0.5')).toBe(text);
    expect(typed(text.slice('/pain '.length))).toBe(text);
  });

  it.each(['share "help"', 'watch "list"', 'share 3 in #product', 'share brief 3 here'])(
    'keeps what %s means',
    (text) => {
      expect(asked(typed(text)?.slice('/pain '.length) ?? '')).toEqual(asked(text));
    },
  );

  it.each(MACRO_AREAS)('calls %s by a word that is read as that area', (area) => {
    const text = typed(`search area:${area} sort:rising`);
    expect(text).toMatch(/^\/pain search area:[a-z]+ sort:rising$/);
    expect(asked(text?.slice('/pain '.length) ?? '')).toMatchObject({ area });
  });
});

describe('what is nearly understood', () => {
  it.each([
    ['trendig', '/pain trending'],
    ['watch area databses when score > 70', '/pain watch area:database when score over 70'],
    ['Trenidng 5', '/pain trending 5'],
    ['emergin under 50', '/pain emerging max 50'],
    ['serach oauth type:bug', '/pain search oauth type:bug'],
    ['hlep', '/pain help'],
    ['tob 5', '/pain top 5'],
    ['signl oauth', '/pain signal oauth'],
    ['evidnece #3', '/pain evidence 3'],
    ['breif #3', '/pain brief 3'],
    ['chrat 3 history', '/pain chart 3 history'],
    ['chart 3 histroy', '/pain chart 3 history'],
    ['chart 3 45', '/pain chart 3'],
    ['chart 3 400d', '/pain chart 3 365'],
    ['chart 3 foo', '/pain chart 3'],
    ['chart 3 foo history', '/pain chart 3 history'],
    ['chart 3 timeline 31', '/pain chart 3'],
    ['chart 3 31 history', '/pain chart 3 history'],
    ['chart 3 sources 7', '/pain chart 3 sources'],
    ['brief', '/pain briefs'],
    ['briefs 3', '/pain brief 3'],
    ['comapre 1 vs 2', '/pain compare 1 vs 2'],
    ['sttaus', '/pain status'],
    ['trending 50', '/pain trending'],
    ['trending 0', '/pain trending 1'],
    ['top by grwoth', '/pain top by growth'],
    ['top bz volume', '/pain top by mentions'],
    ['tob 5 by grwth', '/pain top 5 by growth'],
    ['emerging undr 50', '/pain emerging max 50'],
    ['search oauth tpye:bug', '/pain search oauth type:bug'],
    ['search oauth type:bgu', '/pain search oauth type:bug'],
    ['search oauth area:AUTH_IDENTTY', '/pain search oauth area:auth'],
    ['search area:authentification', '/pain search area:auth'],
    ['trending area:databses', '/pain search area:database sort:rising'],
    ['search --ownr:acme', '/pain search owner:acme'],
    ['trending rea:auth', '/pain search area:auth sort:rising'],
    ['search sort:groth x', '/pain search x sort:growth'],
    ['search sort:lastsen x', '/pain search x sort:latest'],
  ])('“%s” probably means “%s”', (text, suggestion) => {
    expect(meant(text)).toBe(suggestion);
  });
});

describe('what is not understood', () => {
  it('can be searched for as it stands', () => {
    expect(asked('oauth tokens expire')).toMatchObject({
      kind: 'unknown-command',
      given: 'oauth',
      suggestion: null,
      search: { show: 'search', words: 'oauth tokens expire' },
    });
  });

  it.each<[string, object]>([
    ['ask', { kind: 'missing', about: 'ask' }],
    ['ask 🙂🙂', { kind: 'bad-value', expected: '3 to 500 characters' }],
    ['ask no', { kind: 'bad-value', expected: '3 to 500 characters' }],
    [`ask ${'x'.repeat(501)}`, { kind: 'bad-value', expected: { of: 'a question', longest: 500, given: 501 } }],
    ['signal', { kind: 'missing', about: 'signal' }],
    [`signal ${'x'.repeat(201)}`, { kind: 'bad-value', expected: { of: 'a signal’s name', longest: 200, given: 201 } }],
    ['evidence', { kind: 'missing', about: 'evidence' }],
    ['chart', { kind: 'missing', about: 'chart' }],
    [
      'chart 3 foo',
      { kind: 'unknown-option', given: 'foo', expected: expect.stringContaining('timeline, history'), leavesOut: true },
    ],
    ['chart 3 timeline 31', { kind: 'bad-value', given: '31', expected: '7, 30, 90, 180 or 365 days' }],
    [
      'chart 3 sources 7',
      { kind: 'bad-value', given: '7', expected: 'The sources chart always covers all time, so leave out 7.' },
    ],
    ['trending 99', { given: '99', expected: { from: 1, to: 10 }, suggestedText: 'trending 10' }],
    ['compare', { kind: 'missing', about: 'compare' }],
    ['compare', { kind: 'missing', given: 'compare' }],
    ['compare 1 vs 2 vs 3', { kind: 'bad-value', given: '3', expected: 'You can compare two signals at a time.' }],
    ['search', { show: 'dialog', dialog: 'search' }],
    ['share', { kind: 'missing', about: 'share' }],
    ...[
      'signal 0',
      'evidence #0',
      'brief 0',
      'briefs 0',
      'chart 0',
      'compare 1 vs 0',
      'watch 0',
      'share 0',
      'signal -1',
    ].map((text): [string, object] => [
      text,
      { kind: 'bad-value', expected: 'a number from your last list, starting at 1', search: null },
    ]),
    ['briefs nonsense', { given: 'nonsense', expected: expect.stringContaining('Auth & identity'), suggestion: null }],
    [
      'search x sort:magic',
      { given: 'sort:magic', expected: 'match, score, growth, rising, cooling, mentions or latest' },
    ],
    ['briefs databses', { given: 'databses', suggestedText: 'briefs databases' }],
    [`search ${'word '.repeat(60)}`, { kind: 'bad-value', expected: { of: 'a search', longest: 200, given: 299 } }],
    [`search owner:${'x'.repeat(101)}`, { expected: { of: 'an organization’s name', longest: 100, given: 101 } }],
    ['search type:', { kind: 'missing', given: 'type:' }],
    ['search min:lots x', { kind: 'bad-value', given: 'min:lots', expected: { from: 0, to: 100 } }],
    ['search --frobnicate x', { kind: 'unknown-option', given: 'frobnicate' }],
    ['emerging under', { kind: 'missing', given: 'under', expected: expect.stringContaining('max 50') }],
    ['trending please', { kind: 'unknown-option', given: 'please' }],
    ['trending -5', { kind: 'bad-value', expected: { from: 1, to: 10 } }],
    ['watch 3 new', { kind: 'bad-value', given: 'new', expected: expect.stringContaining('only new once') }],
    ['watch #3 new here', { kind: 'bad-value', given: 'new' }],
    ['digest frobnicate', { kind: 'unknown-option', given: 'frobnicate', expected: '`pause` or `resume`' }],
    ['digest off tomorrow', { kind: 'unknown-option', given: 'tomorrow' }],
    ['digest puase', { kind: 'unknown-option', suggestedText: 'digest pause' }],
    ['top by magic', { kind: 'bad-value', given: 'magic', expected: 'score, growth or mentions' }],
  ])('“%s” is told what is missing or wrong', (text, problem) => {
    expect(asked(text)).toMatchObject(problem);
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...[
      'trending',
      'emerging',
      'top',
      'search',
      'ask',
      'signal',
      'evidence',
      'brief',
      'briefs',
      'compare',
      'chart',
      'history',
      '90',
      'days',
      'status',
      'vs',
      '"a vs b"',
      '#3',
      'help',
      'by',
      'under',
      'above',
      'type:',
      'area:auth',
      'min:',
      '50',
      '1,5',
    ],
    ...[
      '"',
      '“',
      '--limit',
      '<@U1|x>',
      '&amp;',
      ':',
      '=',
      '—x',
      idOf(1),
      'oauth',
      '__proto__',
      'constructor',
      '\u0000',
      '🙂',
      '’',
    ],
  );
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(pieces, { maxLength: 12 }).map((words) => words.join(' ')),
    fc.array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 12 }).map((words) => words.join('')),
    fc.string({ minLength: 2_500, maxLength: 4_000 }),
  );
  const asSlackSends = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

  it('is either a valid question or a problem', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseCommand(text);
        const queries = 'query' in parsed ? [parsed.query] : [parsed.problem.suggestion, parsed.problem.search];
        for (const query of queries.filter((each) => each !== null)) {
          expect(Query.parse(query)).toEqual(query);
          expect(encodeQuery(query)?.length ?? 0).toBeLessThanOrEqual(2_000);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('means the same when the command that we would write for it is typed', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseCommand(text);
        if (!('query' in parsed)) return;
        expect(parseCommand(asSlackSends(commandText(parsed.query)))).toEqual(parsed);
      }),
      { numRuns: 500 },
    );
  });
});
