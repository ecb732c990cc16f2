import { PAIN_TYPES, type PainType } from '@pain-signals/contract';
import type { SignalDocument } from '../model/signal.ts';
import { type Cue, FORM_QUESTION, TEXT_CUES, TITLE_CUES } from './pain-type-cues.ts';

/** Characters read of a post; later ones are mostly logs and quotations. */
const READ_TEXT = 1_200;
const READ_TITLE = 200;

/** Points for a bug without any cue, because most statements report something that goes wrong. */
const BUG_HEAD_START = 0.3;

/** A type with less of the posts, on average, is no type: they disagree. */
const LEAST_SHARE = 0.3;

/** Share of each type; they add up to 1. */
export type TypeShares = Record<PainType, number>;

function pointsOf(title: string, text: string): TypeShares {
  const points: TypeShares = { bug: BUG_HEAD_START, feature_request: 0, question: 0, complaint: 0 };
  const add = (cues: readonly Cue[], part: string) => {
    for (const { type, weight, words } of cues) if (words.test(part)) points[type] += weight;
  };
  add(TITLE_CUES, title);
  add(TEXT_CUES, text);
  return points;
}

/** Type shares of one post, by its title (or first sentence) and the beginning of its text. */
export function weighTypes(title: string | null, text: string): TypeShares {
  const opening = title ?? text.slice(0, READ_TEXT).split(/(?<=[.!?])\s|\n/, 1)[0] ?? '';
  const points = pointsOf(opening.slice(0, READ_TITLE), text.slice(0, READ_TEXT).replace(FORM_QUESTION, ' '));
  const total = PAIN_TYPES.reduce((sum, type) => sum + Math.exp(points[type]), 0);
  const share = (type: PainType) => Math.exp(points[type]) / total;
  return {
    bug: share('bug'),
    feature_request: share('feature_request'),
    question: share('question'),
    complaint: share('complaint'),
  };
}

/** The type with the largest mean share; null where the posts disagree. */
export function classifyPainType(documents: readonly Pick<SignalDocument, 'title' | 'text'>[]): PainType | null {
  if (documents.length === 0) return null;
  const shares = documents.map(({ title, text }) => weighTypes(title, text));
  const meanOf = (type: PainType) => shares.reduce((sum, share) => sum + share[type], 0) / documents.length;
  const means = PAIN_TYPES.map((type) => ({ type, mean: meanOf(type) }));
  const best = means.reduce((first, it) => (it.mean > first.mean ? it : first));
  return best.mean < LEAST_SHARE ? null : best.type;
}
