import { BRIEF_FRESH_DAYS, BRIEF_MINIMUM, type BriefEvidence, type OpportunityBrief } from '@pain-signals/contract';
import { DAY_MS } from '../model/day.ts';
import type { ScoredSignal, SignalDescription, SignalDocument, SignalFigures } from '../model/signal.ts';
import { DANGLING } from '../naming/lexicon/phrasing.ts';
import { sentenceKey, splitSentences } from '../text/sentences.ts';
import type { Background } from '../text/term-vector.ts';
import { assessFit, patternStrength } from './assess-fit.ts';
import { createEvidenceChooser, type EvidenceChooser } from './choose-evidence.ts';
import { authorOf, collectEvidence, type EvidenceSentence, excerptAround } from './evidence-sentences.ts';
import { listNextSteps, listRisks } from './risks-and-next-steps.ts';
import { affectedScore, opportunityScore, problemScore, workaroundScore } from './section-scores.ts';

const SHORT_TOPIC_LENGTH = 34;

/** A topic as it is named again, after it was told in full: its first words. */
function shortTopic(topic: string): string {
  if (topic.length <= SHORT_TOPIC_LENGTH) return topic;
  const cut = topic.slice(0, topic.lastIndexOf(' ', SHORT_TOPIC_LENGTH) + 1).trimEnd();
  const whole = cut.replace(DANGLING, '').replace(/[\s,;:–—-]+$/, '');
  return whole.length < SHORT_TOPIC_LENGTH / 2 ? topic : `${whole}…`;
}

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
  const quotes: EvidenceSentence[] = [];
  return { quotes, cite: (quote: EvidenceSentence) => `“${quote.text}” [${quotes.push(quote)}]` };
}

/** A topic is named within sentences, which a stop of its own would cut in two. */
const withoutFullStop = (topic: string) => topic.replace(/[\s?!.…]+$/, '').replace(/[?!.…]+(?=\s)/g, ',');

function patternOf(topic: string, nearest: RelatedSignal | undefined): string {
  if (nearest === undefined) return `“${topic}” shares its pattern with no other signal so far.`;
  const words = nearest.sharedTerms.slice(0, 4);
  const shared = `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
  return `“${topic}” and “${withoutFullStop(nearest.topic)}” both turn on ${shared}.`;
}

interface SectionEvidence {
  problem: EvidenceSentence[];
  affected: EvidenceSentence[];
  workarounds: EvidenceSentence[];
  opportunity: EvidenceSentence[];
}

/**
 * No sentence stands in a brief twice. Most sentences tell of the problem, few of the rest, which therefore chooses first; but a
 * brief without a problem is none, so where nothing is left for it, it goes before the others.
 */
function chooseEvidence(
  documents: readonly SignalDocument[],
  background: Background,
  saidElsewhere: ReadonlySet<string>,
): SectionEvidence {
  const quotes = collectEvidence(documents, background);
  const last = chooseInOrder(createEvidenceChooser(quotes, saidElsewhere), [
    'affected',
    'workarounds',
    'opportunity',
    'problem',
  ]);
  if (last.problem.length > 0) return last;
  return chooseInOrder(createEvidenceChooser(quotes, saidElsewhere), [
    'problem',
    'affected',
    'workarounds',
    'opportunity',
  ]);
}

const SECTION_SCORES = {
  problem: problemScore,
  affected: affectedScore,
  workarounds: workaroundScore,
  opportunity: opportunityScore,
} as const;

function chooseInOrder(chooser: EvidenceChooser, order: readonly (keyof SectionEvidence)[]): SectionEvidence {
  const chosen: SectionEvidence = { problem: [], affected: [], workarounds: [], opportunity: [] };
  for (const section of order) chosen[section] = chooser.choose(SECTION_SCORES[section]);
  return chosen;
}

function writeSections(quoted: SectionEvidence, topic: string, cite: (quote: EvidenceSentence) => string) {
  const nothing = (missing: string) => `${missing} was found in the posts on “${topic}”.`;
  const tell = (section: readonly EvidenceSentence[], missing: string) =>
    section.length > 0 ? section.map(cite).join(' ') : nothing(missing);
  return {
    problem: tell(quoted.problem, 'No account of what goes wrong by two people'),
    affected: tell(quoted.affected, 'No word of two people on whom it hurts'),
    workarounds:
      quoted.workarounds.length > 0 ? quoted.workarounds.map(cite) : [nothing('No workaround of two people')],
    opportunity: tell(quoted.opportunity, 'No wish of two people'),
  };
}

/** All that a brief says under its pattern, with the name by which it calls the topic there. */
function writeText(signal: BriefSubject, quoted: SectionEvidence, name: string) {
  const { quotes, cite } = createCitations();
  const sections = writeSections(quoted, name, cite);
  const fit = assessFit(signal, name);
  const told = {
    fitWarning: fit?.fitWarning ?? null,
    ...sections,
    wedge: fit?.wedge ?? null,
    risks: listRisks(signal, name, quoted.workarounds.length),
    nextSteps: listNextSteps(signal, name, quotes),
  };
  return { told, quotes };
}

/**
 * Writes the opportunity brief of a signal out of its own posts; null under five documents of three authors. Problem, affected,
 * workarounds and opportunity each quote at least two authors, numbered as in `evidence`, or say that nothing was found. `related`
 * is ordered, the nearest first; `saidElsewhere` holds what other briefs say ({@link sentencesIn}), which this one leaves out or says in other words; `now` is UTC epoch milliseconds; `newId` gives the brief's UUID.
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
  if (documents.length < BRIEF_MINIMUM.posts || authors < BRIEF_MINIMUM.authors) return null;
  const { topic, macroArea } = signal.description;
  const named = withoutFullStop(topic);
  const quoted = chooseEvidence(documents, background, saidElsewhere);
  const short = writeText(signal, quoted, shortTopic(named));
  const isTaken = sentencesIn(short.told).some((sentence) => saidElsewhere.has(sentence));
  const { told, quotes } = isTaken ? writeText(signal, quoted, named) : short;
  return {
    id: newId(),
    painSignalId: signal.id,
    topic,
    patternStatement: patternOf(named, related[0]),
    patternStrength: patternStrength(signal, related[0]?.sharedTerms.length ?? 0),
    generatedAt: new Date(now).toISOString(),
    macroArea,
    ...told,
    evidence: quotes.map(asEvidence),
    generatedBy: 'extractive',
    expiresAt: new Date(now + BRIEF_FRESH_DAYS * DAY_MS).toISOString(),
  };
}

const asEvidence = (quote: EvidenceSentence): BriefEvidence => ({
  chunkId: quote.chunkId,
  provider: quote.document.provider,
  externalId: quote.document.externalId,
  url: quote.document.url,
  author: quote.document.author,
  excerpt: excerptAround(quote),
});

type BriefText = Pick<OpportunityBrief, 'problem' | 'affected' | 'workarounds' | 'opportunity'> &
  Partial<Pick<OpportunityBrief, 'fitWarning' | 'wedge' | 'risks' | 'nextSteps'>>;

/** Every sentence of a brief, folded: no other brief may say it too. */
export function sentencesIn({ problem, affected, workarounds, opportunity, ...own }: BriefText): string[] {
  const quoted = [problem, affected, ...workarounds, opportunity]
    .flatMap((text) => text.split(/\[\d+\]/))
    .flatMap(splitSentences);
  const { fitWarning, wedge, risks = [], nextSteps = [] } = own;
  return [...quoted, fitWarning ?? '', wedge ?? '', ...risks, ...nextSteps]
    .map(sentenceKey)
    .filter((sentence) => sentence !== '');
}
