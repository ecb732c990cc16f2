import { BRIEF_FRESH_DAYS, BRIEF_MINIMUM, type OpportunityBrief } from '@pain-signals/contract';
import { DAY_MS } from '../model/day.ts';
import type { ScoredSignal, SignalDescription, SignalDocument, SignalFigures } from '../model/signal.ts';
import { createReader, type Facet, type Reader, readForBrief } from '../naming/index.ts';
import type { Background } from '../text/background.ts';
import { listOf, sentenceKey, splitSentences } from '../text/sentences.ts';
import { type Affected, affectedOf } from './affected.ts';
import { createChooser } from './choose.ts';
import { createCitations, numberInOrder } from './evidence.ts';
import { burstOf, nextStepsOf } from './next-steps.ts';
import { demandOf, patternStrength, weigh } from './outlook.ts';
import { countOf, inOwnWords, inTheirWords, othersOf, partsInWords } from './problem.ts';
import { isWish, partsOf } from './problem-parts.ts';
import { releasesIn } from './releases.ts';
import { wishesOf, workaroundsOf } from './sections.ts';
import { authorOf, sentencesOf, tellingMost } from './sentences.ts';
import { begin, phraseOf } from './titles.ts';

export interface BriefSubject {
  id: string;
  description: SignalDescription;
  figures: SignalFigures;
  score: ScoredSignal;
}

export interface BriefInput {
  signal: BriefSubject;
  documents: readonly SignalDocument[];
  background: Background;
  /** What other briefs say ({@link sentencesIn}): this one quotes none of it. */
  saidElsewhere?: ReadonlySet<string>;
  /** Names of the other signals: titles about one of them are not quoted among the other posts. */
  topics?: readonly string[];
  reader?: Reader;
  /** UTC epoch milliseconds. */
  now: number;
  newId: () => string;
}

interface Pattern {
  parts: readonly Facet[];
  /** Posts that were read. */
  of: number;
  isWanted: boolean;
  affected: Affected;
  /** How many people have written how many posts, and where. */
  demand: string;
}

/** What most report, what else is reported, and what it costs; else who has it, or how many wrote. */
function patternOf({ parts, of, isWanted, affected, demand }: Pattern): string {
  const report = isWanted ? 'ask for' : 'report';
  const counted = parts
    .map((part) => ({ phrase: phraseOf(part), posts: part.posts.length }))
    // What begins with "…" has no subject.
    .filter(({ phrase }) => !phrase.startsWith('…'))
    .slice(0, MOST_NAMED)
    .map(({ phrase, posts }, at) => `${at === 0 ? countOf(posts, of) : `at least ${posts}`} ${report} “${phrase}”`);
  const says = counted.length === 0 ? '' : `${begin(listOf(counted))}.`;
  const pattern = [says, ...affected.costs.slice(0, 1)].filter((each) => each !== '').join(' ');
  if (pattern !== '') return pattern;
  return affected.told === '' ? `${demand.split(/[,:] /)[0]}.` : affected.told;
}

/** Complaints that the pattern names. */
const MOST_NAMED = 2;

/** Besides the complaint itself: with fewer a brief says no more than the topic. */
const LEAST_FINDINGS = 2;
/** Share of the posts from which all say the same, which is a finding of its own. */
const ALL = 0.9;

/** Lists the steps to reproduce it. */
const STEPS =
  /(?:^|\n)[^\w\n]{0,20}(?:steps\b|(?:how )?to reproduce\b)|(?:^|\n)[^\S\n]{0,20}1[.)]\s?\S[^\n]*\n\s{0,20}2[.)]\s?\S/i;
const MOST_WITH_STEPS = 2;

/**
 * Writes the opportunity brief of a signal from its own posts; null under five posts of three authors, and where too few say
 * the same. Every claim cites the posts it is from; a section without evidence is '' or [].
 */
export function writeBrief({
  signal,
  documents,
  background,
  saidElsewhere = new Set(),
  topics = [],
  reader = createReader(),
  now,
  newId,
}: BriefInput): OpportunityBrief | null {
  const authors = new Set(documents.map(authorOf)).size;
  if (documents.length < BRIEF_MINIMUM.posts || authors < BRIEF_MINIMUM.authors) return null;
  const of = documents.length;
  const { topic, macroArea } = signal.description;
  const { signal: reading, relevance } = readForBrief(documents, background, reader);
  const shared = new Set([...reading.reader.words(topic).flatMap(({ keys }) => keys), ...reading.products]);
  const parts = partsOf({ signal: reading, documents, topic }).map((part) =>
    inOwnWords(part, { signal: reading, documents, shared }),
  );
  const [largest] = parts;
  if (largest === undefined) return null;
  const said = `${topic} ${largest.text}`;
  const bare = documents.filter(({ text }) => text.trim() === '').length;
  const among = of < signal.figures.volume ? `the ${of} most typical` : `${of}`;
  const areAuthorsKnown = documents.every(({ author }) => author !== null);

  const citations = createCitations();
  const sentences = sentencesOf(documents, reader);
  const chooser = createChooser(
    sentences.filter(({ text }) => !saidElsewhere.has(sentenceKey(text))),
    { worth: relevance, said: parts.map(({ text }) => sentenceKey(text)) },
  );
  const from = { signal: reading, documents, citations, shared };
  const told = partsInWords(parts, among, from);
  const asksFirst = isWish(largest.text);
  const isWanted = asksFirst || isWish(topic);
  const others = othersOf({ topic, parts, told: told.join(' '), topics, isWanted }, from);
  const [first = ''] = told;
  const problem = [...told, ...(others === '' ? [] : [others])].join(' ');
  const demand = demandOf(signal, areAuthorsKnown, now);
  const isOfStart = (document: SignalDocument) => largest.posts.some((at) => documents[at] === document);
  const isOneProduct = signal.figures.repositories.length === 1;
  const releases = isOneProduct && !isWanted ? releasesIn(sentences, reading.products) : [];
  const affected = affectedOf(documents, said, {
    chooser,
    citations,
    told: problem,
    complaints: parts.map(({ text }) => text),
    releases,
  });
  const workarounds = workaroundsOf(of, chooser, citations);
  const wishes = wishesOf(of, { chooser, citations, isTold: isWanted });
  // Last, because no sentence is quoted twice.
  const counted = new Set(parts.flatMap(({ posts }) => posts.flatMap((at) => documents[at] ?? [])));
  const words = inTheirWords(citations, { chooser, told: problem, counted });
  const findings =
    (words.match(/\[\d+\]/g) ?? []).length +
    Number(wishes.told !== '') +
    (first.match(/” \[/g) ?? []).length +
    parts.length -
    1 +
    releases.length +
    workarounds.posts +
    affected.named;
  const isOne = largest.posts.length >= ALL * of;
  if (!isOne && findings < LEAST_FINDINGS) return null;
  const cited = new Set(citations.evidence.map(({ externalId }) => externalId));
  const isCited = ({ externalId }: SignalDocument) => cited.has(externalId);
  const withSteps = documents
    .filter((document) => STEPS.test(document.text))
    .sort((one, other) => Number(isOfStart(other)) - Number(isOfStart(one)));
  const people = tellingMost(sentences, { isOfStart, isCited, documents });
  const nextSteps = nextStepsOf({
    isWanted,
    documents,
    people: people.documents,
    detailed: people.detailed,
    areAuthorsKnown,
    affected,
    asking: wishes.asking,
    releases,
    withSteps: withSteps.slice(0, MOST_WITH_STEPS).map((document) => citations.cite(document)),
    workaround: workarounds.toTry,
    citations,
  });
  return numberInOrder({
    id: newId(),
    painSignalId: signal.id,
    topic,
    patternStatement: patternOf({ parts, of, isWanted: asksFirst, affected, demand }),
    patternStrength: patternStrength(signal),
    generatedAt: new Date(now).toISOString(),
    macroArea,
    ...weigh(signal, {
      of,
      at: now,
      areAuthorsKnown,
      burst: burstOf(documents),
      bare,
      hasWorkaround: workarounds.toTry?.verdict === 'works',
    }),
    problem: [problem, affected.began, words, demand].filter((part) => part !== '').join(' '),
    affected: affected.told,
    impact: affected.impact,
    evidence: [...citations.evidence],
    workarounds: workarounds.told,
    opportunity: wishes.told,
    wedge: null,
    nextSteps,
    generatedBy: 'extractive',
    expiresAt: new Date(now + BRIEF_FRESH_DAYS * DAY_MS).toISOString(),
  });
}

type BriefText = Pick<OpportunityBrief, 'problem' | 'affected' | 'impact' | 'workarounds' | 'opportunity'>;

const QUOTE = /“([^”]+)” \[\d+\]/g;

/** Every quote and sentence of a brief's sections, folded: no other brief may quote them. */
export function sentencesIn({ problem, affected, impact = '', workarounds, opportunity }: BriefText): string[] {
  const sections = [problem, affected, impact, ...workarounds, opportunity];
  const quotes = sections.flatMap((text) => [...text.matchAll(QUOTE)].map(([, quote = '']) => quote));
  const rest = sections.flatMap((text) => splitSentences(text.replace(QUOTE, '').replace(/\[\d+\]/g, '')));
  return [...quotes, ...rest].map(sentenceKey).filter((sentence) => sentence !== '');
}
