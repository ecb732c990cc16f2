import { pluralize } from '../model/pluralize.ts';
import type { SignalDocument } from '../model/signal.ts';
import { listNamed, type Named, namesIn, userEnvironmentsOf } from '../text/user-environments.ts';
import { type Chooser, isCued, isRelevant } from './choose.ts';
import { type Cue, gives } from './cues.ts';
import type { Citations } from './evidence.ts';
import type { Release } from './releases.ts';
import { authorOf, type Sentence } from './sentences.ts';
import { quoteOf, titleOf } from './titles.ts';

interface Cost {
  cue: Cue;
  claim: string;
  least: number;
}

/** What it costs, the worst first, and authors that must say it: what one lost is telling, that it crashed for one is not. */
const COSTS: readonly Cost[] = [
  { cue: 'dataLost', claim: 'it loses data', least: 1 },
  { cue: 'outage', claim: 'it causes outages', least: 1 },
  { cue: 'blocked', claim: 'it blocks work', least: 1 },
  { cue: 'unusable', claim: 'it makes something unusable', least: 1 },
  { cue: 'customers', claim: 'it affects customers', least: 1 },
  { cue: 'money', claim: 'it costs money', least: 1 },
  { cue: 'timeLost', claim: 'it costs time', least: 1 },
  { cue: 'crashes', claim: 'it crashes or freezes', least: 2 },
];
const MOST_QUOTES = 2;
const MOST_COSTS = 4;

/** Share of the posts that name a platform or version which is worth telling, and posts. */
const NAMED_BY = { share: 0.2, posts: 2 } as const;

/** Releases that are named. */
const MOST_RELEASES = 4;

export interface Affected {
  /** Who has it, as far as several name it; '' where none is said. */
  told: string;
  /** What it costs them, '' where none says it; with which release it began. */
  impact: string;
  began: string;
  /** The version that most posts name. */
  version: Named | undefined;
  /** The platform or program that most name. */
  platform: Named | undefined;
  /** Where most say that it works. */
  works: Named | undefined;
  /** Kinds of costs and of platforms, versions and roles that are told. */
  named: number;
  /** "At least 9 of 142 posts say it loses data.": the costs that more than one post names, the worst first. */
  costs: readonly string[];
  /** "[5]": posts that say what it costs. */
  costing: readonly string[];
}

/** "0.75.1 [9], 0.76.2 [3] and 4 others" */
function releasesInWords(releases: readonly Release[], citations: Citations): string {
  const named = releases
    .slice(0, MOST_RELEASES)
    .map(({ name, documents }) => `${name} ${documents.slice(0, 2).map(citations.cite).join(' ')}`);
  const more = releases.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${pluralize(more, 'other release')}` : ''}`;
}

interface Told {
  chooser: Chooser;
  citations: Citations;
  /** What the problem says, and the complaints that it counts. */
  told: string;
  complaints: readonly string[];
  releases: readonly Release[];
}

const isNamed = (all: readonly Named[], name: string): boolean => all.some((each) => each.name === name);

export function affectedOf(
  documents: readonly SignalDocument[],
  said: string,
  { chooser, citations, told, complaints, releases }: Told,
): Affected {
  const posts = documents.map((document) => ({
    text: `${document.title ?? ''}\n${document.text}`,
    author: authorOf(document),
  }));
  const of = documents.length;
  const places = new Set(documents.flatMap(({ repository }) => repository?.toLowerCase().split(/[/-]/) ?? []));
  const environments = userEnvironmentsOf(posts, said);
  const byMany = (all: readonly Named[]) =>
    all.filter((each) => each.posts >= Math.max(NAMED_BY.posts, NAMED_BY.share * of));
  const known = byMany(environments.platforms);
  const working = byMany(worksIn(documents, said));
  // Of what is named as a place where it fails and where it works, neither is told.
  const [platforms, works] = [
    known.filter(({ name }) => !isNamed(working, name)),
    working.filter(({ name }) => !isNamed(known, name)),
  ];
  const versions = byMany(environments.versions);
  const named = [
    ['People', byMany(environments.roles)],
    ['Platforms', platforms],
    ['Used with', byMany(environments.stacks).filter(({ name }) => !places.has(name.toLowerCase()))],
    ['Versions', versions],
    ['Reported to work in', works],
  ] as const;
  const isTold = ({ isTitle, document }: Sentence) => isTitle && told.includes(`“${titleOf(document)}”`);
  const inWords = (quotes: readonly Sentence[]) => {
    const numbers = quotes.filter(isTold).map(({ document }) => citations.cite(document));
    const fresh = quotes.filter((quote) => !isTold(quote)).map((quote) => quoteOf(quote, citations));
    return `: ${[...fresh, ...numbers.map((number) => `also ${number}`)].join('; ')}.`;
  };
  // What the topic says is no finding, nor is a crash that is counted as a complaint.
  const isKnown = ({ cue, least }: Cost) =>
    gives(cue, said) || (least > 1 && complaints.some((text) => gives(cue, text)));
  const costs = COSTS.filter((cost) => !isKnown(cost)).flatMap(({ cue, claim, least }) => {
    const fits = (sentence: Sentence) =>
      (least === 1 || isRelevant(sentence, chooser)) && isCued(cue, 'asks')(sentence) && !gives('hedge', sentence.text);
    const { quotes, posts: count } = chooser.choose(fits, MOST_QUOTES, least);
    if (quotes.length === 0) return [];
    const says = count > 1 ? `At least ${count} of ${of} posts say ${claim}` : `One post says ${claim}`;
    return [{ text: quotes.every(isTold) ? '' : `${says}${inWords(quotes)}`, counted: count > 1 ? `${says}.` : '' }];
  });
  const toldCosts = costs.filter(({ text }) => text !== '').slice(0, MOST_COSTS);
  const who = named.flatMap(([label, list]) => (list.length === 0 ? [] : [`${label}: ${listNamed(list)}.`]));
  const kinds = toldCosts.length + named.filter(([, list]) => list.length > 0).length;
  const costing = costs.flatMap(({ text }) => text.match(/\[\d+\]/g) ?? []);
  return {
    told: who.join(' '),
    impact: toldCosts.map(({ text }) => text).join(' '),
    began: releases.length === 0 ? '' : `Said to have begun with ${releasesInWords(releases, citations)}.`,
    version: versions[0],
    platform: platforms[0],
    works: works[0],
    named: kinds,
    costs: costs.map(({ counted }) => counted).filter((text) => text !== ''),
    costing,
  };
}

/** Characters of a post that are read. */
const READ = 3_000;
const MOST_NAMED = 3;
const LEAST_AUTHORS = 2;

/** "Firefox works", "works fine in Edge", "not reproducible on Chrome and Firefox", "no problem with Chromium". */
const WORKS =
  /\b(?:works|worked|work (?:fine|well|correctly)|(?:is|are|was) (?:working|fine|ok)|no (?:such )?(?:problems?|issues?)|n(?:o|['’])t (?:be )?(?:reproduc\w+|happen\w*|occur\w*|affect\w*))\b/i;
const DENIED =
  /\b(?:(?:not|never|cannot|longer|stops|stopped|only|nor)|\w+n['’]?t)\s+(?:\w+\s+){0,2}?(?:work|fine|ok)\w*|\bwork-?\s?around|\bwork(?:s|ed)? (?:around|only)|\bshould\b|\?/i;
/** A longer sentence tells how something works. */
const LONGEST = 110;

/** Platforms and programs in which posts say that it does not happen, each with its posts. */
function worksIn(documents: readonly SignalDocument[], topic: string): Named[] {
  const known = topic.toLowerCase();
  const uses = new Map<string, { posts: number; authors: Set<string> }>();
  for (const document of documents) {
    const sentences = `${document.title ?? ''}\n${document.text}`.slice(0, READ).split(/\n|(?<=[.!?;])\s/);
    const saying = sentences.filter(
      (sentence) => sentence.length <= LONGEST && WORKS.test(sentence) && !DENIED.test(sentence),
    );
    for (const name of new Set(saying.flatMap(namesIn))) {
      if (known.includes(name.toLowerCase())) continue;
      const use = uses.get(name) ?? { posts: 0, authors: new Set<string>() };
      use.posts += 1;
      use.authors.add(authorOf(document));
      uses.set(name, use);
    }
  }
  return [...uses]
    .filter(([, { authors }]) => authors.size >= LEAST_AUTHORS)
    .map(([name, { posts }]) => ({ name, posts }))
    .sort((one, other) => other.posts - one.posts || (one.name < other.name ? -1 : 1))
    .slice(0, MOST_NAMED);
}
