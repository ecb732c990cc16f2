import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SignalDocument } from '../../src/model/signal.ts';
import { createDescriber } from '../../src/naming/describe.ts';
import { backgroundOf, documentOf, titled } from '../support/documents.ts';
import { DAY_MS, NOW } from '../support/figures.ts';

const describeAlone = (documents: readonly SignalDocument[], taken: ReadonlySet<string> = new Set()) =>
  createDescriber(backgroundOf(documents)).describe(documents, taken).description;

const LOGIN_LOOP = [
  'Refresh token is lost after the redirect',
  'Token refresh fails when the redirect comes back',
  'Why is the refresh token gone after a redirect?',
  'After redirect no refresh token any more',
];

describe('the topic', () => {
  it('is the title nearest to what the posts share, told as a statement', () => {
    const { topic } = describeAlone(titled(...LOGIN_LOOP, 'Login page looks odd on my old phone'));
    const statements = LOGIN_LOOP.filter((title) => !title.endsWith('?'));
    expect([...statements, 'Refresh token gone after a redirect']).toContain(topic);
  });

  it('names what most of the posts share rather than one striking side of it', () => {
    const text = 'Uploads stop half way, the upload queue is stuck and nobody can send a file.';
    const titles = [
      'A paid relay for the office costs more than the whole file server',
      'Uploads stuck in the queue',
      'The upload queue is stuck again after lunch',
      'Progress bar lies to the sales team',
      'Stuck queue, no uploads',
      'Our intern restarts the worker by hand',
    ];
    const { topic } = describeAlone(titles.map((title, number) => documentOf(number, { title, text })));
    expect(topic).toMatch(/upload/i);
    expect(topic).toMatch(/stuck/i);
  });

  it('is what goes wrong rather than the chore it makes', () => {
    const { topic } = describeAlone(
      titled(
        'Update the reconnect patch of the stable branch',
        'Reconnect patch of the stable branch is missing',
        'Port the reconnect patch to the stable branch',
      ),
    );
    expect(topic).toBe('Reconnect patch of the stable branch is missing');
  });

  it('differs from every topic that is taken', () => {
    const documents = titled(...LOGIN_LOOP);
    const taken = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const { topic } = describeAlone(documents, taken);
      expect(taken.has(topic)).toBe(false);
      expect(topic.length).toBeLessThanOrEqual(80);
      taken.add(topic);
    }
  });

  it.each([
    ['a path', 'Refresh token is lost after the redirect in /srv/acme/login.ts'],
    ['a product', 'Refresh token is lost after the redirect of FooBarBank'],
    ['a version', 'Refresh token is lost after the redirect with 4.18.2'],
    ['a ticket', 'Refresh token is lost after the redirect of bug 1647039'],
    ['a link', 'Refresh token is lost after the redirect https://acme.example/login'],
  ])('does not hold %s that a single post names', (_, title) => {
    const { topic } = describeAlone(titled(title, ...LOGIN_LOOP.slice(1)));
    expect(topic).not.toMatch(/acme|FooBarBank|4\.18|1647039/);
  });

  it('holds no version that only some of them name', () => {
    const { topic } = describeAlone(
      titled(
        'Scanner 4.2 hangs at the second page',
        'Scanner 4.2 hangs at the second page of a stack',
        'Scanner hangs at the second page',
        'Scanner hangs at page two of the stack',
        'The scanner hangs at its second page',
      ),
    );
    expect(topic).not.toMatch(/4\.2/);
  });

  it('holds the version that all of them name', () => {
    const { topic } = describeAlone(
      titled(
        'Handshake fails with TLS 1.3',
        'TLS 1.3 handshake fails behind the proxy',
        'Proxy breaks the TLS 1.3 handshake',
      ),
    );
    expect(topic).toContain('1.3');
  });

  it('ends where a clause ends when the title goes on and on', () => {
    const long =
      'Uploads of large files fail behind the corporate proxy because it closes idle connections after one minute';
    const { topic } = describeAlone(titled(long, `${long} sharp`));
    expect(topic).toBe('Uploads of large files fail behind the corporate proxy');
  });

  it('ends before a phrase that only adds to it when no clause ends', () => {
    const long =
      'Upload of a spreadsheet shows a misleading quota message for every second member of the research team';
    const { topic } = describeAlone(titled(long, `${long} today`));
    expect(topic).toBe('Upload of a spreadsheet shows a misleading quota message');
  });

  it.each([
    [
      ['How do I restore the scroll position?', 'How can we restore a scroll position?'],
      /^No clear way to restore (?:the|a) scroll position$/,
    ],
    [
      ['Why are the source maps of workers ignored?', 'Why are my source maps of workers ignored?'],
      /^Source maps of workers ignored$/,
    ],
    [
      ['Fix the broken links on the start page', 'Fix broken links of the start page'],
      /^Broken links o[nf] the start page$/,
    ],
    [['Cursor expires in a long export, how do I resume?', 'Long export: cursor expires, why?'], /^[^?]+$/],
  ])('names what is asked: %s', (titles, name) => {
    expect(describeAlone(titled(...titles)).topic).toMatch(name);
  });

  it('tells what somebody says of themselves of everybody', () => {
    const { topic } = describeAlone(
      titled(
        'Install rewrites my lock file although I added nothing',
        'Install rewrites my lock file, I added nothing',
      ),
    );
    expect(topic).toBe('Install rewrites the lock file although people added nothing');
  });

  it('is put together of subject and trouble where no title holds for most posts', () => {
    const { topic } = describeAlone(
      titled(
        'Docker image: pip2 install error breaks the build',
        'Pin pylint in the Docker image, the build fails',
        'Docker image build fails on macOS behind our proxy',
        'Build of Docker image fails since pip dropped Python',
      ),
    );
    expect(topic).toMatch(/docker image/i);
    expect(topic).toMatch(/build/i);
    expect(topic).toMatch(/fails/);
    expect(topic).not.toMatch(/pip|macOS|pylint/);
  });

  it('does not claim for all what the title of one post tells', () => {
    const posts = titled(
      'Resumable upload crashes on Fridays',
      'Resumable upload: add a progress bar',
      'Resumable upload: add a pause button',
      'Resumable upload: add checksums',
      'Resumable upload: support folders',
      'Resumable upload: support links',
    );
    expect(describeAlone(posts).topic).not.toMatch(/crash/);
  });

  it('is a broad name that is true of most where nothing narrower is', () => {
    const posts = titled(
      'LedgerView shows two totals',
      'LedgerView in a second window',
      'Rows of LedgerView jump while scrolling',
      'Print margins of LedgerView',
      'LedgerView and right-to-left text',
      'Colours of LedgerView on beamers',
    );
    expect(describeAlone(posts).topic).toBe('Recurring problems with LedgerView');
  });

  it('is clear where it is near to all posts, and not where they share but a turn of phrase', () => {
    const clearOf = (titles: readonly string[]) => {
      const documents = titled(...titles);
      return createDescriber(backgroundOf(documents)).describe(documents, new Set()).clear;
    };
    expect(clearOf(LOGIN_LOOP)).toBe(true);
    expect(clearOf(['Elephants never forget a face', 'Printer out of paper again', 'Who invented the fork?'])).toBe(
      false,
    );
  });

  it('lists the two things that go wrong most often where one is not enough', () => {
    const { topic } = describeAlone(
      titled(
        'Document the profile kind of credential provider',
        'Isolated loaders break the credential provider',
        'Unable to load keys from any credential provider in the chain',
        'Documentation of a credential provider for clusters',
        'Two accounts, one credential provider, broken uploads',
      ),
    );
    expect(topic).toBe('Credential provider: missing documentation and failures');
  });

  it('does not name what only one of its posts names', () => {
    const { topic } = describeAlone(
      titled(
        'Pictures no longer shown on PHOTON',
        'Pictures no longer shown on Imagery',
        'Pictures are no longer shown in the forum',
      ),
    );
    expect(topic).toMatch(/^Pictures (?:are )?no longer shown/);
    expect(topic).not.toMatch(/PHOTON|Imagery/);
  });

  it.each([
    [
      'what is asked for in one post and there already in the others',
      ['Add StreamPacker', 'Add more tests for StreamPacker', 'StreamPacker headers should not be shared'],
    ],
    [
      'what one post complains of while the others want the thing itself',
      [
        "Bulk remove call doesn't take the path to remove as the base path",
        'Add bulk remove call for the paged removal of files by path',
        'Implement bulk remove call as a command that takes a base path',
      ],
    ],
    [
      'what was wrong with a change that is only wanted elsewhere',
      [
        'Backport "PackedReader does not support labels" to the old branch',
        'Backport "PackedReader does not support labels" and the close fix to the oldest branch',
        'Improve PackedReader for two calls of close',
      ],
    ],
  ])('shows no few posts of one project under %s', (_, titles) => {
    const documents = titled(...titles).map((post) => ({ ...post, repository: 'acme/packer' }));
    expect(createDescriber(backgroundOf(documents)).describe(documents, new Set()).clear).toBe(false);
  });

  it('leaves out what one post would have a value be', () => {
    const { topic } = describeAlone(
      titled(
        'TokenLedger to set issue date == now',
        'TokenLedger to provide issue date == created',
        'TokenLedger to set issue date == the start of the day',
      ),
    );
    expect(topic).toBe('TokenLedger does not set issue date');
  });

  it('takes for the subject of few posts what their headlines name, not what they mention', () => {
    const documents = [
      { title: 'Unchecked cast compiler warning in LedgerView' },
      { title: 'Javac warning for the parser' },
      { title: 'Compiler warnings of the codec', text: 'They get in the way of the builds of LedgerView.' },
      { title: 'Fix javac deprecation warnings of LedgerView' },
    ].map((post, number) => documentOf(number, post));
    expect(describeAlone(documents).topic).toBe('Compiler warnings in the source code');
  });

  it('speaks in the plural of a thing of which the posts name several kinds', () => {
    const kinds = ['shade', 'surefire', 'compiler', 'site', 'enforcer', 'assembly', 'checkstyle', 'release'];
    const documents = titled(...kinds.map((kind) => `Upgrade maven ${kind} plugin to the latest version`));
    const others = Array.from({ length: 240 }, (_, number) =>
      documentOf(100 + number, { title: 'Wrong total in the report' }),
    );
    const describer = createDescriber(backgroundOf([...documents, ...others]));
    expect(describer.describe(documents, new Set()).description.topic).toMatch(/plugins/);
  });

  it('takes a common word for its subject where most of many posts, and few others, speak of it', () => {
    const documents = titled(
      'Reads fail after prefetching',
      'Blocks are not closed by prefetching',
      'Add a limit for the prefetching of lines',
      'Improve the log of prefetching',
      'Seek is broken with prefetching',
      'Use one pool for all prefetching',
      'Statistics of prefetching',
      'Introduce a switch for prefetching',
      'Merge the two kinds of prefetching',
      'Tune the reader',
    ).map((post) => ({ ...post, repository: 'acme/reader' }));
    const others = Array.from({ length: 240 }, (_, number) =>
      documentOf(100 + number, { title: 'Wrong total in the report' }),
    );
    const describeAmong = createDescriber(backgroundOf([...documents, ...others]));
    expect(describeAmong.describe(documents, new Set())).toMatchObject({
      description: { topic: 'Prefetching: failures and missing features' },
      clear: true,
    });
  });

  it.each([
    [
      'Compiler warnings in the source code',
      [
        'Unchecked cast compiler warning',
        'Fix javac deprecation warnings',
        'Compiler warnings of the codec',
        'Javac warning for the parser',
      ],
    ],
    [
      'ClassCastException in several places',
      [
        'Proxy ends in a ClassCastException',
        'ClassCastException of the reader',
        'Local paths: ClassCastException',
        'A ClassCastException on start',
      ],
    ],
  ])('knows the kind of trouble that posts share and nothing else: %s', (topic, titles) => {
    expect(describeAlone(titled(...titles)).topic).toBe(topic);
  });

  it('says that platforms are missing where most of many posts on one thing name some, each its own', () => {
    const documents = titled(
      'CI for Debian 10',
      'Run CI for Ubuntu 18.04',
      'Set up a nightly CI for Windows',
      'Add a pre-commit CI for Windows 10',
      'CI for Fedora 33',
      'Run CI on CentOS 7',
      'CI for CentOS 8',
      'Improve the report of the CI',
      'Use one folder for each build of the CI',
      'Run optional CI for changes in C',
    );
    const others = Array.from({ length: 240 }, (_, number) =>
      documentOf(100 + number, { title: 'Wrong total in the report' }),
    );
    const describer = createDescriber(backgroundOf([...documents, ...others]));
    const { topic } = describer.describe(documents, new Set()).description;
    expect(topic).toBe('CI: platforms not or poorly supported');
  });

  it('says that a thing is only partly supported where most of many posts want it in one more place', () => {
    const { topic } = describeAlone(
      titled(
        'Ledger to collect TraceStatistics',
        'Add thread-level TraceStatistics',
        'Reader statistics to support TraceStatistics',
        'Collect more TraceStatistics of the writer',
        'Job output to aggregate TraceStatistics',
        'Listing: TraceStatistics of each page',
        'Archive to collect TraceStatistics',
        'Public TraceStatistics for others to read',
        'Parser to collect TraceStatistics',
        'TraceStatistics, second part',
      ),
    );
    expect(topic).toBe('TraceStatistics are only partly supported');
  });

  it('asks for more truth of the posts of one project, which share its words whatever they are about', () => {
    const titles = [
      'Ledger export adds up the wrong column',
      'Ledger export to the archive',
      'Ledger import for the archive',
      'Ledger colours on the archive page',
    ];
    const clearOf = (repository: (number: number) => string) => {
      const documents = titles.map((title, number) => documentOf(number, { title, repository: repository(number) }));
      return createDescriber(backgroundOf(documents)).describe(documents, new Set()).clear;
    };
    expect(clearOf(() => 'acme/ledger')).toBe(false);
    expect(clearOf((number) => `owner-${number}/ledger`)).toBe(true);
  });

  it('is another true name where its own is taken, before one that is true of a single post', () => {
    const documents = titled(
      'Typo in the welcome text',
      'Typos in the privacy page',
      'Typo on the billing form',
      'Typos in the manual',
    );
    const first = describeAlone(documents).topic;
    expect(first).toBe('Spelling mistakes in code and documentation');
    expect(describeAlone(documents, new Set([first])).topic).toBe('Misspelled words in help and documents');
  });

  it.each([
    ['Add a probe and make it the default for every cluster in the fleet'],
    ['A very long statement without any border that anybody could use fails whenever somebody tries hard enough today'],
  ])('never ends in an ellipsis: %s', (title) => {
    expect(describeAlone(titled(title, title, title)).topic).not.toMatch(/…|\.\.\./);
  });

  it('keeps the circumstance without which it would say too much', () => {
    const { topic } = describeAlone(
      titled(
        'The sync client does not work with a proxy',
        'Sync client does not work through the proxy of an office',
        'Sync client does not work behind a hotel proxy',
      ),
    );
    expect(topic).toMatch(/proxy/);
  });

  it('takes signs within a name for what they are', () => {
    const { topic } = describeAlone(
      titled(
        'Saving with Notepad++ crashes',
        'When printing, Notepad++ crashes',
        'Undo in Notepad++ crashes',
        'After an update of Notepad++ it crashes',
      ),
    );
    expect(topic).toContain('Notepad++');
  });

  it('leaves out the circumstance of a single post', () => {
    const { topic } = describeAlone(
      titled('ALTER TABLE takes the whole site down for 21 minutes', 'ALTER TABLE takes the whole site down'),
    );
    expect(topic).toBe('ALTER TABLE takes the whole site down');
  });

  it.each([
    ['markup', "Robert'); DROP TABLE posts;-- &amp;lt; {{7*7}}"],
    ['keys', '6X1oJTM 6X1oJTM 6X1oJTM 6X1oJTM 6X1oJTM 6X1oJTM'],
    ['bytes', 'for(;;){} 0x00 0xff 0xde 0xad'],
  ])('is no %s', (_, title) => {
    expect(describeAlone(titled(title, title)).topic).toBe('Posts that hold no readable complaint');
  });

  it('writes acronyms as most people do', () => {
    const { topic } = describeAlone(
      titled(
        'json answer is not valid json',
        'Answer is not JSON at all',
        'JSON answer breaks JSON parser',
        'Broken JSON',
      ),
    );
    expect(topic).not.toContain('json');
  });

  it.each([
    ['another script', ['登录失败', '登录失败了']],
    ['a single word', ['Crash', 'Crash']],
    ['no words at all', ['🔥🔥🔥', '🔥']],
  ])('can be read even when the posts offer only %s', (_, titles) => {
    const { topic } = describeAlone(titled(...titles));
    expect(topic.length).toBeGreaterThanOrEqual(20);
    expect(topic.length).toBeLessThanOrEqual(80);
  });
});

describe('the summary', () => {
  const told = [
    documentOf(1, {
      title: 'Cache is rebuilt',
      text: 'The layer cache is rebuilt on every push although nothing changed.',
    }),
    documentOf(2, {
      title: 'No cache',
      text: 'Our team waits twenty minutes because the layer cache is never used on a push.',
    }),
    documentOf(3, { title: 'Cache', text: 'The layer cache is rebuilt although nothing changed, on every push.' }),
  ];

  it('begins with the counts and the days of the first and the last', () => {
    const { summary } = describeAlone([...told, documentOf(9, { author: 'author-1', createdAt: NOW - 40 * DAY_MS })]);
    expect(summary).toMatch(/^4 posts by 3 people in 3 places between 20 Jan and 28 Feb 2026\./);
  });

  it.each([
    ['2025-11-30', 'between 30 Nov 2025 and 28 Feb 2026'],
    ['2026-02-03', 'between 3 and 28 Feb 2026'],
    ['2026-02-28', 'on 28 Feb 2026'],
  ])('says of what began on %s when it was', (first, period) => {
    const posts = told.map((post, number) => ({
      ...post,
      createdAt: Date.parse(number === 0 ? first : '2026-02-28'),
      repository: 'acme/builds',
    }));
    expect(describeAlone(posts).summary).toMatch(new RegExp(`^3 posts by 3 people in acme/builds ${period}\\. `));
  });

  it('names a single place once, and counts places where there are more', () => {
    const alone = describeAlone(told.map((post) => ({ ...post, repository: 'acme/builds' }))).summary;
    expect(alone.split('acme/builds')).toHaveLength(2);
    expect(describeAlone(told).summary).toMatch(/ in 3 places /);
  });

  it('counts a post without an author as its own author', () => {
    const [first, ...rest] = told;
    const named = [...(first ? [first] : []), ...rest.map((post) => ({ ...post, author: null }))];
    expect(describeAlone(named).summary).toMatch(/^3 posts by 3 people /);
  });

  it('claims no number of people where the sources name nobody', () => {
    expect(describeAlone(told.map((post) => ({ ...post, author: null }))).summary).toMatch(/^3 posts in 3 places /);
  });

  it('then quotes two of the posts, for what one of them tells is not said of all', () => {
    const { summary } = describeAlone(
      titled(
        'Layer cache is rebuilt on every push',
        'Layer cache is lost when the runner restarts',
        'Layer cache misses on arm64 builders',
        'Layer cache misses on arm64 builders',
      ),
    );
    const quoted = summary.match(/“[^”]+”/g) ?? [];
    expect(summary).toContain(` For example: ${quoted[0]} and ${quoted[1]}.`);
    expect(new Set(quoted).size).toBe(2);
  });

  it('quotes two that differ, not one and its echo', () => {
    const { summary } = describeAlone(
      titled(
        'Layer cache is lost when the runner restarts',
        'Layer cache is lost when a runner restarts',
        'Layer cache is lost when the runners restart',
        'Layer cache misses on arm64 builders',
        'Layer cache grows until the disk is full',
      ),
    );
    const quoted = summary.match(/“[^”]+”/g) ?? [];
    expect(quoted).toHaveLength(2);
    expect(quoted.filter((quote) => quote.includes('restart')).length).toBeLessThan(2);
  });

  it('quotes one where the others differ in a number only', () => {
    const { summary } = describeAlone(
      titled('Bump the year to 2024', 'Bump the year to 2025', 'Bump the year to 2026'),
    );
    expect(summary.match(/“/g)).toHaveLength(1);
  });

  it('quotes a sentence of the text where the titles give no second', () => {
    const text = 'The layer cache is dropped by the proxy. The runner hangs.';
    const alike = titled('Layer cache gone', 'Layer cache gone', 'Layer cache is gone on arm64 builders');
    const { summary } = describeAlone(alike.map((post, number) => (number === 0 ? { ...post, text } : post)));
    expect(summary).toContain('“The layer cache is dropped by the proxy”');
  });

  it('quotes a quotation within a title with marks of its own, and no tracker\u2019s tags', () => {
    const { summary } = describeAlone(
      titled('Layer cache says "no such key" on push', 'CACHE: [Runner] Layer cache is lost on restart', 'Layer cache'),
    );
    expect(summary).toContain('‘no such key’');
    expect(summary).not.toContain('[Runner]');
  });

  it('keeps the site that a title is about, and no message that it copies', () => {
    const message = 'Value for one of the query parameters specified in the request is invalid';
    const { summary } = describeAlone(
      titled(
        'www.shop.example - Menu of the page is empty',
        'www.bank.example - Page stays blank after login',
        `The page says "${message}"`,
      ),
    );
    expect(summary).toMatch(/“(?:shop|bank)\.example - /);
    expect(summary).not.toContain(message);
  });

  it('quotes a title without what trackers put around it, and nothing the topic says already', () => {
    const { topic, summary } = describeAlone(
      titled(
        'CI-81: [Cache] Layer cache is rebuilt on every push - bug 1780833',
        'Layer cache is rebuilt on every push',
        'Layer cache is rebuilt on every single commit',
      ),
    );
    expect(topic).toBe('Layer cache is rebuilt on every push');
    expect(summary).toContain(' For example: “Layer cache is rebuilt on every single commit”.');
  });

  it('says what breaks where most posts say it, of others', () => {
    const text = 'Our layer cache is never used when we push a branch that changed nothing.';
    const alike = told.map((post) => ({ ...post, title: 'Layer cache is rebuilt on every push', text }));
    expect(describeAlone(alike).summary).toContain(
      'Their layer cache is never used when they push a branch that changed nothing.',
    );
  });

  it('then for whom, with what and where, as far as most posts say so', () => {
    const text = 'The layer cache is rebuilt on every push under BuildKit, and our customers wait for their fixes.';
    const alike = told.map((post) => ({ ...post, text, repository: 'acme/builds' }));
    const { summary } = describeAlone([...alike, documentOf(9, { text: 'The layer cache is gone.' })]);
    expect(summary).toMatch(/ Affected: customers\./);
    expect(summary).toMatch(/ Most are from acme\/builds\.$/);
  });

  it('names only what stands in more than one post', () => {
    const [first, ...rest] = told;
    const named = [
      ...(first ? [{ ...first, text: `${first.text} It began with Zweistein, say auditors.` }] : []),
      ...rest,
    ];
    expect(describeAlone(named).summary).not.toMatch(/Affected|involved/);
  });

  it('takes neither a word with a capital now and then nor its own place for something involved', () => {
    const named = told.map((post, number) => ({
      ...post,
      repository: 'acme/depot',
      text: `${post.text} Then the Request of Depot to BuildKit is sent again, ${number === 0 ? 'the Request' : 'a request'} by hand.`,
    }));
    expect(describeAlone(named).summary).toMatch(/ Often involved: BuildKit\./);
  });

  it.each([
    ['works elsewhere', 'Layers are not lost with BuildKit: it works in BuildKit.'],
    ['was tested without harm', 'It is lost here and there. Tested with BuildKit.'],
    ['was made to rule something out', 'The cache is lost, also with a new BuildKit profile.'],
    ['stands in the steps', 'Open the page of BuildKit without a cache.'],
    ['is a pronoun of another language', 'The label says without sense that Sie are lost.'],
    ['is an exception or a test', 'It is lost with TestTimedOutException in ITestLayerCache again.'],
  ])('does not call involved what %s', (_, sentence) => {
    const posts = told.map((post) => ({ ...post, text: `${post.text} ${sentence}` }));
    expect(describeAlone(posts).summary).not.toContain('involved');
  });

  it('does not answer for whom with users, which is everybody', () => {
    const posts = told.map((post) => ({ ...post, text: `${post.text} Our users cannot work.` }));
    expect(describeAlone(posts).summary).not.toContain('Affected');
  });

  it('quotes no code, no log lines and no lead-ins to them', () => {
    const logs = told.map((post) => ({
      ...post,
      text: `Relevant output:\nERROR layer cache is rebuilt on every push at cache.ts:12:4\nconst cache = rebuild({ on: 'push' });\n${post.text}`,
    }));
    expect(describeAlone(logs).summary).not.toMatch(/ERROR|const|output/);
  });
});

describe('a description', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom(
      '<!channel> <@U123> everything is broken',
      '@here look at https://evil.example/?token=1 <script>alert(1)</script>',
      '[click](https://evil.example) *bold* `code` ~gone~',
      `${'a'.repeat(5_000)} never ends`,
      '{{7*7}} #{7*7} <%= 7*7 %>',
      'Slow\u202Egnihtyreve',
    ),
  );
  const posts = fc.array(fc.record({ title: fc.option(hostile), text: hostile }), { minLength: 1, maxLength: 6 });

  it('is within its limits, and harmless text, whatever the posts hold', () => {
    fc.assert(
      fc.property(posts, (told) => {
        const documents = told.map((post, number) => documentOf(number, post));
        const { topic, summary } = describeAlone(documents);
        expect(topic.length).toBeGreaterThanOrEqual(20);
        expect(topic.length).toBeLessThanOrEqual(80);
        expect(summary.length).toBeLessThanOrEqual(400);
        for (const text of [topic, summary]) {
          expect(text).not.toMatch(/https?:|<|>|[\r\n\u202e]|(?:^|\s)@\w/);
          expect(text.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is the same for the same posts', () => {
    const documents = titled(...LOGIN_LOOP);
    expect(describeAlone(documents)).toEqual(describeAlone(documents));
  });
});
