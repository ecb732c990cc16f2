import { SYNONYM_GROUPS } from '../lexicon/thesaurus/index.ts';
import { tokenize } from '../terms.ts';
import { foldPhrases } from './fold-phrases.ts';

/** A word or phrase that may stand for another. */
export interface Synonym {
  /** As people write it. */
  written: string;
  terms: readonly string[];
}

const termsOf = (written: string) => tokenize(foldPhrases(written));

/** A phrase of which the tokenizer leaves one word would mean that word everywhere. */
function isWhole({ written, terms }: Synonym): boolean {
  return (
    terms.length > 1 ||
    (terms.length === 1 && termsOf(written.split(' ')[0] ?? '').length === 1 && !/ /.test(foldPhrases(written)))
  );
}

function collectSynonyms(): Map<string, Synonym[]> {
  const synonyms = new Map<string, Synonym[]>();
  for (const group of SYNONYM_GROUPS) {
    const members = group.map((written) => ({ written, terms: termsOf(written) })).filter(isWhole);
    for (const member of members) {
      const key = member.terms.join(' ');
      const others = members.filter((other) => other.terms.join(' ') !== key);
      synonyms.set(key, [...(synonyms.get(key) ?? []), ...others]);
    }
  }
  return synonyms;
}

const SYNONYMS: ReadonlyMap<string, readonly Synonym[]> = collectSynonyms();

/** Terms of the longest phrase known. */
export const LONGEST_PHRASE = Math.max(...[...SYNONYMS.keys()].map((key) => key.split(' ').length));

/** What may be said in place of the terms; undefined when nothing is known. */
export const synonymsOf = (terms: readonly string[]): readonly Synonym[] | undefined => SYNONYMS.get(terms.join(' '));
