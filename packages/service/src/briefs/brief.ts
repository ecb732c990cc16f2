import { BRIEF_FRESH_DAYS, BRIEF_MINIMUM, type OpportunityBrief } from '@pain-signals/contract';
import { DAY_MS } from '../model/day.ts';
import type { ScoredSignal, SignalDescription, SignalDocument, SignalFigures } from '../model/signal.ts';
import { createReader, type Facet, type Reader, readForBrief } from '../naming/index.ts';
import type { Background } from '../text/background.ts';
import { sentenceKey, splitSentences } from '../text/sentences.ts';
import { affectedOf } from './affected.ts';
import { createChooser } from './choose.ts';
import { casesIn } from './circumstances.ts';
import { createCitations } from './evidence.ts';
import { burstOf, isWish, nextStepsOf } from './next-steps.ts';
import { demandOf, monthOf, peopleIn, weigh } from './outlook.ts';
import { partsOf } from './parts.ts';
import {
  CITED_AUTHORS,
  choosePieces,
  citedPosts,
  countOf,
  inTheirWords,
  othersOf,
  piecesInWords,
  postsToldBy,
} from './problem.ts';
import { wishesOf, workaroundsOf } from './sections.ts';
import { authorOf, sentencesOf } from './sentences.ts';
import { sharedWordsOf } from './shared-words.ts';
import { patternStrength } from './strength.ts';
import { phraseOf } from './titles.ts';

export interface BriefSubject {
  id: string;
  description: SignalDescription;
  figures: SignalFigures;
  score: ScoredSignal;
}

/** Another signal that uses some of the same words. */
export interface RelatedSignal {
  id: string;
  topic: string;
  /** Phrases and words of both, as people write them. */
  sharedTerms: readonly string[];
}

export interface BriefInput {
  signal: BriefSubject;
  documents: readonly SignalDocument[];
  background: Background;
  /** The nearest first. */
  related: readonly RelatedSignal[];
  /** What other briefs say ({@link sentencesIn}): this one quotes none of it. */
  saidElsewhere?: ReadonlySet<string>;
  reader?: Reader;
  /** UTC epoch milliseconds. */
  now: number;
  newId: () => string;
}

const RECENT = 90 * DAY_MS;
const THEME = /^(?:\S.*: )?(?:Problems with|Changes wanted in) /;

/**
 * What most posts say, and who has written since when: "22 of 55 posts report “Run crashes on launch”; 54 people have written since
 * March 2024." Without authors: "…; the first is from March 2024."
 */
function patternOf({ figures }: BriefSubject, first: Facet, count: string, areAuthorsKnown: boolean): string {
  const month = monthOf(figures.firstSeenAt);
  const since = areAuthorsKnown
    ? `${peopleIn(figures.authors)} ${figures.authors === 1 ? 'has' : 'have'} written since ${month}`
    : `the first is from ${month}`;
  return `${count.charAt(0).toUpperCase()}${count.slice(1)} report “${phraseOf(first)}”; ${since}.`;
}

/** The part that most of the newest posts are about, and how many; null where it is the largest of all, or nothing is new. */
function newestPart(parts: readonly Facet[], documents: readonly SignalDocument[], now: number) {
  const isRecent = ({ createdAt }: SignalDocument) => createdAt > now - RECENT;
  const recent = ({ posts }: Facet) => posts.filter((at) => documents[at] && isRecent(documents[at])).length;
  const [newest] = parts.toSorted((one, other) => recent(other) - recent(one));
  if (newest === undefined || newest === parts[0] || recent(newest) < 2) return null;
  const text = `“${phraseOf(newest)}”: ${recent(newest)} of the ${documents.filter(isRecent).length} posts of the last 90 days report it.`;
  return { part: newest, text };
}

/**
 * Writes the opportunity brief of a signal from its own posts; null under five posts of three authors, and where too few say
 * the same. Every claim cites the posts it is from; a section without evidence is '' or [].
 */
export function writeBrief({
  signal,
  documents,
  background,
  related,
  saidElsewhere = new Set(),
  reader = createReader(),
  now,
  newId,
}: BriefInput): OpportunityBrief | null {
  const authors = new Set(documents.map(authorOf)).size;
  if (documents.length < BRIEF_MINIMUM.posts || authors < BRIEF_MINIMUM.authors) return null;
  const of = documents.length;
  const { topic, macroArea } = signal.description;
  const { signal: reading, relevance } = readForBrief(documents, background, reader);
  const all = partsOf({ signal: reading, documents, topic });
  const [largest] = all;
  if (largest === undefined) return null;
  const said = `${topic} ${largest.text}`;
  // A theme is what the posts share, which no part says of all.
  const isTheme = THEME.test(topic);
  const pieces = choosePieces(all, sharedWordsOf(reading, { documents, background, said: isTheme ? '' : said }));
  const facets = pieces.flatMap((piece) => ('part' in piece ? [piece.part] : []));
  const among = of < signal.figures.volume ? `the ${of} most typical` : `${of}`;
  const areAuthorsKnown = documents.every(({ author }) => author !== null);

  const citations = createCitations();
  const chooser = createChooser(
    sentencesOf(documents, reader).filter(({ text }) => !saidElsewhere.has(sentenceKey(text))),
    { worth: relevance, said: facets.map(({ text }) => sentenceKey(text)) },
  );
  const from = { signal: reading, documents, citations };
  const problem = piecesInWords(pieces, among, from);
  const newest = newestPart(facets, documents, now);
  const start = newest?.part ?? largest;
  const numberOf = (document: SignalDocument) => citations.cite(document).replace(/[[\]]/g, '');
  const people = citedPosts(start, from, CITED_AUTHORS.first).map(numberOf);
  const others = othersOf(postsToldBy(pieces), topic, from);
  const cases = isWish(largest) ? [] : casesIn(documents, largest.posts, said);
  const affected = affectedOf(documents, said, { chooser, citations, told: problem, cases });
  const workarounds = workaroundsOf(of, chooser, citations);
  const wishes = wishesOf(of, { chooser, citations, isTold: isWish(largest) });
  // Last, because no sentence is quoted twice.
  const words = inTheirWords(facets, from, { chooser, told: `${problem} ${others}` });
  const leads = {
    part: start,
    documents,
    people,
    areAuthorsKnown,
    affected,
    asking: wishes.asking,
    cases: cases
      .filter(({ document }) => start.posts.some((at) => documents[at] === document))
      .map(({ document }) => numberOf(document))
      .sort((one, other) => Number(one) - Number(other)),
    workaround: workarounds.toTry,
  };
  const nextSteps = nextStepsOf(leads);
  return {
    id: newId(),
    painSignalId: signal.id,
    topic,
    patternStatement: patternOf(signal, largest, countOf(largest.posts.length, of, among), areAuthorsKnown),
    patternStrength: patternStrength(signal, related[0]?.sharedTerms.length ?? 0),
    generatedAt: new Date(now).toISOString(),
    macroArea,
    ...weigh(signal, {
      of,
      areAuthorsKnown,
      burst: burstOf(documents)?.posts ?? 0,
      bare: documents.filter(({ text }) => text.trim() === '').length,
      hasWorkaround: workarounds.working !== null,
    }),
    problem: [demandOf(signal, areAuthorsKnown), problem, words, others].filter((part) => part !== '').join(' '),
    affected: affected.told,
    evidence: [...citations.evidence],
    workarounds: workarounds.told,
    opportunity: wishes.told,
    wedge: newest?.text ?? null,
    nextSteps,
    generatedBy: 'extractive',
    expiresAt: new Date(now + BRIEF_FRESH_DAYS * DAY_MS).toISOString(),
  };
}

type BriefText = Pick<OpportunityBrief, 'problem' | 'affected' | 'workarounds' | 'opportunity'>;

const QUOTE = /“([^”]+)” \[\d+\]/g;

/** Every quote and sentence of a brief's sections, folded: no other brief may quote them. */
export function sentencesIn({ problem, affected, workarounds, opportunity }: BriefText): string[] {
  const sections = [problem, affected, ...workarounds, opportunity];
  const quotes = sections.flatMap((text) => [...text.matchAll(QUOTE)].map(([, quote = '']) => quote));
  const rest = sections.flatMap((text) => splitSentences(text.replace(QUOTE, '').replace(/\[\d+\]/g, '')));
  return [...quotes, ...rest].map(sentenceKey).filter((sentence) => sentence !== '');
}
