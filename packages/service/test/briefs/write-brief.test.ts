import { OpportunityBrief } from '@pain-signals/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RelatedSignal, sentencesIn, writeBrief } from '../../src/briefs/write-brief.ts';
import type { SignalDocument, SignalFigures } from '../../src/model/signal.ts';
import { createDescriber } from '../../src/naming/describe.ts';
import { scoreSignals } from '../../src/scoring/score.ts';
import { backgroundOf, documentOf } from '../support/documents.ts';
import { DAY_MS, figuresOf, NOW } from '../support/figures.ts';
import { sampleSignals } from '../support/sample-signals.ts';

const SIGNAL_ID = '00000000-0000-4000-8000-000000000001';
const BRIEF_ID = '00000000-0000-4000-8000-00000000000b';
const EVEN = { lastWindow: 1_000, prevWindow: 1_000 };

function subjectOf(topic: string, figures: SignalFigures = figuresOf()) {
  const [score] = scoreSignals([figures], EVEN, NOW);
  if (score === undefined) throw new Error('one signal gives one score');
  const description = { topic, summary: '', painType: null, macroArea: null, macroAreaConfidence: null };
  return { id: SIGNAL_ID, description, figures, score };
}

const TOPIC = 'Layer cache is rebuilt on every push';

/** Seven posts of seven authors about one pain, with every kind of sentence a brief looks for. */
const TOLD = [
  'The layer cache is rebuilt on every push although nothing changed.',
  'The layer cache is never used on a push, each build begins from nothing.',
  'Our customers wait an hour for a fix because the cache is rebuilt on a push.',
  'The whole team pays for builds whose layer cache is rebuilt on every push.',
  'We now push the layer cache to a registry by hand after every build.',
  'Disabling the remote cache and keeping one build machine helped with the push.',
  'There should be a way to see why the layer cache is rebuilt on a push.',
  'We need a build that says which layer broke the cache on a push.',
].map((text, number) => documentOf(number, { title: `Cache rebuilt on push, case ${number}`, text }));

function briefOf(documents: readonly SignalDocument[], related: RelatedSignal[] = [], figures = figuresOf()) {
  const brief = writeBrief(subjectOf(TOPIC, figures), documents, related, NOW, () => BRIEF_ID, backgroundOf(documents));
  if (brief === null) throw new Error('there are documents enough for a brief');
  return brief;
}

const citedIn = (text: string) =>
  [...text.matchAll(/“([^”]+)” \[(\d+)\]/g)].map(([, quote, number]) => ({ quote, number: Number(number) }));

describe('a brief', () => {
  it('is not written under five documents, nor of fewer than three authors', () => {
    const two = TOLD.map((post, number) => ({ ...post, author: `author-${number % 2}` }));
    expect(writeBrief(subjectOf(TOPIC), TOLD.slice(0, 4), [], NOW, () => BRIEF_ID)).toBeNull();
    expect(writeBrief(subjectOf(TOPIC), two, [], NOW, () => BRIEF_ID)).toBeNull();
    expect(writeBrief(subjectOf(TOPIC), TOLD.slice(0, 5), [], NOW, () => BRIEF_ID)).not.toBeNull();
  });

  it('has every field of the record, and lives seven days', () => {
    const brief = briefOf(TOLD);
    expect(() => OpportunityBrief.parse(brief)).not.toThrow();
    expect(brief).toMatchObject({ id: BRIEF_ID, painSignalId: SIGNAL_ID, topic: TOPIC, generatedBy: 'extractive' });
    expect(Date.parse(brief.expiresAt) - Date.parse(brief.generatedAt)).toBe(7 * DAY_MS);
  });

  it('rests each section on at least two authors, quoted as they stand in the evidence', () => {
    const brief = briefOf(TOLD);
    for (const section of [brief.problem, brief.affected, brief.workarounds.join(' '), brief.opportunity]) {
      const cited = citedIn(section);
      const evidence = cited.map(({ number }) => brief.evidence[number - 1]);
      expect(new Set(evidence.map((item) => item?.author)).size).toBeGreaterThanOrEqual(2);
      for (const [at, { quote }] of cited.entries()) expect(evidence[at]?.excerpt).toContain(quote);
    }
  });

  it('puts each sentence into the section it speaks for', () => {
    const brief = briefOf(TOLD);
    expect(brief.affected).toContain('customers wait an hour');
    expect(brief.workarounds.join(' ')).toContain('by hand after every build');
    expect(brief.opportunity).toContain('We need a build that says which layer broke the cache');
  });

  it('leaves a section empty rather than filling it with what belongs elsewhere', () => {
    const told = [
      'The layer cache is rebuilt on every push although nothing changed.',
      'Adding a line to the layer rebuilds the whole cache on a push.',
      'A secret of the layer cache ended up in the log of the push.',
      'The nightly job of the layer cache reports success after the push.',
      'The same push in a fresh folder rebuilds the layer cache as well.',
      'The layer cache had been made by hand before the push.',
    ].map((text, number) => documentOf(number, { title: `Cache rebuilt on push, case ${number}`, text }));
    const brief = briefOf(told);
    expect(citedIn(brief.problem).length).toBeGreaterThanOrEqual(2);
    expect(brief.affected).toMatch(/^No word of two people/);
    expect(brief.workarounds).toEqual([expect.stringMatching(/^No workaround/)]);
    expect(brief.opportunity).toMatch(/^No wish of two people/);
  });

  const among = (...said: string[]) =>
    briefOf([
      ...TOLD.slice(0, 2),
      ...said.map((text, number) => documentOf(10 + number, { title: 'Layer cache', text })),
    ]);

  it('takes neither a user agent nor a transfer manager nor what lies to the left for somebody who is hurt', () => {
    const { affected } = among(
      'The layer cache is rebuilt without the user agent string on a push.',
      'The transfer manager does not know the layer cache of a push.',
      'The push to the left of the layer cache never comes to an end.',
      'Users of the other layer cache are not affected by a push.',
    );
    expect(affected).toMatch(/^No word of two people/);
  });

  it('finds who is hurt by how many they are and by what else is affected', () => {
    const { affected } = among(
      'There are a lot of users with a layer cache like that on a push.',
      'The layer cache of the release branch is affected by the push as well.',
      'Downstream projects get no layer cache at all on a push.',
    );
    expect(citedIn(affected).length).toBe(3);
  });

  it('finds a remedy that somebody names, and a wish that is put as a task', () => {
    const brief = among(
      'The fix is to set the layer cache to inline before the push.',
      'The layer cache can also be disabled by a flag of the push.',
      'Migrate the layer cache to the registry on a push.',
      'I propose to keep the layer cache of the last push.',
    );
    expect(brief.workarounds.join(' ')).toContain('The fix is to set');
    expect(brief.workarounds.join(' ')).toContain('can also be disabled');
    expect(brief.opportunity).toContain('Migrate the layer cache');
    expect(brief.opportunity).toContain('I propose to keep');
  });

  it('names a long topic in full once, and by its first words after that', () => {
    const topic = 'Layer cache is rebuilt on every push although nothing in it was changed by anybody';
    const write = (said?: ReadonlySet<string>) =>
      writeBrief(subjectOf(topic), TOLD, [], NOW, () => BRIEF_ID, backgroundOf(TOLD), said);
    const brief = write();
    expect(JSON.stringify(brief?.patternStatement)).toContain(topic);
    expect(brief?.nextSteps.join(' ')).toContain('“Layer cache is rebuilt on every…”');
    const taken = write(
      new Set(
        brief === null ? [] : sentencesIn({ ...brief, problem: '', affected: '', workarounds: [], opportunity: '' }),
      ),
    );
    expect(taken?.nextSteps.join(' ')).toContain(`“${topic}”`);
  });

  it('says that nothing was found where fewer than two authors speak', () => {
    const alike = TOLD.map((_, number) => documentOf(number, { text: 'The layer cache is rebuilt on every push.' }));
    const brief = briefOf(alike);
    expect(brief.workarounds).toEqual([expect.stringMatching(/^No workaround .+ was found/)]);
    expect(brief.affected).toMatch(/was found in the posts on “Layer cache/);
    expect(brief.opportunity).toMatch(/was found in the posts on “Layer cache/);
  });

  it('numbers the evidence from one, each sentence by a number of its own', () => {
    const brief = briefOf(TOLD);
    const numbers = [brief.problem, brief.affected, ...brief.workarounds, brief.opportunity]
      .flatMap(citedIn)
      .map(({ number }) => number);
    expect(numbers).toEqual(brief.evidence.map((_, at) => at + 1));
    expect(brief.evidence.every(({ excerpt }) => excerpt !== '' && excerpt.length <= 300)).toBe(true);
  });

  it('shows each cited sentence, where sections quote two of one chunk and people forget capitals and stops', () => {
    const padding = 'An unrelated sentence about the weather of last year, told at length. '.repeat(6);
    const small = (text: string) => text.charAt(0).toLowerCase() + text.slice(1).replace(/[.]$/, '');
    const paired = TOLD.map((post, at) => {
      const text = `${padding}\n- ${small(post.text)}\n${padding}\n- ${small(TOLD[(at + 3) % TOLD.length]?.text ?? '')}\n`;
      return { ...post, text, chunks: [{ id: post.postId, text }] };
    });
    const brief = briefOf(paired);
    const cited = [brief.problem, brief.affected, ...brief.workarounds, brief.opportunity].flatMap(citedIn);
    expect(cited.length).toBeGreaterThan(4);
    for (const { quote, number } of cited) expect(brief.evidence[number - 1]?.excerpt).toContain(quote);
  });

  it('quotes a long chunk around the sentence, not from its beginning', () => {
    const padding = 'An unrelated sentence about the weather of last year, told at length. '.repeat(12);
    const long = TOLD.map((post) => ({
      ...post,
      chunks: [{ id: post.postId, text: `${padding}${post.text} ${padding}` }],
    }));
    const brief = briefOf(long);
    const [first] = citedIn(brief.problem);
    expect(brief.evidence[0]?.excerpt).toContain(first?.quote);
    expect(brief.evidence[0]?.excerpt.length).toBeLessThanOrEqual(300);
  });
});

describe('the pattern', () => {
  const near: RelatedSignal = {
    id: 'x',
    topic: 'Cache serves stale files',
    sharedTerms: ['cache', 'layer', 'registry'],
  };

  it('names what the signal shares with another', () => {
    expect(briefOf(TOLD, [near]).patternStatement).toBe(
      `“${TOPIC}” and “Cache serves stale files” both turn on cache, layer and registry.`,
    );
  });

  it('is one sentence, whatever stops the topics hold', () => {
    const stopped = { ...near, topic: "Window won't close. Keeps re-opening!" };
    expect(briefOf(TOLD, [stopped]).patternStatement).toBe(
      `“${TOPIC}” and “Window won't close, Keeps re-opening” both turn on cache, layer and registry.`,
    );
  });

  it('is said to be shared with none, and counts half, where no signal is near', () => {
    const alone = briefOf(TOLD);
    expect(alone.patternStatement).toBe(`“${TOPIC}” shares its pattern with no other signal so far.`);
    expect(alone.patternStrength).toBeLessThanOrEqual(50);
  });

  it('is stronger with kin, with more authors and with more places', () => {
    const alone = briefOf(TOLD).patternStrength;
    expect(briefOf(TOLD, [near]).patternStrength).toBeGreaterThan(alone);
    expect(briefOf(TOLD, [], figuresOf({ authors: 90 })).patternStrength).toBeGreaterThan(alone);
    const oneplace = figuresOf({ repositories: [{ repository: 'a/one', mentions: 40 }] });
    expect(briefOf(TOLD, [], oneplace).patternStrength).toBeLessThan(alone);
  });

  it('follows the stated formula', () => {
    const figures = figuresOf({ authors: 12 });
    const { breadth, confidence } = subjectOf(TOPIC, figures).score.scoreParts;
    const carried = 0.5 * (1 - 1 / Math.E) + 0.25 * breadth + 0.25 * confidence;
    expect(briefOf(TOLD, [near], figures).patternStrength).toBe(Math.round(100 * carried * (0.8 + 3 * 0.04)));
    expect(briefOf(TOLD, [], figures).patternStrength).toBe(Math.round(100 * carried * 0.5));
  });
});

describe('the next steps', () => {
  const readAt = (mentions: number) =>
    briefOf(TOLD, [], figuresOf({ volume: 40, repositories: [{ repository: 'a/one', mentions }] })).nextSteps.join(' ');

  it('say "most" only of more than half, and what the percentage is of', () => {
    expect(readAt(9)).toContain('in a/one, the largest share: 23 % of all 40.');
    expect(readAt(20)).toContain('in a/one, the largest share: 50 % of all 40.');
    expect(readAt(21)).toContain('in a/one, where most were written: 53 % of all 40.');
    expect(readAt(40)).toContain('in a/one, where all were written.');
  });
});

describe('the fit', () => {
  it.each([
    ['one owner', { owners: [{ owner: 'acme', chunks: 40 }] }, /67 % of the passages .+ come from acme/],
    ['one place', { repositories: [{ repository: 'a/one', mentions: 30 }] }, /75 % .+ in a\/one/],
    ['few people', { authors: 9 }, /Only 9 people/],
    [
      'a fading signal',
      { lastWindow: { mentions: 2, authors: 2 }, prevWindow: { mentions: 9, authors: 9 } },
      /fading: 2 .+ after 9/,
    ],
    [
      'a signal that fell silent',
      { lastWindow: { mentions: 0, authors: 0 }, prevWindow: { mentions: 0, authors: 0 } },
      /quiet: nobody wrote about it in the last 14 days/,
    ],
    ['posts that disagree', { coherence: 0.05 }, /several pains/],
  ] satisfies [string, Partial<SignalFigures>, RegExp][])(
    'warns of %s, and says where to begin',
    (_, change, warning) => {
      const brief = briefOf(TOLD, [], figuresOf(change));
      expect(brief.fitWarning).toMatch(warning);
      expect(brief.wedge).toMatch(/^Begin /);
    },
  );

  it('warns of nothing, and needs no wedge, for a broad and lively signal', () => {
    expect(briefOf(TOLD)).toMatchObject({ fitWarning: null, wedge: null });
  });
});

describe('the briefs of a whole service', () => {
  it('share no sentence even where the same sentence stands in the posts of many signals', () => {
    fc.assert(
      fc.property(
        fc.subarray(TOLD.slice(0, 8), { minLength: 5 }),
        fc.shuffledSubarray(TOLD, { minLength: 5 }),
        (one, other) => {
          const told = (documents: readonly SignalDocument[], topic: string, said: ReadonlySet<string>) =>
            writeBrief(subjectOf(topic), documents, [], NOW, () => BRIEF_ID, backgroundOf(TOLD), said);
          const first = told(one, 'Layer cache is rebuilt on every push', new Set());
          const said = new Set(first === null ? [] : sentencesIn(first));
          const second = told(other, 'Registry forgets the layers of a push', said);
          expect(second).not.toBeNull();
          expect(said.intersection(new Set(second === null ? [] : sentencesIn(second)))).toEqual(new Set());
        },
      ),
    );
  });

  it('share no sentence with one another', () => {
    const signals = sampleSignals(20);
    const background = backgroundOf(signals.flatMap(({ documents }) => documents));
    const describer = createDescriber(background);
    const taken = new Set<string>();
    const usedBy = new Map<string, string>();
    for (const { pain, documents } of signals) {
      const { description } = describer.describe(documents, taken);
      taken.add(description.topic);
      const brief = writeBrief({ ...subjectOf(''), description }, documents, [], NOW, () => BRIEF_ID, background);
      const told = brief === null ? [] : [brief.problem, brief.affected, ...brief.workarounds, brief.opportunity];
      const sentences = new Set(
        [...told, ...(brief?.risks ?? []), ...(brief?.nextSteps ?? []), brief?.patternStatement ?? '']
          .flatMap((text) => text.split(/(?<=[.!?]”?)\s+|\s*\[\d+\],?\s*(?![^.]*“)/))
          .filter((sentence) => sentence.length > 3),
      );
      expect(sentences.size).toBeGreaterThan(5);
      for (const sentence of sentences) {
        expect(usedBy.get(sentence), `"${sentence}" in ${pain.id}`).toBeUndefined();
        usedBy.set(sentence, pain.id);
      }
    }
  });

  it('are whole and harmless whatever the posts hold', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.lorem({ mode: 'sentences' }),
      fc.constant('<!here> https://evil.example'),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ title: fc.option(text), text }), { minLength: 5, maxLength: 8 }), (posts) => {
        const brief = briefOf(posts.map((post, number) => documentOf(number, post)));
        expect(() => OpportunityBrief.parse(brief)).not.toThrow();
        expect(JSON.stringify([brief.problem, brief.affected, brief.workarounds, brief.opportunity])).not.toMatch(
          /https?:|<|>/,
        );
      }),
      { numRuns: 60 },
    );
  });
});
