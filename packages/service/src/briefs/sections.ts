import { listOf } from '../text/sentences.ts';
import { type Chooser, isCued, isRelevant } from './choose.ts';
import { gives } from './cues.ts';
import type { Citations } from './evidence.ts';
import type { Sentence } from './sentences.ts';
import { quoteOf } from './titles.ts';

/** What fewer authors ask for is their own case, and no section. */
const LEAST_ASKING = 2;

/** "Restarting the app helped", "Raising the limit did nothing": what somebody tried, and what came of it. */
const TRIED =
  /^(?!Noth|Someth|Everyth|Anyth|Dur|Accord|Regard|Follow|Look|Consider|Miss)\p{Lu}[\p{Ll}-]+ing\b.{8,}\b(?:help(?:s|ed)?|fix(?:es|ed)|works|worked|solve[sd]|stop(?:s|ped)|brings?|brought|ma[dk]es?|did nothing|difference|either|held)\b/u;

/** Whether a workaround works, as its author says; 'open' where they don't. */
export type Verdict = 'works' | 'partly' | 'fails' | 'open';

const VERDICTS: Readonly<Record<Verdict, string>> = {
  works: ' (works, according to its author)',
  // The post says in which part itself.
  partly: '',
  fails: ' (doesn’t work, according to its author)',
  open: '',
};

/** "Fixes the second visit but not the first": what follows is where it fails, not that it does. */
const BUT_NOT = /\bbut not\b(?! (?:always|ideal|great|fixed|solved|the (?:cause|real|actual|root|underlying))\b)/i;

function verdictOf({ text }: Sentence): Verdict {
  if (gives('works', text) && BUT_NOT.test(text)) return 'partly';
  if (gives('fails', text)) return 'fails';
  if (!gives('works', text) && !(TRIED.test(text) && / work(?:s|ed)\b/.test(text))) return 'open';
  return gives('partly', text) ? 'partly' : 'works';
}

/** Quoted where more posts tell one. */
const MOST_EXAMPLES = 2;

/** Which workaround to try first. */
const TO_TRY: readonly Verdict[] = ['works', 'partly', 'open'];

export interface Workarounds {
  told: string[];
  /** That tell one. */
  posts: number;
  /** The post to try, "[5]", and whether it says that it works; null where none may. */
  toTry: { number: string; verdict: Verdict } | null;
}

/** What people do today, and whether they say that it works. */
export function workaroundsOf(of: number, chooser: Chooser, citations: Citations): Workarounds {
  const { quotes, posts } = chooser.choose(
    (sentence) =>
      !gives('hedge', sentence.text) &&
      (isCued('workaround', 'asks')(sentence) || (!sentence.isTitle && TRIED.test(sentence.text))),
  );
  const isMore = posts > quotes.length && quotes.length > 0;
  const told = quotes
    .slice(0, isMore ? MOST_EXAMPLES : undefined)
    .map((quote) => `${citations.quote(quote)}${VERDICTS[verdictOf(quote)]}`);
  const numberOf = (quote: Sentence) => citations.quote(quote).replace(/^.*(?=\[)/s, '');
  const [toTry] = TO_TRY.flatMap((verdict) => quotes.filter((quote) => verdictOf(quote) === verdict));
  return {
    told: isMore
      ? [`At least ${posts} of ${of} posts mention a workaround, for example ${listOf(told)}.`]
      : told.map((each) => `${each}.`),
    posts,
    toTry: toTry === undefined ? null : { number: numberOf(toTry), verdict: verdictOf(toTry) },
  };
}

export interface Wishes {
  told: string;
  /** "[5]" */
  asking: string[];
}

/** What several ask for, in titles too unless the problem tells those; '' where nobody asks. */
export function wishesOf(
  of: number,
  { chooser, citations, isTold }: { chooser: Chooser; citations: Citations; isTold: boolean },
): Wishes {
  const asks = (sentence: Sentence) =>
    isRelevant(sentence, chooser) &&
    (sentence.isTitle ? !isTold && gives('asksInTitle', sentence.text) : isCued('asks', 'offers')(sentence));
  const { quotes, posts } = chooser.choose(asks, undefined, LEAST_ASKING);
  if (quotes.length === 0) return { told: '', asking: [] };
  const told = `At least ${posts} of ${of} posts ask for a change: ${quotes.map((quote) => quoteOf(quote, citations)).join('; ')}.`;
  return { told, asking: told.match(/\[\d+\]/g) ?? [] };
}
