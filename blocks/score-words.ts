import type { ScoreParts } from '@pain-signals/contract';
import { formatScore } from './numbers.ts';

type Part = Exclude<keyof ScoreParts, 'confidence' | 'cap'>;

const STRENGTHS: Record<Part, string> = {
  volume: 'how many report it',
  growth: 'how fast it grows',
  breadth: 'how many projects it hits',
  severity: 'how badly it hurts',
  recency: 'how recent it is',
};

const WEAKNESSES: Record<Part, string> = {
  volume: 'few report it',
  growth: 'it does not grow',
  breadth: 'it comes from few places',
  severity: 'it is rather an annoyance',
  recency: 'it has become quiet',
};

const STRONG = 0.6;
const WEAK = 0.2;
const SURE = 0.8;

/** Why a score is what it is, in one sentence; null when nothing stands out. */
export function explainScore(score: number, parts: ScoreParts): string | null {
  const ranked = (Object.keys(STRENGTHS) as Part[]).sort((a, b) => parts[b] - parts[a]);
  const strong = ranked.filter((part) => parts[part] >= STRONG).slice(0, 2);
  const weak = ranked.filter((part) => parts[part] <= WEAK).slice(-2);
  const sentences = [
    strong.length > 0 ? `driven by ${joinWords(strong.map((part) => STRENGTHS[part]))}` : null,
    weak.length > 0 ? `held back because ${joinWords(weak.map((part) => WEAKNESSES[part]))}` : null,
    parts.confidence < SURE ? 'lowered because its posts differ a lot or say little of trouble' : null,
    parts.cap < 100 && score >= parts.cap - 1
      ? `kept to ${formatScore(parts.cap)} while one owner or under three authors carry it`
      : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length > 0 ? sentences.join('; ') : null;
}

const joinWords = (words: readonly string[]) => words.join(' and ');
