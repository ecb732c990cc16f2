import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAgreed } from '../../src/naming/agreement.ts';
import { candidatesFrom } from '../../src/naming/candidates.ts';
import { createTopics, describeNamed, isAboutTrouble, type NamingPost, nameSignal } from '../../src/naming/index.ts';
import { readSignal } from '../../src/naming/read-posts.ts';
import type { Background } from '../../src/text/background.ts';
import { tokenize } from '../../src/text/tokenize.ts';

const post = (title: string, text = '', author = title): NamingPost => ({
  title,
  text,
  author,
  provider: 'github',
  repository: 'acme/widgets',
  createdAt: Date.UTC(2026, 0, 1),
});

const OTHERS = [
  'Login fails',
  'Slow build',
  'Docs for the API',
  'Crash when saving',
  'Add dark theme',
  'Export to PDF',
];

/** The background of the posts and of many others. */
function backgroundOf(posts: readonly NamingPost[]): Background {
  const documentFrequencies = new Map<string, number>();
  const all = [...posts, ...Array.from({ length: 100 }, (_, at) => post(OTHERS[at % OTHERS.length] ?? ''))];
  for (const { title, text } of all)
    for (const term of new Set(tokenize(`${title} ${text}`)))
      documentFrequencies.set(term, (documentFrequencies.get(term) ?? 0) + 1);
  return { documentFrequencies, documents: all.length };
}

const name = (...titles: string[]) => {
  const posts = titles.map((title, at) => post(title, '', `author ${at}`));
  return nameSignal(posts, backgroundOf(posts));
};

/** Of "Problems with sleep, e.g. grid lost after sleep" the part before the example. */
const themeIn = (topic: string) => topic.split(', e.g. ')[0];

const TRAY = [
  'Awake tray icon missing after update 0.75.1',
  '[Awake] Tray icon missing',
  'Awake: tray icon is missing from the taskbar on my second monitor',
  'Tray icon of Awake missing since v0.76',
  '[Bug] Awake tray icon missing!!!',
];

/** Whether some statement about the posts may name them all. */
const agree = (...titles: string[]) => {
  const posts = titles.map((title, at) => post(title, '', `author ${at}`));
  const signal = readSignal(posts, backgroundOf(posts));
  return candidatesFrom(signal).some((candidate) => isAgreed(candidate, signal));
};

describe('posts agree on a name', () => {
  it('where a fifth say one statement, in whatever words for the trouble', () => {
    expect(agree('Ruler crashes on rotation', 'Ruler freezes', 'Ruler is not working', 'Ruler error 5')).toBe(true);
  });

  it('where they repeat an error that holds no word for trouble', () => {
    expect(agree('Element 12 of the fiber tree', 'Element 9 of the fiber tree', 'Element 7 of the fiber tree')).toBe(
      true,
    );
  });

  it('not where one post and one other say it', () => {
    expect(agree('Ruler loses its color', 'Color lost in the ruler', 'Export to PDF hangs')).toBe(false);
    expect(agree('Ruler loses its color', 'Color lost in the ruler', 'The ruler lost its color')).toBe(true);
  });

  it('not where they share an unspecific trouble of the product alone', () => {
    expect(agree('Widgets: unexpected error', 'Unexpected error', 'Error in widgets', 'Widgets error 5')).toBe(false);
    expect(agree('Widgets crash', 'Crash of widgets', 'Widgets crashes', 'Crash')).toBe(true);
  });

  it('not where they share no more than a word', () => {
    expect(
      agree(
        'Cannot pin the task manager',
        'Add a task for deploys',
        'Task bar hides zones',
        'Slow task view',
        'Task icon',
      ),
    ).toBe(false);
  });

  it('not where all they say is that something is a problem of the product', () => {
    expect(agree('Widgets bug', 'Widgets issue', 'Problem with Widgets', 'A bug in Widgets')).toBe(false);
  });
});

describe('the topic of a signal', () => {
  it('says the subject and what goes wrong', () => {
    const { topic } = name(...TRAY);
    expect(topic).toMatch(/awake/i);
    expect(topic).toMatch(/tray icon/i);
    expect(topic).toMatch(/missing/i);
  });

  it('leaves out versions, kinds of post and what one post alone says', () => {
    const { topic } = name(...TRAY);
    expect(topic).not.toMatch(/0\.7|bug|monitor|update/i);
  });

  it('keeps a code that a third of the posts name', () => {
    const { topic } = name(
      'Installer fails with error 0x80070643',
      'Install error 0x80070643',
      'Installer: error 0x80070643 after reboot',
      'Cannot install, error 0x80070643',
    );
    expect(topic).toContain('0x80070643');
  });

  it('never speaks in the first person', () => {
    const { topic } = name(
      'I cannot export my dashboard to PDF',
      'My dashboard export to PDF fails',
      'When I export a dashboard to PDF it fails',
      'Dashboard export to PDF fails',
    );
    expect(topic).not.toMatch(/\b(?:i|my|we|our)\b/i);
    expect(topic).toMatch(/dashboard/i);
  });

  it('ends with no word that something must follow', () => {
    const { topic } = name(
      'Webhook delivery fails with timeout when the server is slow',
      'Webhook delivery fails with timeout behind a proxy',
      'Webhook delivery fails with timeout',
    );
    expect(topic).toMatch(/Webhook delivery fails with timeout$/);
  });

  it('keeps the verb where what stands before it is left out', () => {
    const { topic } = name(
      'Windows opened by a launcher cannot be snapped',
      'Windows opened by Workspaces cannot be snapped',
      'Windows cannot be snapped',
      'Opened windows cannot be snapped any more',
    );
    expect(topic).toMatch(/windows.* cannot be snapped/i);
  });

  it('writes a name in one word where most posts do, and takes no typing error from a title', () => {
    const titles = [
      ...Array.from({ length: 31 }, (_, at) => `Keyboard shortcut ${at} not working`),
      'Keybord remap in Fancy Zones stops',
      'Keyboard remap in FancyZones stops',
      'Keyboard remap in FancyZones stops again',
    ];
    const posts = titles.map((title, at) => post(title, '', `author ${at}`));
    const { topic } = nameSignal(posts.slice(-3), backgroundOf(posts));
    expect(topic).toMatch(/^Keyboard remap in FancyZones stops/);
    const misspelled = nameSignal(
      ['one', 'a', 'a'].map((each, at) => post(`Remap of ${each} keybaord fails`, '', `author ${at}`)),
      backgroundOf(posts),
    );
    expect(misspelled.topic).toMatch(/Remap of a keyboard fails$/);
    const tokens = Array.from({ length: 31 }, (_, at) => post(`Refresh token ${at} lost`, '', `author ${at}`));
    const swapped = ['one', 'a', 'a'].map((each, at) => post(`Reuse of ${each} toekn fails`, '', `author ${at}`));
    expect(nameSignal(swapped, backgroundOf(tokens)).topic).toMatch(/Reuse of a token fails$/);
  });

  it('writes a command as it is typed, whatever its words are elsewhere', () => {
    const posts = ['npm ci', 'npm ci', 'npm ci', 'the CI', 'the CI', 'our CI', 'every CI'].map((each, at) =>
      post(`Cache of ${each} is never used`, '', `author ${at}`),
    );
    const { topic, summary } = nameSignal(posts, backgroundOf(posts));
    expect(`${topic} ${summary}`).not.toContain('npm CI');
    expect(`${topic} ${summary}`).toContain('npm ci');
  });

  it('leaves a word that differs from a common one in a letter of its own', () => {
    const many = Array.from({ length: 40 }, (_, at) => post(`Reason ${at} crashes`));
    const { topic } = nameSignal(
      [post('Edit of a readonly file fails'), post('Edit of a readonly file fails')],
      backgroundOf([...many, post('Edit of a readonly file fails')]),
    );
    expect(topic).toMatch(/readonly/);
  });

  it('is the subject where few posts have the same trouble with it', () => {
    const { topic } = name(
      'Text Extractor crashes on Arabic letters',
      'Text Extractor crash',
      'Crash of the Text Extractor with two monitors',
      'Text Extractor is slow with two screens',
      'Missing spaces in Text Extractor',
      'Text Extractor ignores the second screen',
      'Hotkey of Text Extractor is lost',
      'Text Extractor copies duplicates of lines',
      'Text Extractor reads wrong letters',
      'Overlay of Text Extractor flickers',
      'Text Extractor has no icon',
      'Typo in the settings of Text Extractor',
      'Text Extractor leaks memory',
    );
    expect(topic).toBe('Widgets: Problems with Text Extractor, e.g. crash');
  });

  it('is no need without what it is about', () => {
    const titles = [
      'YarnClient caching addresses',
      'DNS query on DNS Registry got connection timed out at times',
      'Improve YARN Registry DNS Server qps',
      'Cached DNS mappings are not consistent',
      'Fix bugs when looking up record from upstream DNS servers',
      'Avoid DNS lookup while creating a Connection object',
    ];
    const posts = titles.map((title, at) => post(title, 'We should fix this bug soon.', `author ${at}`));
    expect(nameSignal(posts, backgroundOf(posts)).topic).toMatch(/DNS/);
  });

  it('keeps the small words inside a name that most titles write', () => {
    const { topic } = name(
      'Typo in Paste as Plain Text',
      'Paste as Plain Text crashes in Excel',
      'Keys stick after Paste as Plain Text',
      'Paste as Plain Text is slow with hidden fonts',
      'Sound switches on Paste as Plain Text',
    );
    expect(themeIn(topic)).toBe('Widgets: Problems with Paste as Plain Text');
  });

  it('writes a word that objects know as it is', () => {
    const titles = ['Bean fails in its constructor', 'Bean fails in constructor', 'Bean fails in the constructor'];
    expect(name(...titles).topic).toMatch(/Bean fails in (?:its |the )?constructor$/);
  });

  it('leaves the parts of a code name as they are written', () => {
    const { topic } = name(
      'S3A ignores fs.s3a.endpoint',
      'S3A ignores fs.s3a.endpoint again',
      'S3A: fs.s3a.endpoint ignored',
    );
    expect(topic).toContain('fs.s3a.endpoint');
  });

  it('writes capitals where two of five posts do, and shouts nothing that most write small', () => {
    const connector = name(...['aws', 'AWS', 'aws', 'AWS', 'aws'].map((written) => `Reads of ${written} fail`));
    expect(connector.topic).toMatch(/AWS fail/);
    const tabs = ['TAB', 'tab', 'tab', 'tab', 'tab'].map((tab) => `Switching the ${tab} fails`);
    expect(name(...tabs).topic).toMatch(/the tab fails/);
  });

  it('begins with a capital after the subject', () => {
    const { topic } = name(
      '[Awake] tray icon missing',
      '[Awake] tray icon missing at login',
      'Awake: tray icon missing',
    );
    expect(topic).toBe('Awake: Tray icon missing');
  });

  it('writes names as most posts do', () => {
    const { topic } = name(
      'FancyZones does not snap windows',
      'fancyzones does not snap windows',
      'FancyZones does not snap windows of Slack',
      'Fancyzones doesnt snap windows',
    );
    expect(topic).toContain('FancyZones');
  });

  it('has at most 80 characters', () => {
    const long =
      'The settings dialog of the synchronisation service crashes whenever the network connection is lost while saving';
    expect(name(long, `${long} today`, `${long} again`).topic.length).toBeLessThanOrEqual(80);
  });

  it('is the same for the same posts', () => {
    expect(name(...TRAY)).toEqual(name(...TRAY));
  });

  it('is found for a post in another language and for a post without a title', () => {
    expect(name('托盘图标消失', '托盘图标消失了').topic).not.toBe('');
    const untitled = [{ ...post(''), title: null, text: 'The tray icon is missing after a restart.' }];
    expect(nameSignal(untitled, backgroundOf(untitled)).topic).toMatch(/tray icon/i);
  });
});

describe('the summary of a signal', () => {
  const summaryOf = (...titles: string[]) => {
    const all = titles.map((title, at) => post(title, '', `author ${at}`));
    return nameSignal(all, backgroundOf(all)).summary;
  };

  it.each(['Tray icon missing', 'Tray icon not shown'])(
    'leaves out what a comment without a title says beside the pain: %s',
    (title) => {
      const titled = [title, `${title} after update`, `${title} again`];
      const posts = titled.map((each, at) => post(each, '', `author ${at}`));
      const comment = { ...post('', '', 'author 3'), title: null, text: 'Not the parent, but same boat.' };
      const { summary } = nameSignal([...posts, comment], backgroundOf(posts));
      expect(summary).toContain(title);
      expect(summary).not.toMatch(/boat/);
    },
  );

  it('counts a post only where it says the same trouble and what the sentence adds', () => {
    const told = summaryOf(
      'Environment variables missing',
      'Environment variables missing',
      'Environment variables crash',
      'Environment variables editor needs a filter',
      'Environment variables missing after an update',
      'Environment variables missing again',
    );
    expect(told).toMatch(/^At least 4 of 6 posts say “Environment variables missing” in these or similar words\./);
    expect(told).not.toMatch(/crash|filter/);
  });

  it.each([
    ['Screen ruler not working', 'Screen ruler stopped working today', 'Screen ruler does not scroll'],
    ['Screen ruler not working', 'Screen ruler is not working', 'Screen ruler issue'],
    ['Screen ruler not working', 'Screen ruler doesn’t work', 'Screen ruler crashes'],
    ['Screen ruler not working', 'Screen ruler freezes', 'Screen ruler icon does not appear'],
    ['Screen ruler does not start', 'Screen ruler startup fails', 'Screen ruler start page does not work'],
    ['Screen ruler not found', 'Screen ruler cannot be found', 'Screen ruler not working'],
    ['Screen ruler missing', 'Missing screen ruler', 'Missing icon of the screen ruler'],
    ['CentOS 7 screen ruler missing', 'Screen ruler missing on CentOS 7', 'CentOS 8 screen ruler missing'],
    ['Screen ruler missing on node:20', 'Screen ruler is missing with node:20', 'Screen ruler missing on node:18'],
    ['Ctrl-F of screen ruler fails', 'Screen ruler fails on Ctrl-F', 'Ctrl-V of screen ruler fails'],
    [
      'Screen ruler missing',
      'Screen ruler gone',
      'Screen colors of a second display change, and now a ruler is missing',
    ],
  ])('counts for "%s" also "%s", but not "%s"', (title, same, other) => {
    expect(summaryOf(title, title, same, 'Umbrella breaks')).toMatch(
      new RegExp(`^At least 3 of 4 posts say “${title}”`),
    );
    expect(summaryOf(title, title, other, 'Umbrella breaks')).toMatch(
      new RegExp(`^At least 2 of 4 posts say “${title}”`),
    );
  });

  it('counts a crash apart from what does not work', () => {
    const titles = ['Screen ruler not working', 'Screen ruler crashes'].flatMap((title) => [title, title, title]);
    expect(summaryOf(...titles)).toBe(
      'At least 3 of 6 posts say “Screen ruler not working” in these or similar words. At least 3 posts say “Screen ruler crashes”.',
    );
  });

  it('counts posts with one error code as one, and those with the message that goes with it', () => {
    const [code, message] = ['Ruler error 0x80263001', 'Desktop composition is disabled'];
    const both = `${code}: ${message}`;
    expect(summaryOf(code, code, both, both, message, message)).toMatch(/^All 6 posts say /);
    expect(summaryOf(code, code, message, message, 'Umbrella breaks', 'Violin breaks')).toMatch(
      /^At least 2 of 6 posts say /,
    );
    expect(summaryOf(code, code, code, 'Violin 0x80263001', 'Umbrella 0x80070005', 'Walnut breaks')).toMatch(
      /^At least 4 of 6 posts say /,
    );
  });

  it('counts a version that is joined to a name', () => {
    const told = (other: string) =>
      summaryOf('Ruler missing with rust-1.73.0', 'Ruler missing with rust-1.73.0', other, 'Umbrella breaks');
    expect(told('Ruler is missing with rust 1.73.0')).toMatch(/^At least 3 of 4 posts say /);
    expect(told('Ruler missing with rust-1.78.0')).toMatch(/^At least 2 of 4 posts say /);
  });

  it('counts every post in the total, also those with the same title', () => {
    const alike = Array.from({ length: 5 }, () => 'Expected parent IDs to be set when ordering by parent ID.');
    expect(summaryOf(...alike, 'Umbrella breaks', 'Violin breaks', 'Walnut breaks', 'Zebra breaks')).toMatch(
      /^At least 5 of 9 posts say “Expected parent IDs /,
    );
  });

  it('says "at least" of what some add to what all posts say', () => {
    const titles = ['during deploy', 'on deploy'].map((when) => `Old pods drop requests with 502 ${when}`);
    titles.push('Old pods drop requests', 'Old pods drop requests of users', 'Old pods drop requests silently');
    expect(summaryOf(...titles)).toBe(
      'All 5 posts say “Old pods drop requests” in these or similar words. At least 2 posts say “Old pods drop requests with 502 on deploy”.',
    );
  });

  it('quotes the title of a single post as it is written, with its version', () => {
    expect(summaryOf('Further clean up Ruler 2.53 and 2.57 source files', 'Violin breaks')).toContain(
      '“Further clean up Ruler 2.53 and 2.57 source files”',
    );
  });

  it('ends no facet with one word left of its last clause', () => {
    const alike = ['removed', 'moved'].map((when) => `it.only makes the test fail, passes when ${when}`);
    expect(summaryOf(...alike, 'Umbrella breaks', 'Violin missing')).toContain('“it.only makes the test fail”');
  });

  it('ends no facet before what it is of', () => {
    const alike = Array.from({ length: 4 }, () => 'Tray icon missing on the runner');
    const told = summaryOf(...alike, 'Fix wrong usage of paper', 'Fix wrong usage of ink');
    expect(told).toMatch(/^At least 4 of 6 posts say /);
    expect(told).not.toContain('Fix wrong usage”');
    expect(told).not.toContain('2 ');
  });

  it('counts no post that lacks one of its words, however little it weighs', () => {
    const longest = 'Screen ruler palette gradient anchor needle missing in editor';
    const told = summaryOf(longest, longest, longest.replace(' needle', ''), 'Umbrella breaks');
    expect(told).toMatch(/At least 2 of 4 .*needle missing in editor”|At least 3 of 4 .*anchor missing in editor”/);
  });

  it('counts a title of three words that several repeat, though it says no trouble, and tells no title twice', () => {
    const repeated = 'Back button resets the list';
    expect(summaryOf(repeated, repeated, repeated, 'Ruler crashes')).toMatch(
      /^At least 3 of 4 posts say “Back button resets the list”/,
    );
    const question = 'Why does the list reset?';
    expect(summaryOf(question, question, question).split('Why')).toHaveLength(2);
  });

  it('says at least two things where no two people say the same, and four at most', () => {
    const told = summaryOf(
      'Ruler shows wrong units',
      'Ruler crashes on rotation',
      'Ruler loses its color',
      'Ruler leaks memory',
      'Ruler hides the cursor',
      'Ruler freezes at midnight',
    );
    expect(told).toMatch(/^Posts say “[^”]+”, “[^”]+”, “[^”]+” and “[^”]+”\.$/);
    expect(summaryOf('Palette of winter', 'Bridge to autumn', 'Garden of noon', 'Harbor of dusk')).toMatch(
      /^Posts say “[^”]+”, “[^”]+” and “[^”]+”\.$/,
    );
  });

  it('takes a title with swapped letters only where there is no other', () => {
    const typo = 'Ruler crashes afetr rotation';
    const others = [
      'Ruler shows wrong units',
      'Ruler loses its color',
      'Ruler freezes at midnight',
      'Ruler hides the cursor',
    ];
    expect(summaryOf(typo, ...others, 'Ruler eats paper clips')).toMatch(/^Posts say (?!.*afetr)/);
    expect(summaryOf(typo)).toContain('afetr');
    const alike = Array.from({ length: 4 }, () => 'Tray icon missing on the runner');
    expect(summaryOf(...alike, typo)).not.toContain('afetr');
  });

  it('quotes questions where the posts say nothing else', () => {
    expect(summaryOf('Where is the tray icon?', 'How do I hide the tray icon?')).toMatch(/^Posts say .*tray icon/);
  });

  it('asks nothing, expects nothing and quotes nobody', () => {
    const told = summaryOf(
      'Tray icon missing',
      'Why is the tray icon missing?',
      'Why is the tray icon missing?',
      'My tray icon missing on two screens',
      'My tray icon missing on two screens',
    );
    expect(told).not.toMatch(/why|my/i);
  });

  const posts = [
    ...Array.from({ length: 6 }, (_, at) =>
      post(`Awake tray icon missing ${'!'.repeat(at)}`, 'On Windows 11.', `a${at}`),
    ),
    ...Array.from({ length: 4 }, (_, at) => post('Awake context menu does not open', 'On Windows 11.', `b${at}`)),
    post('Awake needs a better icon', '', 'c'),
  ];
  const { summary, facets } = nameSignal(posts, backgroundOf(posts));

  it('says each facet with its posts, the largest first', () => {
    expect(summary).toMatch(
      /^At least 6 of 11 posts say “Awake tray icon missing” in these or similar words\. At least 4 posts say “Awake context menu does not open”\./,
    );
    expect(facets.map(({ text }) => text)).toEqual(['Awake tray icon missing', 'Awake context menu does not open']);
  });

  it('tells single posts beside one facet only where it leaves out most posts, and never one alone', () => {
    const others = ['Ruler draws over the taskbar', 'Ruler forgets its color', 'Ruler needs inches'];
    const missing = ['in dark mode', 'after sleep'].map((when) => `Ruler icon missing ${when}`);
    expect(summaryOf(...missing, ...others)).toMatch(
      /^At least 2 of 5 posts say “Ruler icon missing” in these or similar words\. Others say “[^”]+” and “[^”]+”\.$/,
    );
    expect(summaryOf(...missing, ...others.slice(0, 2))).not.toMatch(/taskbar|color/);
  });

  it('counts what differs in its object or its subject alone, with one of them', () => {
    const told = summaryOf(
      'Ruler does not detect Thunderbird',
      'Ruler does not detect Discord',
      'Ruler settings lost',
      'Ruler is too small',
      'Steam window not captured by ruler',
      'Chrome not captured by ruler',
      'Ruler is blue',
    );
    expect(told).toMatch(
      /2 (?:of 7 posts |posts )?say “Ruler does not detect …”(?: in these or similar words)?, e\.g\. “(?:Thunderbird|Discord)”[.;]/,
    );
    expect(told).toMatch(
      /2 (?:of 7 posts |posts )?say “… not captured by ruler”(?: in these or similar words)?, e\.g\. “(?:Steam window|Chrome)”[.;]/,
    );
  });

  it('counts what is wanted in two words', () => {
    const told = summaryOf(
      'Update Netty to 4.1.46',
      'Upgrade Netty for security',
      'Update Jackson',
      'Typo in the docs',
    );
    expect(told).toMatch(/^At least 2 of 4 posts say “Up(?:date|grade) Netty”/);
  });

  it('says what some add who say what most do', () => {
    const told = summaryOf(
      'Ruler crashes',
      'Ruler crashes again',
      'The ruler crashes',
      'Ruler crashes after hibernation',
      'Ruler crashes on hibernation',
      'Umbrella too small',
    );
    expect(told).toMatch(
      /^At least 5 of 6 posts say “Ruler crashes” in these or similar words\. At least 2 posts say “Ruler crashes (?:after|on) hibernation”\./,
    );
  });

  it('names things that several are about, where they say different things of them', () => {
    const titles = ['Hidden diff gutter', 'Borders of the diff gutter', 'Slow scrolling of code'];
    const told = summaryOf('Editor crashes', 'Editor crashes again', 'The editor crashes', ...titles);
    expect(told).toMatch(/At least 2 posts are about diff gutter, e\.g\. “Hidden diff gutter”\./);
  });

  it('names where it happens, with counts', () => {
    expect(summary).toContain('Posts mention Windows 11 (10)');
  });

  it('has at most 400 characters', () => {
    expect(summary.length).toBeLessThanOrEqual(400);
  });

  it('counts a post once where no facet is part of another, and tells nothing that one author alone says', () => {
    const counted = facets.flatMap(({ posts: own }) => own);
    expect(new Set(counted).size).toBe(counted.length);
    expect(facets.every(({ authors }) => authors >= 2)).toBe(true);
    expect(facets.some(({ text }) => text.includes('better icon'))).toBe(false);
    expect(summary).not.toContain('better icon');
  });

  it('never quotes the questions of an issue form', () => {
    const form = 'How often does the issue appear for you?\nThe version of the product is the latest one of all.';
    const filled = Array.from({ length: 4 }, (_, at) => post(`Awake crashes ${at}`, form, `author ${at}`));
    const { summary: told } = nameSignal(filled, backgroundOf(filled));
    expect(told).not.toMatch(/How often|latest one/);
  });

  it('is empty where no two authors say the same', () => {
    const alone = [post('Awake crashes', '', 'one'), post('Awake crashes', '', 'one')];
    expect(nameSignal(alone, backgroundOf(alone)).facets).toEqual([]);
  });
});

const LOGIN_LOOP = [
  'Refresh token is lost after the redirect',
  'Token refresh fails when the redirect comes back',
  'Why is the refresh token gone after a redirect?',
  'After redirect no refresh token any more',
];

describe('the name of posts that share a subject and no statement', () => {
  const LOSES = [
    'Ruler overlay loses midnight colors',
    'Ruler overlay loses export',
    'Ruler overlay loses borders',
    'Slow start of the ruler overlay',
    'Ruler overlay wrong units',
  ];
  const OVERLAY = [
    'Add grid to the ruler overlay',
    'Add themes for the ruler overlay',
    'Add units in the ruler overlay',
  ];

  it.each([
    ['says what has the problems', LOSES, 'Problems with ruler overlay'],
    [
      'says what is to change where most ask for a change',
      [...OVERLAY, 'Rename ruler overlay'],
      'Changes wanted in ruler overlay',
    ],
    [
      'is a statement where others hold its words',
      ['Ruler overlay crashes', 'Crash of the ruler overlay', 'Ruler overlay crashes on start'],
      'Ruler overlay crashes',
    ],
  ])('%s', (_what, titles, name) => {
    const posts = titles.map((title) => post(title));
    expect(themeIn(nameSignal(posts, backgroundOf(posts)).topic)?.replace(/^Widgets: /, '')).toBe(name);
  });

  it.each([
    [
      'is the whole of a name that most titles write',
      [
        'Command Not Found is slow',
        'Command Not Found cannot see modules',
        'Missing icon of Command Not Found',
        'Command Not Found: Wrong prompt',
      ],
      /^Problems with command not found(?:,|$)/i,
    ],
    [
      'names what a third write after it where most write something there',
      [
        'Make comment editor expandable',
        'Comment box jumps when switching editors',
        'Comments accessibility help nits',
        'Navigating to previous comment thread does not work on Linux',
        'Max comment area height depends on editor height',
        'Next commenting range command does not work',
      ],
      /^Problems with comment editor(?:,|$)/i,
    ],
    [
      'is a statement where a fifth say nothing of the theme but what goes wrong',
      [
        'Ruler overlay stuck',
        'Ruler overlay hangs on Mondays',
        'On Linux the ruler overlay is stuck',
        'Ruler overlay has no units',
        'Ruler overlay colors',
        'Old theme of the ruler overlay',
        'Ruler overlay on two monitors',
        'Ruler overlay and its grid',
      ],
      /^Ruler overlay stuck$/,
    ],
    [
      'is no trouble that few titles tell',
      [
        'Ruler overlay cannot be disabled',
        'Ruler overlay not in the menu',
        'Ruler overlay not translated',
        'Ruler overlay not sharp',
        'Ruler overlay not fast',
      ],
      /^Problems with ruler overlay(?:,|$)/i,
    ],
    [
      'says it of nouns, not of what is done with them',
      ['App not detected by the ruler', 'Ruler does not detect zones', 'Fn key not detected by the ruler', 'Ruler lag'],
      /^(?!.*detect)/,
    ],
  ])('%s', (_what, titles, expected) => {
    const posts = titles.map((title) => post(title));
    expect(themeIn(nameSignal(posts, backgroundOf(posts)).topic)?.replace(/^Widgets: /, '')).toMatch(expected);
  });

  it('is a trouble that says no more than "not" only where others say the same of it', () => {
    const peek = [
      'Peek does not remember its size',
      'Cannot close Peek',
      'Peek cannot open PDFs',
      'Peek does not zoom',
      'Peek cannot rotate',
    ];
    expect(themeIn(name('Peek not working', ...peek).topic)).toBe('Widgets: Problems with Peek');
    expect(name('Peek not working', 'Peek is not working at all', 'Peek stopped working', ...peek).topic).toMatch(
      /Peek.* work/,
    );
  });

  it('is no statement that says nothing of what most titles are about', () => {
    const titles = [
      'Change the scope of nested mount points',
      'Change the scope of the tree',
      'Cache for mount points',
      'Regex mount points collide',
      'Mount points without links',
    ];
    expect(name(...titles).topic).toMatch(/mount points/);
  });

  it('says the subject before the phrase where both say more than the subject alone', () => {
    const titles = [
      '[FancyZones] Layout lost after sleep',
      'FancyZones lost its grid in sleep',
      'FancyZones flickers in sleep',
      'Sleep hangs with FancyZones',
      'FancyZones leaks memory',
      'FancyZones lost its icon',
    ];
    expect(themeIn(name(...titles).topic)).toBe('FancyZones: Problems with sleep');
  });

  it('keeps the "and" inside a name that most titles write', () => {
    const titles = [
      'Crop and Lock loses menus',
      'Crop and Lock loses colors',
      'Crop and Lock loses borders',
      'Slow Crop and Lock',
      'Crop and Lock typo',
    ];
    expect(themeIn(name(...titles).topic)).toBe('Widgets: Problems with Crop and Lock');
  });

  it('has an example where others say some of it too', () => {
    expect(name(...LOSES).topic).toMatch(/Problems with ruler overlay, e\.g\. loses /);
    expect(name(...OVERLAY, 'Rename ruler overlay').topic).toMatch(/Changes wanted in ruler overlay, e\.g\. add /);
  });

  const VAGUE = [
    'Text Extractor not sharp',
    'Text Extractor not in the menu',
    'Text Extractor not translated',
    'Text Extractor not fast',
    'Text Extractor reads wrong letters',
    'Text Extractor ignores the second screen',
    'Text Extractor copies duplicates of lines',
  ];

  it.each([
    ['Export never ends in the zones', 'export never ends'],
    ['Zones never end their export', 'never end their export'],
    ['Zones are not restored', 'not restored'],
  ])('does not repeat in the example "%s" what it says itself', (title, example) => {
    const { topic } = name(title, 'Colors of zones', 'Sleep and zones', 'Units in the ruler');
    expect(topic).toBe(`Widgets: Problems with zones, e.g. ${example}`);
  });

  it('is of several things where some titles write so', () => {
    const titles = ['Slow ruler overlay', 'Ruler overlay typo', 'Leak in ruler overlays', 'Export of ruler overlay'];
    expect(themeIn(name(...titles).topic)).toBe('Widgets: Problems with ruler overlays');
  });

  it('is no need that comes last, which is a noun', () => {
    const titles = [
      'Grid layout migrations',
      'Grid layout migrations lost after sleep',
      'Duplicate grid layout in migrations',
      'Slow migrations of the grid layout',
    ];
    expect(themeIn(name(...titles).topic)).toBe('Widgets: Problems with grid layout');
  });

  it('is the subject also where they agree on nothing, with a complaint of those that name it', () => {
    const titles = ['Export of zones never ends', 'Sleep and zones', 'Colors of zones', 'Wrong units in the ruler'];
    expect(name(...titles).topic).toBe('Widgets: Problems with zones, e.g. export of zones never ends');
  });

  it('has what one post says of it as example where no complaint is typical', () => {
    expect(name(...VAGUE).topic).toMatch(
      /^Widgets: Problems with Text Extractor, e\.g\. (?:not|reads|ignores|copies) /,
    );
    const typical = ['Second screen blank with Text Extractor', 'Blank second screen and Text Extractor'];
    expect(name(...VAGUE, ...typical).topic).toMatch(/e\.g\. .*second screen/i);
    const apart = ['Colors of zones', 'Sleep and zones', 'Zones and menus', 'Wrong units in the ruler'];
    expect(name(...apart).topic).toBe('Widgets: Problems with zones');
  });

  it('has no wish as an example of problems', () => {
    const wishes = ['Add themes to Text Extractor', 'Support themes in Text Extractor', 'More Text Extractor themes'];
    expect(name(...wishes, ...VAGUE).topic).toMatch(/Problems with Text Extractor, e\.g\. (?!.*themes)/);
  });

  it('calls what its example asks for a change wanted, not a problem', () => {
    const titles = ['Remove broken shadow', 'Text Extractor shadow', 'Remove the Text Extractor color'];
    const rest = ['Text Extractor of colors', 'Text Extractor in docks', 'Monitor crash of Text Extractor'];
    expect(name(...titles, ...rest).topic).toMatch(/Changes wanted in Text Extractor, e\.g\. remove/);
    expect(name(...rest, 'Slow Text Extractor', 'Red Text Extractor').topic).toMatch(/Problems with Text Extractor/);
  });

  it('has what is asked for as its example where no fault is typical, and a fault of nothing in particular last', () => {
    const rest = ['Text Extractor of colors', 'Text Extractor in docks', 'Text Extractor by night'];
    const asked = 'Add shadow to Text Extractor';
    expect(name(asked, ...rest).topic).toMatch(/Changes wanted in Text Extractor, e\.g\. add shadow/);
    const vague = 'Text Extractor does not work on red monitors';
    expect(name(vague, ...rest).topic).toMatch(/Problems with Text Extractor, e\.g\. does not work on red monitors/);
    expect(name(vague, asked, ...rest).topic).toMatch(/e\.g\. add shadow/);
    expect(name('Text Extractor does not work', ...rest).topic).not.toContain('e.g.');
  });

  it('gives up the name before it where its example has no room otherwise', () => {
    const rest = [
      'Synchronized terminal buffer colors',
      'Synchronized terminal buffer in docks',
      'Synchronized terminal buffer size',
    ];
    const example = 'Cursor jumps out of the crashed window';
    const { topic } = name(`${example} of the synchronized terminal buffer`, ...rest);
    expect(topic).toMatch(/^Problems with synchronized terminal buffer, e\.g\. cursor jumps/);
  });

  it('keeps the "in" of "log in"', () => {
    const titles = [
      'Bank: unable to log in to the vault',
      'Shop: unable to log in from Paris',
      'Club: unable to log in by night',
    ];
    expect(name(...titles).topic).toMatch(/log in/);
  });

  it('names nobody by a request that two of many make', () => {
    const titles = [
      'Enable magic committer',
      'Magic committer to be enabled',
      'Add magic committer docs',
      'Support writes with magic committer',
    ];
    const rest = [
      'Magic committer loses files',
      'Speed of magic committer',
      'Magic committer commits twice',
      'Tests of magic committer',
    ];
    expect(name(...titles, ...rest).topic).toMatch(/(?:Changes wanted in|Problems with) magic committer/);
  });

  it('is nothing that posts say, so that no count and no example repeats it', () => {
    const titles = [
      'Changes of monorepo jobs wanted',
      'Monorepo jobs: changes wanted at night',
      'Filter the monorepo jobs',
    ];
    const rest = ['Monorepo jobs of changed packages', 'Order of monorepo jobs', 'Monorepo jobs in docks'];
    const posts = [...titles, ...rest].map((title, at) => post(title, '', `author ${at}`));
    const { summary } = describeNamed(posts, 'Changes wanted in monorepo jobs', backgroundOf(posts));
    expect(summary).not.toMatch(/title says|Changes wanted in monorepo jobs/);
  });

  it('has no error or code as its subject', () => {
    const titles = [
      'Engine response 42P05 odd',
      'Engine response of SyntaxError',
      'SyntaxError 42P05 in engine response',
    ];
    expect(name(...titles, ...titles, 'Engine response in red').topic).not.toMatch(/^(?:SyntaxError|42P05):/);
  });

  it('writes a name of two words with both capitals, though its first is a word too', () => {
    const titles = [
      'File Locksmith lists no file',
      'Every file missing in File Locksmith',
      'Any file red in File Locksmith',
    ];
    expect(name(...titles, 'File Locksmith on a file share', 'One file twice in File Locksmith').topic).toContain(
      'with File Locksmith',
    );
  });

  it('holds a version only where two titles do', () => {
    expect(name('Upgrade ant to 1.10.9', 'Upgrade ant to 1.10.11', 'Upgrade ant to 1.10.13').topic).not.toMatch(/\d/);
  });

  it('is no trouble of nothing', () => {
    const titles = ['[Tile view] Fails', '[Tile view] Fails again', 'Tile view slow', 'Tile view fails'];
    expect(name(...titles).topic).not.toMatch(/^[^:]+: fails$/i);
  });

  it('is followed by what does not happen, but not by "not working"', () => {
    const titles = [
      'Workspaces does not work',
      'Workspaces does not detect Slack',
      'Workspaces does not detect Outlook',
      'How workspaces detect apps',
      'Position of a browser in workspaces',
      'Workspaces: Launch order',
      'Slack in workspaces',
      'Colors of workspaces',
      'Order of the list of workspaces',
    ];
    const posts = titles.map((title) => post(title));
    expect(nameSignal(posts, backgroundOf(posts)).topic).toMatch(/Problems with workspaces, e\.g\. .*not detect/i);
  });

  it('says itself what goes wrong where it has a verb', () => {
    const titles = [
      'Serverless functions exhaust database connections',
      'Serverless functions exhaust the connection pool of our database',
      'Database pool exhausted by serverless traffic',
      'Postgres connections exhausted by lambda functions',
      'Too many connections from functions',
      'Serverless traffic peak and the database',
    ];
    const posts = titles.map((title) => post(title, 'Serverless functions exhaust database connections.'));
    expect(nameSignal(posts, backgroundOf(posts)).topic).toBe('Serverless functions exhaust database connections');
  });

  it('begins with the adverb that most write before it', () => {
    const titles = [
      'Always on top slow on VMs',
      'Always on top hides menus',
      'Deadlock of always on top',
      'Games fail with always on top',
    ];
    const posts = titles.map((title) => post(title));
    expect(nameSignal(posts, backgroundOf(posts)).topic).toMatch(/always on top/i);
  });
});

describe('a name among others', () => {
  it.each([
    ['vscode', 'Vs code crashes on save', 'VS Code: Tab bar missing'],
    ['seamonkey', 'Crash of Seamonkey on save', 'SeaMonkey mail is slow'],
    ['vscode', 'Crash on save', 'VS Code: Tab bar missing'],
  ])('writes the product %s as the topics of other signals do', (repository, title, topic) => {
    const posts = [title, title, title].map((each, at) => ({
      ...post(each, '', `author ${at}`),
      repository: `acme/${repository}`,
    }));
    const named = nameSignal(posts, backgroundOf(posts), createTopics([topic, `${topic} again`, topic]));
    expect(named.topic).toContain(topic.split(/:| mail/)[0]);
  });

  it('differs from every topic that is taken', () => {
    const posts = LOGIN_LOOP.map((title) => post(title));
    const taken = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const { topic } = nameSignal(posts, backgroundOf(posts), taken);
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
    expect(name(title, ...LOGIN_LOOP.slice(1)).topic).not.toMatch(/acme|FooBarBank|4\.18|1647039/);
  });

  it('does not claim for all what the title of one post says', () => {
    const { topic } = name(
      'Resumable upload crashes on Fridays',
      'Resumable upload: add a progress bar',
      'Resumable upload: add a pause button',
      'Resumable upload: add checksums',
      'Resumable upload: support folders',
      'Resumable upload: support links',
    );
    expect(topic).not.toMatch(/crash/i);
    expect(topic).toMatch(/resumable upload/i);
  });
});

describe('names and summaries of hostile posts', () => {
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
  const hostilePosts = fc.array(fc.record({ title: fc.option(hostile), text: hostile }), {
    minLength: 1,
    maxLength: 6,
  });

  it('are within their limits and harmless text', () => {
    fc.assert(
      fc.property(hostilePosts, (told) => {
        const posts = told.map((written, at) => ({ ...post('', '', `author ${at}`), ...written }));
        const { topic, summary } = nameSignal(posts, backgroundOf([]));
        expect(topic.length).toBeGreaterThan(0);
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

  it.each([
    ['spaces', ' '.repeat(50_000)],
    ['brackets', '['.repeat(50_000)],
    ['quotes', '"a '.repeat(20_000)],
    ['numbers', '1.'.repeat(30_000)],
    ['commas', 'fails, '.repeat(10_000)],
    ['prepositions', 'in since with '.repeat(10_000)],
    ['one long word', 'a'.repeat(50_000)],
  ])('are found in bounded time for posts of %s', (_, text) => {
    const posts = Array.from({ length: 20 }, (_unused, at) => post(text, text, `author ${at}`));
    const before = process.threadCpuUsage();
    nameSignal(posts, backgroundOf([]));
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(5_000);
  });
});

describe('a signal', () => {
  it('is about a trouble or a need where a third of its posts say so', () => {
    expect(isAboutTrouble(TRAY.map((title) => post(title)))).toBe(true);
    expect(isAboutTrouble(['Selling a monitor', 'My new desk', 'Who plays chess?'].map((title) => post(title)))).toBe(
      false,
    );
  });

  it('may say it by code alone: an error message, a call', () => {
    const titles = ['called `unwrap()` on a `None` value', '0x80263001', 'onSave() after undo'];
    expect(isAboutTrouble(titles.map((title) => post(title)))).toBe(true);
  });

  it('says nothing where its posts only say that there is a bug', () => {
    const titles = ['Bug', 'bug report', 'Bug report for Widgets', 'First bug', 'Widgets BUG'];
    expect(isAboutTrouble(titles.map((title) => post(title)))).toBe(false);
  });

  it('is shown in other scripts where it is from a tracker, since nothing else tells', () => {
    const posts = ['键盘管理器经常失灵', '键盘映射失效', 'windows11 系统中键盘映射有bug'].map((title) => post(title));
    expect(isAboutTrouble(posts)).toBe(true);
    expect(isAboutTrouble(posts.map((each) => ({ ...each, repository: null })))).toBe(false);
    const mostElsewhere = posts.map((each, at) => ({ ...each, repository: at === 0 ? each.repository : null }));
    expect(isAboutTrouble(mostElsewhere)).toBe(false);
  });

  it('shows more signs where it is from no tracker, since one of a few posts shows some by chance', () => {
    const walks = [
      post('Random walk of an otter on a map', 'What are the odds that it returns home within 7 steps?'),
      post('Random walk of a mole on a map', 'What are the odds that it returns home within 7 steps?'),
      post('Why is the mascot a mole?', 'There must be a story.'),
    ].map((each) => ({ ...each, repository: null }));
    expect(isAboutTrouble(walks)).toBe(false);
    expect(isAboutTrouble([...walks, ...walks.slice(0, 2), ...walks.slice(0, 2)])).toBe(true);
  });
});
