import { BRIEF_FRESH_DAYS, BRIEF_MINIMUM, type OpportunityBrief } from '@pain-signals/contract';
import { DAY_MS } from '../model/day.ts';
import type { ScoredSignal, SignalDescription, SignalDocument, SignalFigures } from '../model/signal.ts';
import { createReader, type Facet, type Reader, readForBrief } from '../naming/index.ts';
import type { Background } from '../text/background.ts';
import { sentenceKey, splitSentences } from '../text/sentences.ts';
import { createChooser } from './choose.ts';
import { createCitations } from './evidence.ts';
import { demandOf, monthOf, nextStepsOf, peopleIn, weigh } from './outlook.ts';
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

/** What the signal shares with its nearest; where there is none, who has it and what most of them say. */
function patternOf({ figures }: BriefSubject, [first]: readonly Facet[], nearest: RelatedSignal | undefined): string {
  if (nearest !== undefined)
    return `Related: “${nearest.topic}”. Both mention ${nearest.sharedTerms
      .slice(0, 2)
      .map((term) => `“${term}”`)
      .join(' and ')}.`;
  const most = first === undefined ? '' : `, most often “${first.text.replace(/[\s.]+$/, '')}”`;
  return `${peopleIn(figures.authors)} wrote about this since ${monthOf(figures.firstSeenAt)}${most}.`;
}

/** Share of the posts that must say a facet, where the topic names a trouble or need and where it does not. */
const LEAST_TOLD = { ofPain: 0.3, ofTopic: 0.6 } as const;

/** The part of the problem to begin with; null where it has one part. */
function wedgeOf([first, ...others]: readonly Facet[], of: number): string | null {
  if (first === undefined || others.length === 0) return null;
  return `Start with “${first.text.replace(/[\s.]+$/, '')}”: ${first.posts.length} of ${of} posts.`;
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
  const { topic, macroArea } = signal.description;
  const { facets, relevance, namesPain } = readForBrief(documents, topic, background, reader);
  const told = facets.reduce((sum, { posts }) => sum + posts.length, 0);
  if (told < documents.length * (namesPain(topic) ? LEAST_TOLD.ofPain : LEAST_TOLD.ofTopic)) return null;

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
    patternStatement: patternOf(signal, facets, related[0]),
    patternStrength: patternStrength(signal, related[0]?.sharedTerms.length ?? 0),
    generatedAt: new Date(now).toISOString(),
    macroArea,
    ...weigh(signal, workarounds.working !== null),
    problem: [facetsTold, words, demand].filter((part) => part !== '').join(' '),
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
