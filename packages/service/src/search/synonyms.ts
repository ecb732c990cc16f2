import { tokenize } from '../text/tokenize.ts';
import thesaurus from './thesaurus.json' with { type: 'json' };

/**
 * Phrases folded into one word, because the tokenizer would drop part of them: "log in" is not "log". Applied to signals and
 * queries alike.
 */
const FOLDED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:log|sign)(?:s|ged|ging|ned|ed|ning|ing)?[ -](?:in|on)\b/gi, 'login'],
  [/\b(?:log|sign)(?:s|ged|ging|ned|ed|ning|ing)?[ -](?:out|off)\b/gi, 'logout'],
  [/\bsign(?:s|ed|ing)?[ -]up\b/gi, 'signup'],
  [/\b(?:second|two|multi|2)[ -]?factor(?: auth\w*)?\b/gi, 'mfa'],
  [/\bsingle[ -]sign[ -]?on\b/gi, 'sso'],
  [/\bset(?:s|ting)?[ -]up\b/gi, 'setup'],
  [/\b(?:roll|rolls|rolled|rolling)[ -]back\b/gi, 'rollback'],
  [/\btim(?:e|es|ed|ing)[ -]?outs?\b/gi, 'timeout'],
  [/\bclean(?:s|ed|ing)?[ -]up\b/gi, 'cleanup'],
  [/\b(?:shut|shuts|shutting)[ -]down\b/gi, 'shutdown'],
  [/\bfront[ -]end\b/gi, 'frontend'],
  [/\bback[ -]end\b/gi, 'backend'],
  [/\bon[ -]call\b/gi, 'oncall'],
  [/\bon[ -]screen\b/gi, 'onscreen'],
  [/\bout[ -]of[ -]memory\b/gi, 'oom'],
  [/\bout[ -]of[ -]date\b/gi, 'outdated'],
  [/\b(?:is|are|was|were|be|been|goes|went|going) down\b/gi, 'outage'],
  [/\bma(?:ke|kes|king|de) (?:things|stuff|facts|it|them) up\b/gi, 'invented'],
  [/\bmade?[ -]up\b|\bmak(?:es|ing)[ -]up\b/gi, 'invented'],
  [/\b(?:goes?|going|went)[ -]off\b/gi, 'fire'],
  [/\b(?:over and over|again and again)(?: again)?\b/gi, 'repeatedly'],
  [/\bscreen[ -]shots?\b/gi, 'screenshot'],
  [/\bsource[ -]maps?\b/gi, 'sourcemap'],
  [/\block[ -]files?\b/gi, 'lockfile'],
  [/\bweb[ -]hooks?\b/gi, 'webhook'],
  [/\bkey[ -]boards?\b/gi, 'keyboard'],
  [/\brate[ -]limit(?:s|ed|er|ing)?\b/gi, 'throttle'],
];

/** Words that stand for folded phrases: posts that use the phrase don't count as documents with the word. */
export const FOLDED_WORDS: ReadonlySet<string> = new Set(FOLDED.flatMap(([, word]) => tokenize(word)));

/** Most texts have no phrase: one look instead of one for each. */
const ANY_FOLDED = new RegExp(FOLDED.map(([{ source }]) => source).join('|'), 'i');

export function foldPhrases(text: string): string {
  if (!ANY_FOLDED.test(text)) return text;
  return FOLDED.reduce((folded, [phrase, word]) => folded.replace(phrase, word), text);
}

/** A synonym of a word or phrase. */
export interface Synonym {
  /** As people write it. */
  written: string;
  terms: readonly string[];
}

const termsOf = (written: string) => tokenize(foldPhrases(written));

/** A phrase that the tokenizer reduces to one word would match that word everywhere. */
function isWhole({ written, terms }: Synonym): boolean {
  return (
    terms.length > 1 ||
    (terms.length === 1 && termsOf(written.split(' ')[0] ?? '').length === 1 && !/ /.test(foldPhrases(written)))
  );
}

function collectSynonyms(): Map<string, Synonym[]> {
  const synonyms = new Map<string, Synonym[]>();
  // One group a line: words and phrases that a searcher may use one for the other.
  for (const group of Object.values(thesaurus).flat()) {
    const members = group
      .split(', ')
      .map((written) => ({ written, terms: termsOf(written) }))
      .filter(isWhole);
    for (const member of members) {
      const key = member.terms.join(' ');
      const others = members.filter((other) => other.terms.join(' ') !== key);
      synonyms.set(key, [...(synonyms.get(key) ?? []), ...others]);
    }
  }
  return synonyms;
}

const SYNONYMS: ReadonlyMap<string, readonly Synonym[]> = collectSynonyms();

/** Number of terms in the longest phrase. */
export const LONGEST_PHRASE = Math.max(...[...SYNONYMS.keys()].map((key) => key.split(' ').length));

/** Synonyms of the terms; undefined when unknown. */
export const synonymsOf = (terms: readonly string[]): readonly Synonym[] | undefined => SYNONYMS.get(terms.join(' '));
