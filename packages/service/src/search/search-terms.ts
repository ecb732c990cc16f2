import type { SearchTerms } from '../model/post.ts';
import { tokenize } from '../text/tokenize.ts';
import { foldPhrases } from './synonyms.ts';

/** Terms kept of a post: later ones are mostly logs and asides. */
const TITLE_TERMS = 60;
const BODY_TERMS = 120;

/** Characters of a body in which those terms are looked for. */
const BODY_READ = 3_000;

const termsOf = (text: string, most: number): string => tokenize(foldPhrases(text), most).join(' ');

/** The terms by which a post can be found. They are stored with it: a change of the rules concerns new posts only. */
export const searchTermsOf = (title: string | null, text: string): SearchTerms => ({
  titleTerms: termsOf(title ?? '', TITLE_TERMS),
  bodyTerms: termsOf(text.slice(0, BODY_READ), BODY_TERMS),
});
