import { type Chooser, isCued } from './choose.ts';
import { gives } from './cues.ts';
import type { Citations } from './evidence.ts';
import type { Sentence } from './sentences.ts';
import { quoteOf } from './titles.ts';

/** What fewer authors ask for is their own case, and no section. */
const LEAST_ASKING = 2;

export interface Workarounds {
  told: string[];
  /** "[5]": a post that says that its workaround works; null where none does. */
  working: string | null;
  /** "[5]": a post with one that may work. */
  toTry: string | null;
}

/** What people do today, and whether they say that it works. */
export function workaroundsOf(of: number, chooser: Chooser, citations: Citations): Workarounds {
  const { quotes, posts } = chooser.choose(
    (sentence) => isCued('workaround', 'asks')(sentence) && !gives('hedge', sentence.text),
  );
  const fails = ({ text }: Sentence) => gives('fails', text);
  const works = (sentence: Sentence) => gives('works', sentence.text) && !fails(sentence);
  const told = quotes.map((quote) => {
    const verdict = fails(quote) ? ' It does not hold.' : works(quote) ? ' It works.' : '';
    return `${citations.quote(quote)}${verdict}`;
  });
  const numberOf = (quote: Sentence | undefined) =>
    quote === undefined ? null : citations.quote(quote).replace(/^.*(?=\[)/s, '');
  const working = quotes.find(works);
  return {
    told:
      posts > told.length && told.length > 0 ? [`${posts} of ${of} posts say what they do instead.`, ...told] : told,
    working: numberOf(working),
    toTry: numberOf(working ?? quotes.find((quote) => !fails(quote))),
  };
}

export interface Wishes {
  told: string;
  /** Numbers of the citations. */
  asking: string[];
}

/** What several ask for, in titles too unless the problem tells those; '' where nobody asks. */
export function wishesOf(
  of: number,
  { chooser, citations, isTold }: { chooser: Chooser; citations: Citations; isTold: boolean },
): Wishes {
  const asks = (sentence: Sentence) =>
    sentence.isTitle ? !isTold && gives('asksInTitle', sentence.text) : isCued('asks', 'offers')(sentence);
  const { quotes, posts } = chooser.choose(asks, undefined, LEAST_ASKING);
  if (quotes.length === 0) return { told: '', asking: [] };
  const told = `${posts} of ${of} posts ask for a change: ${quotes.map((quote) => quoteOf(quote, citations)).join(' ')}`;
  return { told, asking: [...told.matchAll(/\[(\d+)\]/g)].map(([, number = '']) => number) };
}
