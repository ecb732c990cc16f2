import type { SignalDocument } from '../model/signal.ts';
import { stripMarkup } from '../text/sentences.ts';
import { tokenize } from '../text/tokenize.ts';

/** "after waking up", "in browsers", "with Chrome 128": the end of a title that says when or where it happens. */
const CIRCUMSTANCE =
  /(?<=\S )(?:(?:after|when(?:ever)?|while|during|since|if|until|unless)\s(?:\S+\s){0,7}\S+|(?:using|with|on|in|via|inside|under)\s(?:\S+\s){0,4}\S+)$/iu;
/** Needs what is before it, or says what happens then. */
const REFERS =
  /\b(?:this|that|these|those|its?|my|same|such|never|not|no|causes?|fails?|broken|works?|working|does)\b|n['’]t\b|[()?!:…]/i;
/** A place has no verb. */
const STATES = /\b(?:is|are|was|were)\b/i;
const WHEN = /^(?:after|when|while|during|since|if|until|unless)/i;
/** "on Windows Arm64" */
const NAMES = /\s\S*(?:\p{Lu}|\d|\p{L}\.\p{L})/u;
const LONGEST = 60;
const MOST_CASES = 5;

export interface Case {
  document: SignalDocument;
  /** "in browsers" */
  text: string;
}

/** What a title says of when or where it happens; null where it says neither. */
export function circumstanceIn(title: string): string | null {
  const [found] = CIRCUMSTANCE.exec(title) ?? [];
  if (found === undefined || found.length > LONGEST || REFERS.test(found)) return null;
  // It begins in the middle of a quote.
  if ((found.match(/["“”]/g)?.length ?? 0) % 2 === 1) return null;
  return STATES.test(found) && !WHEN.test(found) ? null : found;
}

/** When or where titles say that it happens, those of `part` first, of the others when and with what by name; each once, none of it `said`. */
export function casesIn(documents: readonly SignalDocument[], part: readonly number[], said: string): Case[] {
  const known = new Set(tokenize(said));
  const cases: Case[] = [];
  const ordered = [...new Set([...part, ...documents.keys()])];
  for (const [place, at] of ordered.entries()) {
    const document = documents[at];
    if (document === undefined) continue;
    const text = circumstanceIn(stripMarkup(document.title ?? '').replace(/[\s.!]+$/, ''));
    const words = new Set(tokenize(text ?? '')).difference(known);
    if (text === null || words.size === 0 || (place >= part.length && !WHEN.test(text) && !NAMES.test(text))) continue;
    for (const word of words) known.add(word);
    cases.push({ document, text: text.charAt(0).toLowerCase() + text.slice(1) });
    if (cases.length === MOST_CASES) break;
  }
  return cases;
}
