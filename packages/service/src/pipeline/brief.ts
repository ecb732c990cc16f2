import { BRIEF_FRESH_DAYS, BRIEF_LEAST, type BriefEvidence, type OpportunityBrief } from '@pain-signals/contract';
import type { ScoredSignal, SignalDescription, SignalDocument, SignalFigures } from '../model/signal.ts';
import { createQuoteChooser, fold } from './brief/choose-quotes.ts';
import { judgeFit } from './brief/fit.ts';
import { nameNextSteps, nameRisks } from './brief/outlook.ts';
import { authorOf, collectQuotes, excerptAround, type Quote } from './brief/quotes.ts';
import { tellsAWorkaround, tellsTheProblem, tellsWhatIsWanted, tellsWhoIsHurt } from './brief/roles.ts';
import { patternStrength } from './brief/strength.ts';
import { splitSentences } from './plain-sentences.ts';
import type { Background } from './term-vector.ts';

const DAY_MS = 86_400_000;

/** Without knowledge of other posts every term is as telling as the next. */
const NO_BACKGROUND: Background = { documentFrequencies: new Map(), documents: 0 };

export interface BriefSubject {
  id: string;
  description: SignalDescription;
  figures: SignalFigures;
  score: ScoredSignal;
}

/** Another signal that is told in some of the same words. */
export interface RelatedSignal {
  id: string;
  topic: string;
  /** Two at least. */
  sharedTerms: readonly string[];
}

/** Gives every quoted sentence its number in the brief's evidence, from 1 in the order of use. */
function createCitations() {
  const quotes: Quote[] = [];
  return { quotes, cite: (quote: Quote) => `“${quote.text}” [${quotes.push(quote)}]` };
}

/** A topic is named within sentences, which a stop of its own would cut in two. */
const withoutStop = (topic: string) => topic.replace(/[\s?!.…]+$/, '').replace(/[?!.…]+(?=\s)/g, ',');

function patternOf(topic: string, nearest: RelatedSignal | undefined): string {
  if (nearest === undefined) return `“${topic}” shares its pattern with no other signal so far.`;
  const words = nearest.sharedTerms.slice(0, 4);
  const shared = `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
  return `“${topic}” and “${withoutStop(nearest.topic)}” both turn on ${shared}.`;
}

interface QuotedSections {
  problem: Quote[];
  affected: Quote[];
  workarounds: Quote[];
  opportunity: Quote[];
}

/** Chosen in this order, since no sentence stands in a brief twice. */
function quoteSections(
  documents: readonly SignalDocument[],
  background: Background,
  saidElsewhere: ReadonlySet<string>,
): QuotedSections {
  const chooser = createQuoteChooser(collectQuotes(documents, background), saidElsewhere);
  return {
    problem: chooser.choose(tellsTheProblem),
    affected: chooser.choose(tellsWhoIsHurt),
    workarounds: chooser.choose(tellsAWorkaround),
    opportunity: chooser.choose(tellsWhatIsWanted),
  };
}

function tellSections(quoted: QuotedSections, topic: string, cite: (quote: Quote) => string) {
  const nothing = (missing: string) => `${missing} was found in the posts on “${topic}”.`;
  const tell = (section: readonly Quote[], missing: string) =>
    section.length > 0 ? section.map(cite).join(' ') : nothing(missing);
  return {
    problem: tell(quoted.problem, 'No account of what goes wrong by two people'),
    affected: tell(quoted.affected, 'No word of two people on whom it hurts'),
    workarounds:
      quoted.workarounds.length > 0 ? quoted.workarounds.map(cite) : [nothing('No workaround of two people')],
    opportunity: tell(quoted.opportunity, 'No wish of two people'),
  };
}

/**
 * Writes the opportunity brief of a signal out of its own posts; null under five documents of three authors. Problem, affected,
 * workarounds and opportunity each quote at least two authors, numbered as in `evidence`, or say that nothing was found. `related`
 * is ordered, the nearest first; `saidElsewhere` holds what other briefs quote ({@link sentencesIn}), which this one leaves out; `now` is UTC epoch milliseconds; `newId` gives the brief's UUID.
 */
export function writeBrief(
  signal: BriefSubject,
  documents: readonly SignalDocument[],
  related: readonly RelatedSignal[],
  now: number,
  newId: () => string,
  background: Background = NO_BACKGROUND,
  saidElsewhere: ReadonlySet<string> = new Set(),
): OpportunityBrief | null {
  const authors = new Set(documents.map(authorOf)).size;
  if (documents.length < BRIEF_LEAST.posts || authors < BRIEF_LEAST.authors) return null;
  const { topic, macroArea } = signal.description;
  const named = withoutStop(topic);
  const quoted = quoteSections(documents, background, saidElsewhere);
  const { quotes, cite } = createCitations();
  const sections = tellSections(quoted, named, cite);
  const fit = judgeFit(signal, named);
  return {
    id: newId(),
    painSignalId: signal.id,
    topic,
    patternStatement: patternOf(named, related[0]),
    patternStrength: patternStrength(signal, related[0]?.sharedTerms.length ?? 0),
    generatedAt: new Date(now).toISOString(),
    macroArea,
    fitWarning: fit?.fitWarning ?? null,
    ...sections,
    wedge: fit?.wedge ?? null,
    risks: nameRisks(signal, named, quoted.workarounds.length),
    nextSteps: nameNextSteps(signal, named, quotes),
    evidence: quotes.map(asEvidence),
    generatedBy: 'extractive',
    expiresAt: new Date(now + BRIEF_FRESH_DAYS * DAY_MS).toISOString(),
  };
}

const asEvidence = (quote: Quote): BriefEvidence => ({
  chunkId: quote.chunkId,
  provider: quote.document.provider,
  externalId: quote.document.externalId,
  url: quote.document.url,
  author: quote.document.author,
  excerpt: excerptAround(quote),
});

/** Every sentence of a brief's quoted sections, folded: no other brief may say it too. */
export function sentencesIn(
  sections: Pick<OpportunityBrief, 'problem' | 'affected' | 'workarounds' | 'opportunity'>,
): string[] {
  const { problem, affected, workarounds, opportunity } = sections;
  return [problem, affected, ...workarounds, opportunity]
    .flatMap((text) => text.split(/\[\d+\]/))
    .flatMap(splitSentences)
    .map(fold)
    .filter((sentence) => sentence !== '');
}
