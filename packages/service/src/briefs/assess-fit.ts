import type { ScoredSignal, SignalFigures } from '../model/signal.ts';

/** A brief whose signal is described, counted and scored. */
export interface BriefFigures {
  figures: SignalFigures;
  score: ScoredSignal;
}

/** Authors at which support reaches 63 %: 1 - 1/e. */
const AUTHORS_OF_SUPPORT = 12;

const STRENGTH_WEIGHTS = { support: 0.5, breadth: 0.25, confidence: 0.25 } as const;

/** A pattern that no other signal shows is half a pattern; each word shared adds to it, up to the fifth. */
const RELATEDNESS = { alone: 0.5, shared: 0.8, aWord: 0.04, words: 5 } as const;

/**
 * How strongly the posts carry the pattern, a whole number 0-100:
 * 100 * (0.5 support + 0.25 breadth + 0.25 confidence) * kinship, where support = 1 - exp(-authors / 12), breadth and confidence are
 * the score's parts, and kinship = 0.8 + 0.04 for each word shared with the nearest signal, five at most; 0.5 where none is near.
 */
export function patternStrength({ figures, score }: BriefFigures, sharedTerms: number): number {
  const support = 1 - Math.exp(-figures.authors / AUTHORS_OF_SUPPORT);
  const { breadth, confidence } = score.scoreParts;
  const carried =
    STRENGTH_WEIGHTS.support * support + STRENGTH_WEIGHTS.breadth * breadth + STRENGTH_WEIGHTS.confidence * confidence;
  const kinship =
    sharedTerms === 0
      ? RELATEDNESS.alone
      : RELATEDNESS.shared + RELATEDNESS.aWord * Math.min(RELATEDNESS.words, sharedTerms);
  return Math.round(100 * Math.min(1, Math.max(0, carried * kinship)));
}

/** Bounds of a signal that a product can be built on as it is. */
const FIT = { ownerShare: 0.5, placeShare: 0.6, authors: 10, growth: -0.5, coherence: 0.12 } as const;

/** Why the signal cannot be taken as it is, and the narrow beginning that fits nevertheless. */
export interface Fit {
  fitWarning: string;
  wedge: string;
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

function fromOneOwner({ figures }: BriefFigures, topic: string): Fit | null {
  const top = figures.owners[0];
  const share = top === undefined || figures.chunkCount === 0 ? 0 : top.chunks / figures.chunkCount;
  if (top === undefined || share <= FIT.ownerShare) return null;
  return {
    fitWarning: `${percent(share)} of the passages on “${topic}” come from ${top.owner}: one fix there may end it.`,
    wedge: `Begin as an add-on for users of ${top.owner} who meet “${topic}”, and see who else comes.`,
  };
}

function fromOneRepository({ figures }: BriefFigures, topic: string): Fit | null {
  const [top] = [...figures.repositories].sort((a, b) => b.mentions - a.mentions);
  const share = top === undefined || figures.volume === 0 ? 0 : top.mentions / figures.volume;
  if (top === undefined || share <= FIT.placeShare) return null;
  return {
    fitWarning: `${percent(share)} of the posts on “${topic}” were written in ${top.repository}.`,
    wedge: `Begin with the people of ${top.repository} who write about “${topic}”, before anybody else.`,
  };
}

function fromFewAuthors({ figures }: BriefFigures, topic: string): Fit | null {
  if (figures.authors >= FIT.authors) return null;
  return {
    fitWarning: `Only ${figures.authors} people have written about “${topic}” so far.`,
    wedge: `Begin with the ${figures.authors} authors of “${topic}”: solve it by hand for one of them first.`,
  };
}

function fading({ figures, score }: BriefFigures, topic: string): Fit | null {
  if (score.growth > FIT.growth) return null;
  const { lastWindow, prevWindow } = figures;
  return {
    fitWarning: `“${topic}” is fading: ${lastWindow.mentions === 1 ? '1 mention' : `${lastWindow.mentions} mentions`} last week after ${prevWindow.mentions}.`,
    wedge: `Begin with those who still meet “${topic}” after whatever made the others quiet.`,
  };
}

function quiet({ figures }: BriefFigures, topic: string): Fit | null {
  if (figures.lastWindow.mentions > 0 || figures.prevWindow.mentions > 0) return null;
  return {
    fitWarning: `“${topic}” is quiet: nobody wrote about it in the last 14 days.`,
    wedge: `Begin by asking those quoted whether they still meet “${topic}”.`,
  };
}

function lowCoherence({ figures }: BriefFigures, topic: string): Fit | null {
  if (figures.coherence >= FIT.coherence) return null;
  return {
    fitWarning: `The posts under “${topic}” agree little with each other; it may be several pains.`,
    wedge: `Begin with the exact case in the first quote on “${topic}”, not with all of them.`,
  };
}

/**
 * The first objection that holds, or null when nothing stands against the signal: one owner has over 50 % of all chunks; one place
 * has over 60 % of the posts; fewer than 10 authors; nobody wrote in the last 14 days; mentions fell by
 * half or more against the week before; coherence under 0.12.
 */
export function assessFit(signal: BriefFigures, topic: string): Fit | null {
  for (const objection of [fromOneOwner, fromOneRepository, fromFewAuthors, quiet, fading, lowCoherence]) {
    const fit = objection(signal, topic);
    if (fit !== null) return fit;
  }
  return null;
}
