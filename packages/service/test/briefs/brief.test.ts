import { BRIEF_SECTIONS, OpportunityBrief } from '@pain-signals/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BriefInput, sentencesIn, writeBrief } from '../../src/briefs/brief.ts';
import type { SignalDocument, SignalFigures } from '../../src/model/signal.ts';
import { describeNamed, nameSignal } from '../../src/naming/index.ts';
import { scoreSignals } from '../../src/scoring/score.ts';
import { sentenceKey } from '../../src/text/sentences.ts';
import { documentOf as anyDocument, backgroundOf } from '../support/documents.ts';
import { DAY_MS, NOW as FIGURES_NOW, figuresOf } from '../support/figures.ts';
import { sampleSignals } from '../support/sample-signals.ts';

const NOW = Date.UTC(2026, 5, 1);

function documentOf(at: number, title: string, text: string): SignalDocument {
  const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  return {
    postId: id,
    externalId: `acme/widgets#${at}`,
    title,
    text,
    chunks: [{ id, text: `${title}\n${text}` }],
    provider: 'github',
    author: `author${at}`,
    repository: 'acme/widgets',
    url: null,
    reactions: 0,
    severity: 0.6,
    similarity: 0.8,
    createdAt: NOW - at * 86_400_000,
  };
}

/** A text that adds nothing to the title, where a title alone would be no brief. */
const SHORT = 'Here too.';
/** Who has it, which is a finding of its own: two of them. */
const PLACED = 'Here too, on Windows 11 with version 2.4.1.';

const DOCUMENTS = [
  documentOf(1, 'Tray icon missing', 'The tray icon is missing on Windows 11. I lost hours on the tray icon.'),
  documentOf(
    2,
    'Tray icon missing',
    'The tray icon is gone on Windows 11. As a workaround I restart the tray icon, which helps.',
  ),
  documentOf(
    3,
    'Tray icon is missing',
    'We wasted days because the tray icon is not there. Please add the tray icon back.',
  ),
  documentOf(
    4,
    'Tray icon missing again',
    'Restarting the explorer fixed the tray icon for now. The tray icon should be there.',
  ),
  documentOf(5, 'Tray menu does not open', 'The tray menu stays closed for everybody here.'),
  documentOf(6, 'Tray menu does not open', 'Nothing happens when the tray menu is clicked.'),
];

/** Three parts, and nothing else. */
const PARTS = [
  ...DOCUMENTS.map(({ title }, at) => documentOf(at, title ?? '', SHORT)),
  ...[7, 8].map((at) => documentOf(at, 'Tray colors are distorted', SHORT)),
].map((document) => ({ ...document, chunks: [] }));

const figures = {
  signalId: 'signal',
  volume: 6,
  chunkCount: 6,
  authors: 6,
  authors90d: 6,
  distinctDays: 6,
  firstSeenAt: NOW - 40 * 86_400_000,
  lastSeenAt: NOW,
  lastWindow: { mentions: 2, authors: 2 },
  prevWindow: { mentions: 5, authors: 5 },
  weeklyAuthors: [],
  providers: [{ provider: 'github', mentions: 6 }],
  repositories: [{ repository: 'acme/widgets', mentions: 6 }],
  owners: [{ owner: 'acme', chunks: 6 }],
  severity: 0.6,
  reactions: 0,
  coherence: 0.5,
};

const input = (documents: readonly SignalDocument[]): BriefInput => ({
  signal: {
    id: '11111111-1111-4111-8111-111111111111',
    description: {
      topic: 'Tray icon missing',
      summary: '',
      painType: null,
      macroArea: null,
      macroAreaConfidence: null,
    },
    figures,
    score: {
      signalId: 'signal',
      score: 50,
      scoreParts: { breadth: 0.5, confidence: 0.5 } as BriefInput['signal']['score']['scoreParts'],
      growth: -0.6,
      riseP: 1,
      trending: false,
      emerging: false,
    },
  },
  documents,
  background: { documentFrequencies: new Map(), documents: 1_000 },
  now: NOW,
  newId: () => '22222222-2222-4222-8222-222222222222',
});

const brief = writeBrief(input(DOCUMENTS));

describe('an opportunity brief', () => {
  it('is the record that the contract describes', () => {
    expect(OpportunityBrief.safeParse(brief).error).toBeUndefined();
  });

  it('says the problem by its facets, each with its posts, and cites three authors of the first and two of the others', () => {
    expect(brief?.problem).toMatch(
      /^At least 4 of 6 posts \(see \[1\] \[2\] \[3\]\) report “Tray icon.*” in these or similar words\. At least 2 of 6 posts \(see \[4\] \[5\]\) report “Tray menu does not open”/,
    );
  });

  it('says who has it, and apart from that what it costs them', () => {
    expect(brief?.affected).toBe('Platforms: Windows 11 (2).');
    expect(brief?.impact).toMatch(/^At least 2 of 6 posts say it costs time: “.+” \[\d+\]; “.+” \[\d+\]\.$/);
  });

  it('says what they do today and whether it works', () => {
    expect(brief?.workarounds).toEqual([
      expect.stringMatching(
        /^“As a workaround I restart the tray icon, which helps” \[\d+\] \(works, according to its author\)\.$/,
      ),
      expect.stringMatching(
        /^“Restarting the explorer fixed the tray icon for now” \[\d+\] \(works, according to its author\)\.$/,
      ),
    ]);
  });

  it('counts the posts that say more than it quotes', () => {
    const more = [7, 8, 9].map((at) =>
      documentOf(at, 'Tray icon missing', `Restarting number ${'x'.repeat(at)} helps with the tray icon here.`),
    );
    const found = writeBrief(input([...DOCUMENTS, ...more]));
    expect(found?.workarounds).toEqual([
      expect.stringMatching(
        /^At least 5 of 9 posts mention a workaround, for example “[^”]+” \[\d+\][^“]* and “[^”]+” \[\d+\][^“]*$/,
      ),
    ]);
  });

  it('gives what they say themselves where it adds to the titles', () => {
    const telling = documentOf(
      7,
      'Tray icon missing',
      'The tray icon is missing whenever a docking station wakes the external monitor.',
    );
    expect(writeBrief(input([...DOCUMENTS, telling]))?.problem).toMatch(
      / In their words: “The tray icon is missing whenever a docking station wakes the external monitor” \[\d+\]/,
    );
    expect(brief?.problem).not.toContain('In their words');
    const other = { ...telling, title: 'Printer hangs' };
    expect(writeBrief(input([...DOCUMENTS, other]))?.problem).not.toContain('In their words');
  });

  it('says what they ask for', () => {
    const asking = documentOf(7, 'Tray icon missing', 'I would like to pin the tray icon somewhere else.');
    expect(writeBrief(input([...DOCUMENTS, asking]))?.opportunity).toMatch(
      /^At least 2 of 7 posts ask for a change: “.+tray icon.+” \[\d+\]; “.+tray icon.+” \[\d+\]\.$/,
    );
    expect(brief?.opportunity).toBe('');
    const titled = [7, 8].map((at) => documentOf(at, `Add option ${'x'.repeat(at)} to the tray icon`, SHORT));
    expect(writeBrief(input([...DOCUMENTS, ...titled]))?.opportunity).toMatch(
      /^At least 3 of 8 posts ask for a change: /,
    );
  });

  it('says with what to reproduce it where three posts name it', () => {
    const third = documentOf(7, 'Tray icon missing', 'The tray icon is missing on Windows 11 as well.');
    expect(writeBrief(input([...DOCUMENTS, third]))?.nextSteps).toContain(
      'Reproduce it with Windows 11 (3 of 7 posts).',
    );
  });

  it('counts as a part of the largest complaint only posts whose titles have its words', () => {
    const added = ['Tray icon missing on docked laptops', 'Tray icon missing on all docked laptops'];
    const told = (third: string) =>
      writeBrief(input([...DOCUMENTS, ...[...added, third].map((title, at) => documentOf(at + 7, title, SHORT))]))
        ?.problem;
    expect(told('Tray icon missing with docked laptops')).toContain('At least 3 of these');
    expect(told('Tray icon disappears on docked laptops')).toContain('At least 2 of these');
  });

  it('names the releases with which two or more say that it began', () => {
    const titles = [
      'Tray icon missing since 2.4.1',
      'Tray icon missing after update to 2.4.1',
      'No tray icon since v2.5',
      'Tray icon missing since v2.5 again',
      'Tray icon missing since 2.6',
    ];
    const posts = (all: readonly string[]) => all.map((title, at) => documentOf(7 + at, title, SHORT));
    const found = writeBrief(input([...DOCUMENTS, ...posts(titles)]));
    expect(found?.problem).toMatch(/Said to have begun with 2\.4\.1 \[\d+\] \[\d+\], 2\.5 \[\d+\] \[\d+\]\./);
    expect(found?.nextSteps.join(' ')).toMatch(
      /Check what changed in 2\.4\.1 and 2\.5: \[\d+\], \[\d+\], \[\d+\] and \[\d+\] say that it began there\./,
    );
    const updated = 'Tray icon missing after updating from 2.3.0 to 2.4.1';
    expect(writeBrief(input([...DOCUMENTS, ...posts([updated, updated])]))?.problem).toMatch(
      /Said to have begun with 2\.4\.1 \[\d+\] \[\d+\]\./,
    );
    const others = [
      'Upgrade the tray icon to 2.4.1',
      'Tray icon missing after installed UserVersion=2.4.1',
      'Update fails, tray icon missing, both user(2.4.0) and machine(2.4.1) installed',
      'Tray icon missing in 2.4.1',
    ];
    for (const title of others)
      expect(writeBrief(input([...DOCUMENTS, ...posts([title, title])]))?.problem).not.toContain('begun with');
  });

  it('quotes the sentences that tell most: figures before others, with how many say the same', () => {
    const texts = [
      'The tray icon needs 900 MB of memory after two days.',
      'The tray icon needs 700 MB of memory after two days.',
      'The tray icon is somewhat strange in several respects.',
    ];
    const quiet = Array.from({ length: 8 }, (_, at) => documentOf(20 + at, 'Tray icon missing', SHORT));
    const found = writeBrief(
      input([...DOCUMENTS, ...quiet, ...texts.map((text, at) => documentOf(7 + at, 'Tray icon missing', text))]),
    );
    expect(found?.problem).toMatch(
      / In their words: “The tray icon needs [79]00 MB of memory after two days” \[\d+\] \(at least 2 posts\)\./,
    );
  });

  it('says what somebody tried and whether it works or does not, where the post says so plainly', () => {
    const verdicts = [
      ['Restarting the tray icon service helped.', /helped” \[\d+\] \(works, according to its author\)\.$/],
      ['Restarting the tray icon service helped for a day.', /day” \[\d+\]\.$/],
      ['Restarting the tray icon service fixes the laptop, not the second screen.', /\[\d+\]\.$/],
      ['Removing the tray icon view fixes the gap and brings back the covered menu.', /\[\d+\]\.$/],
      [
        'Raising the limit of the tray icon did nothing.',
        /nothing” \[\d+\] \(doesn’t work, according to its author\)\.$/,
      ],
    ] as const;
    const bare = DOCUMENTS.map((document) => ({ ...document, text: SHORT, chunks: [] }));
    for (const [text, verdict] of verdicts)
      expect(writeBrief(input([...bare, documentOf(7, 'Tray icon missing', text)]))?.workarounds).toEqual([
        expect.stringMatching(verdict),
      ]);
  });

  it('is not written where titles say no more than the topic, unless all say the same', () => {
    const alike = Array.from({ length: 8 }, (_, at) => documentOf(at, 'Tray icon missing', ''));
    const odd = ['Umbrella', 'Violin'].map((title, at) => documentOf(20 + at, `${title} breaks`, ''));
    expect(writeBrief(input([...alike, ...odd]))).toBeNull();
    expect(writeBrief(input(alike))).not.toBeNull();
    const telling = ['Tray icon missing after a long sleep', 'Tray icon missing on docked laptops'];
    const told = telling.map((title, at) => documentOf(10 + at, title, ''));
    expect(writeBrief(input([...alike, ...odd, ...told]))).not.toBeNull();
  });

  it.each([
    ['Make sure the tray icon is missing and the computer does not sleep for 40 minutes.', 'Make sure'],
    ['When I start another desktop the tray icon is there for 40 minutes and no error appears.', 'no error'],
  ])('quotes no step and no sentence that says that it works: “%s”', (text, quoted) => {
    const found = writeBrief(input([...DOCUMENTS, documentOf(7, 'Tray icon missing', text)]));
    expect(found?.problem ?? quoted).not.toContain(quoted);
  });

  it('takes only the time of those who write for time that is lost', () => {
    const costOf = (text: string) => {
      const alike = PARTS.map((document) => ({ ...document, title: 'Tray icon missing' }));
      return writeBrief(input([...PARTS, ...alike.slice(0, 1), documentOf(20, 'Tray icon missing', text)]))?.impact;
    };
    expect(costOf('The tray icon is missing, and I edited the settings by hand to test it.')).toBe('');
    expect(costOf('The tray icon is missing, and we have to restart the desktop by hand.')).toContain('it costs time');
  });

  it('is not written of a wish that few of the posts have', () => {
    const briefOf = (alike: number) => {
      const wishes = ['Umbrella', 'Violin', 'Walnut', 'Xylophone', 'Yoghurt', 'Zebra', 'Quiver', 'Rhubarb', 'Saddle'];
      const alikeFirst = Array.from({ length: alike }, () => 'Add metrics to the logs');
      const titles = [...alikeFirst, ...wishes.map((each) => `${each} breaks`)];
      const given = input(titles.map((title, at) => documentOf(at, title, PLACED)));
      const description = { ...given.signal.description, topic: 'Add metrics to the logs' };
      return writeBrief({ ...given, signal: { ...given.signal, description } });
    };
    expect(briefOf(5)).toBeNull();
    expect(briefOf(7)).not.toBeNull();
  });

  it('quotes no sentence that needs the one before it', () => {
    const telling = documentOf(7, 'Tray icon missing', 'After this the tray icon is gone for 40 minutes and crashes.');
    expect(writeBrief(input([...DOCUMENTS, telling]))?.problem).not.toContain('After this');
  });

  it('says how many they are and whether it grows', () => {
    expect(brief?.problem).toContain(
      '6 people have written 6 posts since April 2026, all in acme/widgets. 2 posts appeared in the week ending June 1, 2026, and 5 the week before; the average since April 2026 is about 1 a week.',
    );
  });

  it('shows names from sources on one line, without characters that hide or turn text', () => {
    const author = 'ada\u202e\u001b[31m\nlovelace';
    const given = input(DOCUMENTS.map((document, at) => ({ ...document, author: `${author}${at}` })));
    const repositories = [{ repository: 'github/acme/\u202ewidgets\n\u001b[2Jnow', mentions: figures.volume }];
    const found = writeBrief({ ...given, signal: { ...given.signal, figures: { ...figures, repositories } } });
    expect(found?.problem).toContain('all in acme/widgets [2Jnow. 2 posts appeared in');
    expect(found?.evidence[0]?.author).toMatch(/^ada \[31m lovelace\d$/);
    expect(JSON.stringify(found)).not.toMatch(/\\u001b|\u202e/);
  });

  it('says so where it has read only a part of the posts', () => {
    const given = input(DOCUMENTS);
    const larger = writeBrief({ ...given, signal: { ...given.signal, figures: { ...figures, volume: 300 } } });
    expect(larger?.problem).toMatch(
      /^At least 4 of the 6 most typical posts \(see \[1\] .+ At least 2 of 6 posts \(see \[4\] .+ 6 people have written 300 posts/,
    );
  });

  it('says posts where nobody knows how many people wrote them', () => {
    const unknown = DOCUMENTS.map((document) => ({ ...document, author: null }));
    const found = writeBrief(input(unknown));
    const { problem, fitWarning, risks, nextSteps, patternStatement } = found ?? {};
    expect(problem).toContain('6 posts since April 2026, all in acme/widgets');
    expect(fitWarning).toBe('Only 6 posts so far.');
    expect(nextSteps?.[0]).toMatch(
      /^Reply to \[\d+\] and \[\d+\] \(about the impact\), and \[\d+\] \(about a workaround\)\.$/,
    );
    expect([problem, fitWarning, patternStatement, ...(nextSteps ?? [])].join(' ')).not.toMatch(/people|authors?\b/);
    expect(risks).toContain('Cooling off: 2 mentions this week, 5 last week.');
    const [known, ...others] = DOCUMENTS;
    const mixed = writeBrief(input([...others, { ...(known as SignalDocument), author: null }]));
    expect(mixed?.problem).not.toContain('people');
  });

  it('says when a silent signal was written about, without a pace', () => {
    const silent = { mentions: 0, authors: 0 };
    const demandOf = (lastSeenAt: number) => {
      const given = input(DOCUMENTS);
      const past = { ...figures, lastSeenAt, lastWindow: silent, prevWindow: silent };
      return writeBrief({ ...given, signal: { ...given.signal, figures: past } })?.problem;
    };
    expect(demandOf(NOW - 20 * DAY_MS)).toMatch(
      /from April 2026 to May 2026, all in acme\/widgets, the last on May \d+, 2026\.$/,
    );
    expect(demandOf(figures.firstSeenAt)).toMatch(
      /6 people wrote 6 posts in April 2026, all in acme\/widgets, the last on April \d+, 2026\.$/,
    );
  });

  it('compares two weeks only where one of them has five mentions, else it says when the last post was', () => {
    const demandIn = (mentions: number) => {
      const given = input(DOCUMENTS);
      const week = { mentions, authors: mentions };
      const own = { ...figures, lastWindow: { mentions: 1, authors: 1 }, prevWindow: week };
      return writeBrief({ ...given, signal: { ...given.signal, figures: own } })?.problem;
    };
    expect(demandIn(5)).toMatch(
      /\. 1 post appeared in the week ending [^,]+, 2026, and 5 the week before; the average since \w+ \d{4} is about 1 a week\.$/,
    );
    expect(demandIn(4)).toMatch(/, the last on [^,]+, 2026\.$/);
  });

  it('says that the last weeks are below the mean', () => {
    const given = input(DOCUMENTS);
    const week = (mentions: number) => ({ mentions, authors: mentions });
    const own = { ...figures, volume: 60, lastWindow: week(1), prevWindow: week(3) };
    expect(writeBrief({ ...given, signal: { ...given.signal, figures: own } })?.problem).toMatch(
      /\. 1 post appeared in the week ending [^,]+, 2026, and 3 the week before; the average since \w+ \d{4} is about \d+ a week\.$/,
    );
  });

  it('quotes no sentence of a post whose title it has just quoted', () => {
    const given = input([
      ...DOCUMENTS.map((document) => ({ ...document, text: SHORT, chunks: [] })),
      documentOf(7, 'Tray icon missing after an update of the graphics driver', 'The tray icon is missing for good.'),
    ]);
    expect(writeBrief(given)?.problem).not.toContain('In their words');
  });

  it('says that a post has details only where its text does', () => {
    const link = 'https://example.com/issues/1';
    const bare = [1, 2, 3, 4].map((at) => documentOf(at, 'Tray icon missing', at % 2 === 0 ? '' : link));
    const stepsOf = (text: string) =>
      writeBrief(input([...bare, documentOf(5, 'Tray icon missing', text)]))?.nextSteps.join(' ');
    expect(stepsOf(link)).toMatch(/^Talk to the authors of \[1\], \[2\] and \[3\]\.$/);
    expect(stepsOf('The tray icon of the widgets is gone and nobody finds it again.')).toMatch(
      /^Talk to the authors of \[\d\] \(most detailed\), and \[\d\] and \[\d\]\.$/,
    );
  });

  it('says of no post that is a title only that it has details', () => {
    const title = 'Tray icon missing after sleep. The tray icon of the second screen needs a restart';
    const titles = [title, 'Tray icon missing when docked', ...Array.from({ length: 3 }, () => 'Tray icon missing')];
    const found = writeBrief(input(titles.map((each, at) => documentOf(at, each, ''))));
    expect(found?.nextSteps.join(' ') ?? 'detailed').not.toContain('detailed');
    expect(found?.problem).not.toContain('In their words');
  });

  it('says nothing of a cost that the titles it has quoted say', () => {
    const crashing = [
      'Tray icon missing after crash of the graphics driver',
      'Tray icon missing once the desktop crashed',
    ];
    const found = writeBrief(
      input([1, 2, 3, 4, 5].map((at) => documentOf(at, crashing[at - 1] ?? 'Tray icon missing', SHORT))),
    );
    expect(found?.problem).toMatch(/crash of the graphics driver” .+ the desktop crashed”/);
    expect(found?.affected).not.toContain('Crashes or freezes');
  });

  it('compares with where several say that it works', () => {
    const compared = DOCUMENTS.map((document) => ({
      ...document,
      text: 'The tray icon is missing. Firefox works fine.',
    }));
    const found = writeBrief(input(compared));
    expect(found?.affected).toContain('Reported to work in: Firefox (6).');
    expect(found?.nextSteps.join(' ')).toContain('Compare with Firefox, where 6 posts say that it works.');
  });

  it('tells of no place where some say that it fails and others that it works', () => {
    const both = DOCUMENTS.map((document) => ({
      ...document,
      text: 'The tray icon is missing on Windows 11. Windows 11 works fine.',
    }));
    const found = writeBrief(input(both));
    expect(`${found?.affected} ${found?.nextSteps.join(' ')}`).not.toMatch(/Windows|to work in|[Cc]ompare with/);
  });

  it.each([
    ['I lost two hours on the tray icon.', true],
    ['Finding the tray icon took me a whole day.', true],
    ['The tray icon is missing, and the build takes 25 minutes to install.', false],
    ['The tray icon is lost, events from the last hour are kept.', false],
  ])('takes “%s” for time that somebody lost: %s', (text, isLost) => {
    const plain = [1, 2, 3, 4, 5].map((at) => documentOf(at, 'Tray icon missing', SHORT));
    const found = writeBrief(input([...plain, documentOf(6, 'Tray icon missing', text)]));
    expect(found?.impact?.includes(`One post says it costs time: “${text.replace(/\.$/, '')}” [`)).toBe(isLost);
  });

  it('joins two wordings of one complaint, with the posts of both', () => {
    const titles = ['Tray page does not load', 'Tray page stuck loading'];
    const given = input([1, 2, 3, 4, 5, 6].map((at) => documentOf(at, titles[at % 2] ?? '', SHORT)));
    const description = { ...given.signal.description, topic: 'Tray page does not load' };
    const found = writeBrief({ ...given, signal: { ...given.signal, description } });
    expect(found?.problem).toMatch(/^All 6 posts \(see \[1\] .+\) report “Tray page does not load”/);
  });

  it('counts a complaint as the summary of its signal does', () => {
    const titles = [
      'Page does not load',
      'Page does not load at all',
      'The page does not load',
      'Pages not loading',
      'Page stuck loading',
      'Stuck loading the page',
    ];
    const documents = titles.map((title, at) => documentOf(at, title, `The page fails for me after login ${at}.`));
    const given = input(documents);
    const topic = 'Page does not load';
    const { summary } = describeNamed(documents, topic, given.background);
    const brief = writeBrief({
      ...given,
      signal: { ...given.signal, description: { ...given.signal.description, topic } },
    });
    expect(summary).toContain('All 6 posts say “Page does not load”');
    expect(brief?.problem).toMatch(/^All 6 posts [^“]+ report “Page does not load”/);
  });

  it('leaves out what posts only name, without a complaint or a wish', () => {
    const others = ['Odd colors in Remote Desktop', 'Slow start in Remote Desktop', 'Two cursors in Remote Desktop'];
    const found = writeBrief(input([...DOCUMENTS, ...others.map((title, at) => documentOf(at + 7, title, SHORT))]));
    expect(found?.problem).not.toContain('report “Remote Desktop”');
    expect(found?.problem).toMatch(/ Other posts say .*“[^“]+ in Remote Desktop” \[\d+\]/);
  });

  it('gives a post one number, whatever it quotes of it', () => {
    const numbers = brief?.evidence.map(({ externalId }) => externalId) ?? [];
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const [, quote = '', number] of JSON.stringify(brief).matchAll(/“([^”]+)” \[(\d+)\]/g))
      if (quote.endsWith('.')) expect(brief?.evidence[Number(number) - 1]?.excerpt).toContain(quote);
  });

  it('begins with what most posts say, also where the topic is another complaint', () => {
    const many = Array.from({ length: 6 }, (_, at) => documentOf(at + 7, `Tray menu does not open, case ${at}`, SHORT));
    const found = writeBrief(input([...DOCUMENTS, ...many]));
    expect(found?.problem).toMatch(
      /^At least \d+ of 12 posts [^“]+ report “Tray menu does not open”.* “Tray icon missing/,
    );
  });

  it('says what several of the largest complaint add, as a part of it', () => {
    const added = ['on docked laptops', 'on all docked laptops', 'with docked laptops'];
    const found = writeBrief(
      input([...DOCUMENTS, ...added.map((words, at) => documentOf(at + 7, `Tray icon missing ${words}`, SHORT))]),
    );
    expect(found?.problem).toMatch(
      /^At least 7 of 9 posts \(see \[1\] \[2\] \[3\]\) report “Tray icon missing”.* At least 3 of these [^“]+ report “Tray icon missing .*docked laptops”/,
    );
  });

  it('counts what two titles say only where both say it in its words', () => {
    const briefOn = (titles: readonly string[]) =>
      writeBrief(input([...DOCUMENTS.slice(0, 4), ...titles.map((title, at) => documentOf(at + 5, title, SHORT))]));
    const own = ['Tray menu does not open', 'Tray menu does not open at all'];
    expect(briefOn(own)?.problem).toContain('report “Tray menu does not open”');
    const others = ['Tray menu stuck', 'Tray menu hangs'];
    expect(briefOn(others)?.problem).toMatch(/ Other posts say “Tray menu /);
  });

  it("keeps a complaint's name where its posts leave the apostrophe out", () => {
    const titles = [
      'Tray menu cant open since version 2.4',
      'Cant open the tray menu',
      'cant open tray menu',
      'Cant open the tray menu',
    ];
    const given = input(titles.concat(titles).map((title, at) => documentOf(at, title, PLACED)));
    const topic = "Can't open the tray menu";
    const found = writeBrief({
      ...given,
      signal: { ...given.signal, description: { ...given.signal.description, topic } },
    });
    expect(found?.problem).toContain(`“${topic}”`);
  });

  it('spends no sentence on a few posts of which it has nothing to tell', () => {
    const posts = (count: number, other: string) => [
      ...Array.from({ length: count }, (_, at) => documentOf(at, 'Tray icon missing', PLACED)),
      documentOf(30, other, PLACED),
    ];
    expect(writeBrief(input(posts(12, 'Tray')))?.problem).not.toMatch(/Another|Other posts/);
    expect(writeBrief(input(posts(12, 'Printer hangs')))?.problem).toMatch(
      / Another post says “Printer hangs” \[\d+\]\. 6 people/,
    );
  });

  it('quotes the wording that most have, not the one with a typing error', () => {
    const [wrong, right] = ['brifely', 'briefly'].map((word) => `We wasted a day on the tray icon ${word}.`);
    const texts = [wrong, right, right, ...Array.from({ length: 12 }, () => SHORT)];
    const found = writeBrief(input(texts.map((text = '', at) => documentOf(at, 'Tray icon missing', text))));
    expect(found?.impact).toContain('briefly');
  });

  it('names what crashes by itself a problem, not what only does not work', () => {
    const briefOn = (title: string, topic: string) => {
      const given = input([1, 2, 3, 4, 5].map((at) => documentOf(at, title, PLACED)));
      return writeBrief({ ...given, signal: { ...given.signal, description: { ...given.signal.description, topic } } });
    };
    expect(briefOn('Widgets suddenly crashed', 'Widgets crashes')?.problem).toMatch(/crash/);
    expect(briefOn('Widgets do not work', 'Widgets not working')).toBeNull();
  });

  it('quotes no plain sentence, and none that is cut out of a dialog', () => {
    const found = writeBrief(
      input([
        ...PARTS,
        documentOf(9, 'Tray icon missing', 'The tray icon is missing for colleagues in the office upstairs.'),
        documentOf(10, 'Tray icon missing', 'The tray icon is missing whenever the dialog says to try again.”'),
      ]),
    );
    expect(found?.problem).toContain('report “Tray icon missing”');
    expect(found?.problem).not.toContain('In their words');
  });

  it('tells no verb for a place', () => {
    const others = ['Slow panel flickers', 'Printer list flickers', 'Fonts of old flickers'];
    const found = writeBrief(input([...DOCUMENTS, ...others.map((title, at) => documentOf(at + 7, title, SHORT))]));
    expect(found?.problem).toContain('“Tray icon missing”');
    expect(found?.problem).not.toMatch(/“flickers”/i);
  });

  it('is not written where the posts say much that few have in common', () => {
    const many = Array.from({ length: 12 }, (_, at) =>
      documentOf(20 + at, `Panel ${'abcdefghijkl'[at]}${at} odd`, SHORT),
    );
    expect(writeBrief(input([...DOCUMENTS, ...many.slice(0, 6)]))).not.toBeNull();
    expect(writeBrief(input([...DOCUMENTS, ...many]))).toBeNull();
  });

  it('groups no posts by a phrase that breaks off', () => {
    const titles = [
      'Command not found unable to detect the shell',
      'Command not found error',
      'Command not found lost',
    ];
    const alike = [1, 2, 3].map((at) => documentOf(at, 'Tray command not found for the tray icon', PLACED));
    const given = input([...DOCUMENTS, ...alike, ...titles.map((title, at) => documentOf(at + 7, title, SHORT))]);
    expect(writeBrief(given)?.problem ?? 'ommand not”').not.toContain('ommand not”');
  });

  it('says why it may not fit and two risks from the figures, each once', () => {
    expect(brief?.fitWarning).toBe('Only 6 people have written about it so far.');
    expect(brief?.risks).toEqual([
      'Cooling off: 2 mentions this week, 5 last week.',
      'Some people have a workaround that may be good enough.',
    ]);
  });

  it('names three people to talk to, what to ask them and what to try', () => {
    expect(brief?.nextSteps).toEqual([
      expect.stringMatching(
        /^Talk to the authors of \[\d+\] and \[\d+\] \(about the impact\), and \[\d+\] \(about a workaround\)\.$/,
      ),
      expect.stringMatching(/^Document the workaround in \[\d+\] until there is a fix: the post says that it works\.$/),
    ]);
  });

  it('points at the week that most of the posts are from', () => {
    const days = [0, 1, 2, 3, 40, 60];
    const burst = DOCUMENTS.map((document, at) => ({ ...document, createdAt: NOW - (days[at] ?? 0) * DAY_MS }));
    const found = writeBrief(input(burst));
    expect(found?.nextSteps).toContain('Check what changed in the week from May 29, 2026: 4 of 6 posts are from it.');
    expect(brief?.nextSteps.join(' ')).not.toContain('Check what changed');
    const given = input(burst.map((document) => ({ ...document, text: SHORT })));
    const { figures } = given.signal;
    const steady = { ...figures, prevWindow: figures.lastWindow };
    expect(writeBrief({ ...given, signal: { ...given.signal, figures: steady } })?.risks).toContain(
      '4 of 6 posts came within a week from May 29, 2026: it may have been one release or event.',
    );
  });

  it.each([
    ['Upgrade netty to 4.1.100', 'Netty server 4.1 fails'],
    ['TestNetty fails intermittently', 'Netty fails intermittently'],
    ['Fix Javadoc errors', 'Netty errors'],
    ['Fix netty header lines', 'Netty header lines missing'],
  ])('is not written about a project\'s chores: "%s", other than "%s"', (chore, pain) => {
    const briefOn = (title: string) => {
      const given = input([1, 2, 3, 4, 5].map((at) => documentOf(at, title, SHORT)));
      const description = { ...given.signal.description, topic: title };
      return writeBrief({ ...given, signal: { ...given.signal, description } });
    };
    expect(briefOn(chore)).toBeNull();
    expect(briefOn(pain)).not.toBeNull();
    expect(briefOn('Upgrade netty to fix CVE-2023-1')).not.toBeNull();
  });

  it('is not written where the posts only say of the product that something is wrong', () => {
    const briefOn = (title: string) => {
      const given = input([1, 2, 3, 4, 5].map((at) => documentOf(at, title, SHORT)));
      const description = { ...given.signal.description, topic: title };
      return writeBrief({ ...given, signal: { ...given.signal, description } });
    };
    for (const [vague, pain] of [
      ['Widgets exception', 'Widgets editor exception'],
      ['Widgets tests fail', 'Widgets editor fails'],
      ['Widgets throws an error', 'Widgets editor throws an error'],
      ['Failed to load Widgets', 'Failed to load Widgets settings'],
      ['Widgets NullPointerException', 'Widgets editor throws NullPointerException'],
    ] as const) {
      expect(briefOn(vague), vague).toBeNull();
      expect(briefOn(pain), pain).not.toBeNull();
    }
  });

  it('names no post among the others that words a complaint differently, or tells no trouble', () => {
    const others = [
      'Icon of my tray is invisible or missing',
      'Icons of the tray reloaded',
      'Printer hangs twice a day',
    ];
    const found = writeBrief(input([...DOCUMENTS, ...others.map((title, at) => documentOf(7 + at, title, SHORT))]));
    expect(found?.problem).toMatch(/ Other posts say “Printer hangs twice a day” \[\d+\]\. 6 people/);
  });

  it('quotes as an example of the largest complaint no post that another complaint is counted from', () => {
    const added = [
      'on docked laptops',
      'on all docked laptops',
      'with docked laptops',
      'after external monitors reconnect',
    ];
    const found = writeBrief(
      input([...DOCUMENTS, ...added.map((words, at) => documentOf(at + 7, `Tray icon missing ${words}`, SHORT))]),
    );
    const [largest = '', part = ''] = found?.problem.split(/(?<=\.) /) ?? [];
    expect(largest).toMatch(/, including “Tray icon missing after external monitors reconnect” \[\d+\]\.$/);
    expect(part).toMatch(/^At least 3 of these .*docked laptops/);
  });

  it('names what the parts leave out, each wording once', () => {
    const others = [
      documentOf(7, 'Printer hangs', SHORT),
      documentOf(8, 'Fonts garbled', SHORT),
      documentOf(9, 'Tray', SHORT),
    ];
    const found = writeBrief(input([...DOCUMENTS, ...others]));
    expect(found?.problem).toMatch(/ Other posts say “Printer hangs” \[\d+\] and “Fonts garbled” \[\d+\]\./);
    const twice = writeBrief(
      input([...DOCUMENTS, documentOf(7, 'Printer hangs', SHORT), documentOf(8, 'Printer hangs.', SHORT)]),
    );
    expect(twice?.problem.match(/Printer hangs/g)).toHaveLength(1);
  });

  it('quotes a title once among the others, and never with a typing error', () => {
    const titles = [
      'Printer hangs before the warm-up of fonts is done',
      'Printer slow before the warm-up of fonts is done',
    ];
    const others = [...titles, 'Printer dead beofre the warm-up of fonts is done'].map((title, at) =>
      documentOf(7 + at, title, SHORT),
    );
    const problem = writeBrief(input([...DOCUMENTS, ...others]))?.problem ?? '';
    expect(problem.match(/the warm-up of fonts/g)).toHaveLength(1);
    expect(problem).not.toContain('beofre');
    const alone = documentOf(7, 'Printer hangs beofre the warm-up of fonts is done', SHORT);
    expect(writeBrief(input([...DOCUMENTS, alone]))?.problem).not.toContain('beofre');
  });

  it('quotes no title among the others that another signal is about', () => {
    const opposite = documentOf(7, 'Stale desktop icon remains after uninstall', SHORT);
    const given = input([...DOCUMENTS, opposite, documentOf(8, 'Printer hangs', SHORT)]);
    expect(writeBrief(given)?.problem).toContain('Stale desktop icon');
    const topics = ['Desktop icon remains after the uninstall'];
    expect(writeBrief({ ...given, topics })?.problem).not.toContain('Stale desktop icon');
  });

  it('does not say of what helps in one case but not in another that it does not work', () => {
    const text = 'Restarting the desktop fixes the tray icon on the first screen but not on the second.';
    const found = writeBrief(input([...DOCUMENTS, documentOf(7, 'Tray icon missing', text)]));
    expect(found?.workarounds).toContainEqual(expect.stringMatching(/second” \[\d+\]\.$/));
  });

  it.each([
    'Restarting the tray icon service helps half of the laptops.',
    'Restarting the tray icon service helps until the next login.',
  ])('does not ask whether a workaround is enough whose author says where it ends: %s', (text) => {
    const silent = DOCUMENTS.map((document) => ({ ...document, text: SHORT, chunks: [] }));
    const found = writeBrief(input([...silent, documentOf(7, 'Tray icon missing', text)]));
    expect(found?.workarounds).toEqual([expect.stringMatching(/(?:laptops|login)” \[\d+\]\.$/)]);
    expect(found?.nextSteps.join(' ')).toMatch(/Find out where the workaround in \[\d+\] falls short\./);
  });

  it('quotes no sentence that begins with what it refers back to', () => {
    const quotesOf = (text: string) => {
      const silent = DOCUMENTS.map((document) => ({ ...document, text: SHORT, chunks: [] }));
      const telling = [text, 'Restarting the tray icon service helped.', 'Removing the tray icon view did nothing.'];
      const posts = telling.map((each, at) => documentOf(7 + at, 'Tray icon missing', each));
      return writeBrief(input([...silent, ...posts]))?.impact;
    };
    expect(quotesOf('Two hours later the tray icon bar is unusable.')).toContain('“Two hours later');
    for (const begins of ['A few thousand of them later', 'After this update', 'When it is missing', 'The same day'])
      expect(quotesOf(`${begins} the tray icon bar is unusable.`)).toBe('');
  });

  it('numbers its posts as they are cited, read from the top, and lists no others', () => {
    for (const documents of [DOCUMENTS, PARTS, DOCUMENTS.toReversed()]) {
      const found = writeBrief(input(documents));
      const told = BRIEF_SECTIONS.flatMap((name) => found?.[name] ?? []).join(' ');
      const numbers = [...told.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
      expect([...new Set(numbers)]).toEqual(found?.evidence.map((_, at) => at + 1));
    }
  });

  it('names as many of the others as fit on a card', () => {
    const long = [
      'Printer hangs whenever somebody sends large drawings through an old wireless router downstairs',
      'Fonts garbled beside every second photograph while colleagues scroll quickly past long tables',
      'Violins too loud at night whenever several neighbors practise difficult pieces for orchestra concerts',
      'Screen flickers under bright lamps because refresh rates differ between cheap external panels',
    ].map((title, at) => documentOf(7 + at, title, SHORT));
    const found = writeBrief(input([...DOCUMENTS, ...long]));
    expect(found?.problem).toMatch(/ Other posts say “[^“]+” \[\d+\], “[^“]+” \[\d+\] and “[^“]+” \[\d+\]\. 6 people/);
    expect(found?.problem.length).toBeLessThanOrEqual(1_200);
  });

  it('names no post among the others that says a part in other order or with more', () => {
    const again = documentOf(
      7,
      'The missing parts are now the tray menu, printer list, fonts and the tray icon',
      SHORT,
    );
    const found = writeBrief(input([...DOCUMENTS, again, documentOf(8, 'Printer hangs', SHORT)]));
    expect(found?.problem).toMatch(/ Other posts say “Printer hangs” \[\d+\]\. 6 people/);
  });

  it('cites a post by its title and the sentence that says the same', () => {
    const greeting = documentOf(
      0,
      'Tray icon missing',
      'Hello everyone, first post here. The tray icon left with the update.',
    );
    expect(writeBrief(input([greeting, ...DOCUMENTS]))?.evidence[0]?.excerpt).toBe(
      'Tray icon missing. The tray icon left with the update.',
    );
  });

  it('gives titles of a part that say more than the part', () => {
    const given = input([
      ...DOCUMENTS,
      documentOf(7, 'Tray icon missing after an update of the graphics driver', SHORT),
    ]);
    expect(writeBrief(given)?.problem).toMatch(
      /^At least 5 of 7 posts \(see \[1\] \[2\] \[3\]\) report “Tray icon missing” in these or similar words, including “Tray icon missing after an update of the graphics driver” \[2\]\. /,
    );
  });

  it('takes no part for one that only mentions an issue', () => {
    const given = input([1, 2, 3, 4, 5].map((at) => documentOf(at, 'Issue with the tray icon', SHORT)));
    expect(writeBrief(given)).toBeNull();
  });

  it('does not say that those have it who say that it works there', () => {
    const compared = DOCUMENTS.map((document) => ({
      ...document,
      text: 'The same tray icon works in Firefox. The tray icon is gone on macOS.',
    }));
    expect(writeBrief(input(compared))?.affected).toContain('Platforms: macOS (6).');
    expect(writeBrief(input(compared))?.affected).not.toMatch(/Platforms: [^.]*Firefox/);
  });

  it('says that it makes something unusable, and counts no crash again that is a complaint', () => {
    const titled = (titles: readonly string[]) =>
      writeBrief(input([...DOCUMENTS, ...titles.map((title, at) => documentOf(7 + at, title, SHORT))]));
    expect(titled(['Tray icon is unusable'])?.impact).toContain(
      'One post says it makes something unusable: “Tray icon is unusable”',
    );
    expect(titled(['Cannot upgrade the tray icon'])?.impact).not.toContain('it blocks work');
    const crashes = ['Tray menu crashes', 'Tray menu crashes on start'];
    expect(titled(crashes)?.problem).toContain('report “Tray menu crash');
    expect(titled(crashes)?.impact).not.toContain('it crashes or freezes');
  });

  it('is not written where the facets say something else than the topic', () => {
    const given = input(DOCUMENTS);
    const onTopic = (topic: string, documents = DOCUMENTS) =>
      writeBrief({
        ...input(documents),
        signal: { ...given.signal, description: { ...given.signal.description, topic } },
      });
    expect(onTopic('Printer jams')).toBeNull();
    const broken = [1, 2, 3, 4, 5].map((at) => documentOf(at, 'Tray menu does not work', SHORT));
    expect(onTopic('Printer does not work', broken)).toBeNull();
    expect(onTopic('TrayMenu does not work', broken)).not.toBeNull();
  });

  it('says that one post says what one person lost, quotes one workaround, and takes one wish for a case of its own', () => {
    const lone = documentOf(
      9,
      'Tray icon missing',
      'We wasted days on the tray icon. I ended up hiding the tray icon bar. Please add the tray icon option.',
    );
    const silent = DOCUMENTS.map((document) => ({ ...document, text: SHORT, chunks: [] }));
    const found = writeBrief(input([...silent, lone]));
    expect(found?.impact).toMatch(/^One post says it costs time: “We wasted days on the tray icon” \[\d+\]\.$/);
    expect(found?.workarounds).toEqual([expect.stringMatching(/^“I ended up hiding the tray icon bar” \[\d+\]\.$/)]);
    expect(found?.opportunity).toBe('');
    // Whether it works is for its author to say.
    expect(found?.nextSteps.join(' ')).not.toContain('workaround in');
  });

  it('cites an excerpt for every number', () => {
    const text = [
      brief?.problem,
      brief?.affected,
      brief?.impact,
      brief?.opportunity,
      ...(brief?.workarounds ?? []),
    ].join(' ');
    const numbers = [...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
    expect(new Set(numbers)).toEqual(new Set(brief?.evidence.map((_, at) => at + 1)));
  });

  it('leaves a section empty that nobody gives evidence for', () => {
    const bare = writeBrief(input(PARTS));
    expect(bare).toMatchObject({ affected: '', impact: '', workarounds: [], opportunity: '' });
  });

  it('says below its title how many report what, what else they report, and what it costs', () => {
    expect(brief?.patternStatement).toMatch(
      /^At least 4 of 6 posts report “Tray icon missing.*” and at least \d report “Tray menu does not open.*”\. At least 2 of 6 posts say it costs time\.$/,
    );
    const alike = [1, 2, 3, 4, 5].map((at) => documentOf(at, 'Tray icon missing', PLACED));
    expect(writeBrief(input(alike))?.patternStatement).toBe('All 5 posts report “Tray icon missing”.');
  });

  it.each([
    ['Tray icon shows changes nobody made', 'report'],
    ['Tray icon calls Option::unwrap() on a None value', 'report'],
    ['Tray icon should stay visible', 'ask for'],
    ['Widgets: Support a tray icon on the second screen', 'ask for'],
  ])('says of “%s” that posts %s it', (title, verb) => {
    const given = input([1, 2, 3, 4, 5, 6].map((at) => documentOf(at, title, PLACED)));
    const description = { ...given.signal.description, topic: title };
    const found = writeBrief({ ...given, signal: { ...given.signal, description } });
    expect(found?.problem).toContain(`posts (see [1] [2] [3]) ${verb} “`);
  });

  it('cites for a complaint the posts that have its words, where two do', () => {
    const others = ['disappeared', 'vanished', 'lost'].map((is, at) => documentOf(20 + at, `Tray icon ${is}`, SHORT));
    const same = [1, 2].map((at) => documentOf(at, 'Tray icon missing', SHORT));
    const found = writeBrief(input([...others, ...same]));
    const cited = /posts \(see ((?:\[\d\] ?)+)\) report/.exec(found?.problem ?? '')?.[1] ?? '';
    const titles = cited.match(/\d/g)?.map((number) => found?.evidence[Number(number) - 1]?.excerpt ?? '');
    expect(titles?.every((title) => title.includes('icon missing'))).toBe(true);
    expect(titles?.length).toBeGreaterThan(1);
  });

  it('sends to the longest texts for details, and warns where half of the people have stopped', () => {
    const documents = ['laptop', 'desktop', 'tablet', 'phone', 'kiosk', 'projector', 'dock', 'wall', 'panel'].map(
      (place, at) => {
        const detail = `The tray icon of the ${place} vanishes when its second screen is unplugged.`;
        return documentOf(at, 'Tray icon missing', `${detail} ${`We restart the ${place}. `.repeat(at)}`);
      },
    );
    const given = input(documents);
    const risksOf = (authors90d: number) => {
      const fading = { ...figures, volume: 20, authors: 20, authors90d, prevWindow: figures.lastWindow };
      return writeBrief({ ...given, signal: { ...given.signal, figures: fading } })?.risks.join(' ');
    };
    expect(risksOf(10)).toContain('Only 10 of 20 people wrote in the last 90 days.');
    expect(risksOf(11)).not.toContain('people wrote');
    const found = writeBrief(given);
    const detailed =
      /(?:\[\d+\](?:, | and )?)+(?= \(most detailed\b|\.)/.exec(found?.nextSteps.join(' ') ?? '')?.[0] ?? '';
    const ids = detailed.match(/\d+/g)?.map((number) => found?.evidence[Number(number) - 1]?.externalId) ?? [];
    expect(ids.length).toBeGreaterThan(0);
    for (const shortest of [0, 1, 2]) expect(ids).not.toContain(`acme/widgets#${shortest}`);
  });

  it('is not written where too few say the same, or where it is no statement', () => {
    const alike = (count: number, title: string) => [
      ...Array.from({ length: count }, (_, at) => documentOf(at, title, PLACED)),
      ...['Umbrella', 'Violin', 'Walnut', 'Xylophone', 'Yoghurt', 'Zebra', 'Quiver', 'Rhubarb', 'Saddle', 'Turnip']
        .slice(count)
        .map((title, at) => documentOf(count + at, `${title} breaks`, PLACED)),
    ];
    const of = (count: number, title: string) => {
      const given = input(alike(count, title));
      const description = { ...given.signal.description, topic: title };
      return writeBrief({ ...given, signal: { ...given.signal, description } });
    };
    expect(of(3, 'Tray icon missing')).toBeNull();
    expect(of(4, 'Tray icon missing')).not.toBeNull();
    expect(of(6, 'Tray icon colors')).toBeNull();
    expect(of(6, 'Tray icon colors inverted on restart')).not.toBeNull();
  });

  it.each([
    ['Tray icon missing', 'The radius of the tray icon is truncated and gets lost.', 'affected'],
    ['Update of the tray icon failed', 'Nothing happens to the tray icon.', 'opportunity'],
    ['Tray icon missing', 'We have to look at the tray icon some day.', 'workarounds'],
  ] as const)('does not take "%s: %s" for evidence', (title, text, section) => {
    const found = writeBrief(input([...PARTS, documentOf(20, title, text)]));
    expect(found?.[section] ?? 'no brief').toHaveLength(0);
  });

  it('is not written under five posts or three authors', () => {
    expect(writeBrief(input(DOCUMENTS.slice(0, 4)))).toBeNull();
    expect(writeBrief(input(DOCUMENTS.map((document) => ({ ...document, author: 'one' }))))).toBeNull();
  });
});

const EVEN = { lastWindow: 1_000, prevWindow: 1_000, before: 6_000 };

function inputOf(
  documents: readonly SignalDocument[],
  figures: SignalFigures,
  topic = 'Tray icon missing',
): BriefInput {
  const [score] = scoreSignals([figures], EVEN, FIGURES_NOW);
  if (score === undefined) throw new Error('one signal gives one score');
  const { signal, ...rest } = input(documents);
  const description = { ...signal.description, topic };
  return {
    ...rest,
    background: backgroundOf(documents),
    now: FIGURES_NOW,
    signal: { ...signal, description, figures, score },
  };
}

const SILENT = { lastWindow: { mentions: 0, authors: 0 }, prevWindow: { mentions: 0, authors: 0 } };

const briefOf = (figures: Partial<SignalFigures> = {}) => writeBrief(inputOf(DOCUMENTS, figuresOf(figures)));

describe('the pattern strength', () => {
  it('is greater with more authors and with more places', () => {
    const few = briefOf()?.patternStrength ?? 0;
    expect(briefOf({ authors: 90 })?.patternStrength).toBeGreaterThan(few);
    expect(briefOf({ repositories: [{ repository: 'a/one', mentions: 40 }] })?.patternStrength).toBeLessThan(few);
  });

  it('follows the stated formula', () => {
    const figures = figuresOf({ authors: 12 });
    const { breadth, confidence } = inputOf(DOCUMENTS, figures).signal.score.scoreParts;
    const carried = 0.5 * (1 - 1 / Math.E) + 0.25 * breadth + 0.25 * confidence;
    expect(briefOf({ authors: 12 })?.patternStrength).toBe(Math.round(100 * carried));
  });
});

describe('the fit', () => {
  it.each([
    ['few people', { authors: 9 }, /Only 9 people/],
    [
      'a fading signal',
      { lastWindow: { mentions: 2, authors: 2 }, prevWindow: { mentions: 9, authors: 9 } },
      /Cooling off: 2 mentions this week, 9 last week/,
    ],
    ['a signal that fell silent', { ...SILENT, lastSeenAt: FIGURES_NOW - 20 * DAY_MS }, /no mentions for two weeks/],
    ['posts that disagree', { coherence: 0.05 }, /several problems/],
  ] satisfies [string, Partial<SignalFigures>, RegExp][])('warns of %s', (_, change, warning) => {
    expect(briefOf(change)?.fitWarning).toMatch(warning);
  });

  it.each([
    ['one owner', { owners: [{ owner: 'acme', chunks: 40 }] }, /67% comes from acme/],
    ['one place', { repositories: [{ repository: 'a/one', mentions: 30 }] }, /30 of 40 posts are in a\/one/],
  ] satisfies [string, Partial<SignalFigures>, RegExp][])('counts %s among the risks', (_, change, risk) => {
    expect(briefOf(change)?.fitWarning).toBeNull();
    expect(briefOf(change)?.risks.join(' ')).toMatch(risk);
  });

  it('names a place that is all of its platform once', () => {
    const figures = figuresOf({
      volume: 40,
      repositories: [
        { repository: 'stackoverflow/stackoverflow.com', mentions: 30 },
        { repository: 'a/one', mentions: 10 },
      ],
      providers: [
        { provider: 'stackoverflow', mentions: 30 },
        { provider: 'github', mentions: 10 },
      ],
      owners: [],
    });
    const silent = DOCUMENTS.map((document) => ({ ...document, text: PLACED, chunks: [] }));
    expect(
      writeBrief(inputOf(silent, figures))
        ?.risks.join(' ')
        .match(/Stack Overflow/g),
    ).toHaveLength(1);
  });

  it('is not written about posts that each tell something else, and calls none of them another case', () => {
    const others = ['Umbrella', 'Violin', 'Walnut', 'Xylophone', 'Yoghurt', 'Zebra', 'Quiver', 'Rhubarb', 'Saddle'];
    const alike = (count: number) =>
      writeBrief(
        inputOf(
          [
            ...Array.from({ length: count }, (_, at) => documentOf(at, 'Tray icon missing', PLACED)),
            ...['Tray menu does not open', 'Tray menu does not open'].map((title, at) =>
              documentOf(10 + at, title, PLACED),
            ),
            ...others.map((title, at) => documentOf(20 + at, `${title} breaks`, PLACED)),
          ],
          figuresOf(),
        ),
      );
    expect(alike(4)?.risks.join(' ')).not.toMatch(/other cases/);
    expect(alike(4)).not.toBeNull();
    expect(alike(3)).toBeNull();
  });

  it('takes two weeks without a post for chance where one comes every few weeks', () => {
    const rare = { ...SILENT, volume: 15, firstSeenAt: FIGURES_NOW - 300 * DAY_MS };
    expect(briefOf({ ...rare, lastSeenAt: FIGURES_NOW - 20 * DAY_MS })?.fitWarning).toBeNull();
    expect(briefOf({ ...rare, lastSeenAt: FIGURES_NOW - 60 * DAY_MS })?.fitWarning).toMatch(/^Quiet: /);
    expect(briefOf({ ...rare, lastSeenAt: FIGURES_NOW - 95 * DAY_MS, authors90d: 0 })?.fitWarning).toBe(
      'Quiet: no mentions for 90 days.',
    );
  });

  it('says how many wrote lately, and warns only where they are fewer than half of those at an even pace', () => {
    const old = { authors: 40, lastWindow: { mentions: 1, authors: 1 }, prevWindow: { mentions: 1, authors: 1 } };
    const ofYear = (authors90d: number) => {
      const given = inputOf(DOCUMENTS, figuresOf({ ...old, authors90d, firstSeenAt: FIGURES_NOW - 360 * DAY_MS }));
      const { problem = '', risks = [] } = writeBrief(given) ?? {};
      return `${problem} ${risks.join(' ')}`;
    };
    expect(ofYear(5)).toMatch(/, the last on [^;]+\. .*Only 5 of 40 people wrote in the last 90 days\./);
    expect(ofYear(5)).not.toContain('5 of them');
    expect(ofYear(9)).toMatch(/, the last on February 28, 2026; 9 of them wrote in the last 90 days\./);
    expect(ofYear(9)).not.toContain('Only');
  });

  it('warns of nothing for a broad and lively signal', () => {
    expect(briefOf()?.fitWarning).toBeNull();
  });
});

const quotesIn = (brief: ReturnType<typeof writeBrief>) =>
  [brief?.problem, brief?.affected, brief?.impact, ...(brief?.workarounds ?? []), brief?.opportunity].flatMap((text) =>
    [...(text ?? '').matchAll(/“([^”]+)” \[(\d+)\]/g)].map(([, quote = '', number]) => ({
      quote,
      number: Number(number),
    })),
  );

describe('the quotes of briefs', () => {
  it('stand word for word in the excerpt they cite, and within 300 characters of a long chunk', () => {
    const padding = 'An unrelated sentence about the weather of last year, told at length. '.repeat(12);
    const long = DOCUMENTS.map((document) => {
      const text = `${padding}${document.text} ${padding}`;
      return { ...document, chunks: [{ id: document.postId, text }] };
    });
    const found = writeBrief(input(long));
    expect(quotesIn(found).length).toBeGreaterThan(3);
    for (const { quote, number } of quotesIn(found))
      expect(found?.evidence[number - 1]?.excerpt).toContain(quote.slice(1, -1));
    expect(found?.evidence.every(({ excerpt }) => excerpt !== '' && excerpt.length <= 300)).toBe(true);
  });

  it('leave out what another brief quotes', () => {
    const first = writeBrief(input(DOCUMENTS));
    const said = new Set(first === null ? [] : sentencesIn(first));
    const second = writeBrief({ ...input(DOCUMENTS), saidElsewhere: said });
    expect(quotesIn(first).length).toBeGreaterThan(0);
    expect(quotesIn(second).filter(({ quote }) => said.has(sentenceKey(quote)))).toEqual([]);
  });

  it('live seven days and are never shared by two signals of the sample', () => {
    const signals = sampleSignals(20);
    const background = backgroundOf(signals.flatMap(({ documents }) => documents));
    const taken = new Set<string>();
    const said = new Set<string>();
    let briefs = 0;
    for (const { documents } of signals) {
      const { topic } = nameSignal(documents, background, taken);
      taken.add(topic);
      const found = writeBrief({ ...inputOf(documents, figuresOf(), topic), background, saidElsewhere: said });
      if (found === null) continue;
      briefs += 1;
      expect(Date.parse(found.expiresAt) - Date.parse(found.generatedAt)).toBe(7 * DAY_MS);
      for (const { quote } of quotesIn(found)) expect(said.has(sentenceKey(quote)), quote).toBe(false);
      for (const sentence of sentencesIn(found)) said.add(sentence);
    }
    console.log(`${briefs} of ${signals.length} signals of the sample have a brief`);
    expect(briefs).toBeGreaterThan(signals.length / 3);
  });

  it('are whole and harmless whatever the posts hold', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.lorem({ mode: 'sentences' }),
      fc.constant('<!here> the tray icon is missing https://evil.example'),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ title: fc.option(text), text }), { minLength: 5, maxLength: 8 }), (posts) => {
        const found = writeBrief(input(posts.map((post, number) => anyDocument(number, post))));
        if (found === null) return;
        expect(() => OpportunityBrief.parse(found)).not.toThrow();
        expect(JSON.stringify([found.problem, found.affected, found.workarounds, found.opportunity])).not.toMatch(
          /https?:|<|>/,
        );
      }),
      { numRuns: 60 },
    );
  });
});
