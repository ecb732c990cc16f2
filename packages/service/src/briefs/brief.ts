import { BRIEF_FRESH_DAYS, BRIEF_MINIMUM, type OpportunityBrief } from '@pain-signals/contract';
import { DAY_MS } from '../model/day.ts';
import type { ScoredSignal, SignalDescription, SignalDocument, SignalFigures } from '../model/signal.ts';
import { createReader, type Facet, type Reader, readForBrief } from '../naming/index.ts';
import type { Background } from '../text/background.ts';
import { sentenceKey, splitSentences } from '../text/sentences.ts';
import { createChooser } from './choose.ts';
import { createCitations } from './evidence.ts';
import { demandOf, nextStepsOf, weigh } from './outlook.ts';
import { affectedOf, inTheirWords, problemOf, wishesOf, workaroundsOf } from './sections.ts';
import { authorOf, sentencesOf } from './sentences.ts';
import { patternStrength } from './strength.ts';

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

const INTERVIEWS = 3;

function patternOf(nearest: RelatedSignal | undefined, demand: string): string {
  if (nearest === undefined) return demand;
  return `Related: “${nearest.topic}” (both are about ${nearest.sharedTerms.slice(0, 2).join(' and ')}).`;
}

/** The part of the problem to begin with; null where it has one part. */
function wedgeOf([first, ...others]: readonly Facet[], of: number): string | null {
  if (first === undefined || others.length === 0) return null;
  return `Start with “${first.text.replace(/[\s.]+$/, '')}”: ${first.posts.length} of ${of} posts.`;
}

/**
 * Writes the opportunity brief of a signal from its own posts; null under five posts of three authors, or where no two authors say
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
  const { topic, macroArea } = signal.description;
  const { facets, relevance } = readForBrief(documents, topic, background, reader);
  if (facets.length === 0) return null;

  const citations = createCitations();
  const chooser = createChooser(
    sentencesOf(documents, reader).filter(({ text }) => !saidElsewhere.has(sentenceKey(text))),
    { worth: relevance, said: facets.map(({ text }) => sentenceKey(text)) },
  );
  const of = documents.length;
  const facetsTold = problemOf(facets, documents, citations);
  const affected = affectedOf(documents, topic, { chooser, citations });
  const workarounds = workaroundsOf(of, chooser, citations);
  const wishes = wishesOf(of, chooser, citations);
  // Last, because no sentence is quoted twice.
  const words = inTheirWords(chooser, citations);
  const demand = demandOf(signal);
  const leads = { people: citations.authors(INTERVIEWS), workaround: workarounds.working };
  return {
    id: newId(),
    painSignalId: signal.id,
    topic,
    patternStatement: patternOf(related[0], demand),
    patternStrength: patternStrength(signal, related[0]?.sharedTerms.length ?? 0),
    generatedAt: new Date(now).toISOString(),
    macroArea,
    ...weigh(signal, workarounds.working !== null),
    problem: [facetsTold, words, related.length === 0 ? '' : demand].filter((part) => part !== '').join(' '),
    affected,
    evidence: [...citations.evidence],
    workarounds: workarounds.told,
    opportunity: wishes,
    wedge: wedgeOf(facets, of),
    nextSteps: nextStepsOf(signal, leads),
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
