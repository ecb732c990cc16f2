import words from './imperatives.json' with { type: 'json' };
import type { ReadPost } from './posts.ts';

const COMMANDS: ReadonlySet<string> = new Set(words.commands);
/** Commands that say nothing about software, wherever they occur: "…, buy QuickAuth". */
const PROMOTIONS: ReadonlySet<string> = new Set(words.promotions);
const oneOf = (list: readonly string[]) => `(?:${list.join('|')})`;

/** "Users should clear the cache", "all readers must migrate": what people are to do, not what happens to them. */
const ADVICE = new RegExp(
  [
    `\\b${oneOf(words.people)}(?: [\\p{L}\\d-]+){0,4}? (?:should|ought to|had better|would do well|(?:are|is) (?:advised|urged|told|asked|required|encouraged|recommended) to)\\b`,
    `\\b${oneOf(words.everyone)}(?: [\\p{L}\\d-]+){0,2}? (?:should|must|needs? to|ha(?:s|ve) to|can)\\b`,
    `\\b(?:your?|yours|yourself|please|do so)\\b`,
    `\\b(?:as|was|were) (?:instructed|requested|ordered|told)\\b|\\binstructions?\\b`,
    `\\b(?:best|better|recommended|advisable|wise) to\\b|\\binstead,? (?:use|try|switch)\\b`,
  ].join('|'),
  'iu',
);

/** Ends a clause; what follows may be an order of its own. */
const CLAUSE_END = /([;:—–,]|[.!?](?=\s|$)|\b(?:and|then|or|but|so)\b)/;
const STRONG_END = /[;:—–.!?]/;

/** "Call queue settings are …" and "Support for …" begin with nouns. */
const BEGINS_WITH_NOUN =
  /^\S+ (?:for|of|from)\b|\b(?:is|are|was|were|has|have|had|do|does|did|can|cannot|may|must|should|will|would|could|needs?|lacks?|fails?)\b|n[’']t\b/i;
const SUBCLAUSE = /\b(?:that|which|who|before|after|when|until|because)\b.*$/i;
/** "State that …", "Write in the name that …" */
const STATES = /^\S+ (?:\S+ ){0,4}that\b/;

interface Clause {
  text: string;
  first: string;
  /** It begins a statement. After a comma or "and" its verb may belong to the subject before. */
  isOwn: boolean;
}

function clausesOf(text: string): Clause[] {
  let isOwn = true;
  return text.split(CLAUSE_END).flatMap((piece, at) => {
    if (at % 2 === 1) {
      isOwn = STRONG_END.test(piece);
      return [];
    }
    const clause = piece.trim();
    const first = clause.match(/^[\p{L}-]+/u)?.[0]?.toLowerCase() ?? '';
    return first === '' ? [] : [{ text: clause, first, isOwn }];
  });
}

const orders = ({ text, first }: Clause): boolean =>
  COMMANDS.has(first) && (STATES.test(text) || !BEGINS_WITH_NOUN.test(text.replace(SUBCLAUSE, '')));

/** Posts that begin with the same request before a topic may: "Replace Sets.newHashSet with constructors". */
const ASKING_POSTS = 2;
/** A post's text begins with its repository and kind. */
const BEGINNING = 6;

const isAskedFor = (verb: string, posts: readonly ReadPost[]): boolean =>
  posts.filter(({ parts }) => parts.slice(0, BEGINNING).includes(verb)).length >= ASKING_POSTS;

/** An order or advice to the reader of the text; null where there is none. Posts may ask for things, a description does not. */
export function findImperative(text: string, posts: readonly ReadPost[]): string | null {
  const advice = ADVICE.exec(text)?.[0];
  if (advice !== undefined) return advice;
  const found = clausesOf(text).find((clause, at) =>
    clause.isOwn ? orders(clause) && !(at === 0 && isAskedFor(clause.first, posts)) : PROMOTIONS.has(clause.first),
  );
  return found?.first ?? null;
}
