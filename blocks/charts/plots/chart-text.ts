import { describeTrend } from '../../kit/signal-text.ts';
import { capitalize, escapePlainText } from '../../kit/text.ts';
import type { SignalFigures } from './chart-description.ts';

/**
 * The font that comes with the app (Inter) has Latin, Greek and Cyrillic letters. What it lacks would be drawn as a box, so
 * words of other scripts are named by their language, and emoji left out.
 */
const DRAWABLE = new RegExp(
  `[${[
    ' -~\\u00a1-\\u00ac\\u00ae-\\u0148\\u014a-\\u01c3\\u01c5-\\u024f',
    '\\u0384-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03ce',
    '\\u0400-\\u045f\\u0490-\\u049d\\u04a0-\\u04ff',
    '\\u1e00-\\u1e9b\\u1e9d-\\u1eff',
    '\\u2010-\\u2015\\u2018-\\u201e\\u2020-\\u2022\\u2026\\u2030\\u2032\\u2033\\u2039\\u203a',
    '\\u20a0-\\u20af\\u20b9\\u20bd\\u2116\\u2122\\u2190-\\u2195',
    '\\u2202\\u2211\\u2212\\u221a\\u221e\\u2248\\u2260\\u2264\\u2265\\u25b2\\u25bc',
  ].join('')}]`,
  'u',
);

/** A run of one language, with the spaces, signs and digits inside it. */
const runOf = (...scripts: string[]) => {
  const letters = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
  return new RegExp(`${letters}(?:[\\s\\p{P}\\p{N}\\p{M}\\u200c\\u200d]*${letters})*`, 'gu');
};

const EAST_ASIAN = runOf('Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo');
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [runOf('Arabic'), 'Arabic'],
  [runOf('Hebrew'), 'Hebrew'],
  [runOf('Thai'), 'Thai'],
  [runOf('Devanagari'), 'Hindi'],
];

const READ = 3_000;
const KEPT = 600;

/** Untrusted text the font can draw, on one line; may be empty. */
export function drawableText(text: string): string {
  const line = text.slice(0, READ).toWellFormed().normalize('NFC').replace(/\s+/gu, ' ');
  const named = LANGUAGES.reduce((rest, [run, language]) => rest.replace(run, ` [${language}] `), nameEastAsian(line));
  return Array.from(named, drawableCharacter).join('').replace(/ {2,}/g, ' ').trim().slice(0, KEPT);
}

function nameEastAsian(line: string): string {
  return line.replace(EAST_ASIAN, (run) => {
    if (HANGUL.test(run)) return ' [Korean] ';
    return KANA.test(run) ? ' [Japanese] ' : ' [Chinese] ';
  });
}

/** The character, or its plain form (for full width or bold), or nothing. */
function drawableCharacter(character: string): string {
  if (DRAWABLE.test(character)) return character;
  return Array.from(character.normalize('NFKD'))
    .filter((part) => DRAWABLE.test(part))
    .join('');
}

const UNTITLED = 'Untitled signal';
const TOPIC_IN_ALT_TEXT = 300;

/** A topic as the font can draw it. */
export const drawableTopic = (topic: string): string => drawableText(topic) || UNTITLED;

/** A topic in quotation marks for an alternative text, which may hold every script. */
export const quotedTopic = (topic: string, max = TOPIC_IN_ALT_TEXT): string =>
  `“${escapePlainText(topic, max) || UNTITLED}”`;

/** `Up 140%: 24 mentions this week, 10 last week.` */
export function trendSentence(signal: SignalFigures): string {
  return `${capitalize(describeTrend(signal))}.`;
}
