import type { Sharing } from './agreement.ts';
import { keysOfName, saysNeed, saysTrouble } from './judge.ts';
import type { ReadPost, Signal } from './read-posts.ts';
import { isPredicate } from './segments.ts';
import { weightOf } from './statements.ts';
import { type Subject, subjectsOf, withSubject } from './subjects.ts';
import { ADVERBS, AUXILIARIES, PREPOSITIONS } from './word-lists.ts';
import { NAME_LENGTH, printName, type Word } from './words.ts';

/** Share of the posts that contain each word in a theme, and all its words. */
const EACH = 0.4;
const WHOLE = 0.5;
const MOST_WORDS = 6;
/** A phrase that so many posts write as it is may have any words: "Paste as Plain Text". */
const FIXED = { least: 3, share: 0.4 } as const;

/** Stand inside a name: "Always on top", "Paste as Plain Text". */
const LINKS: ReadonlySet<string> = PREPOSITIONS.union(new Set(['as', 'and']));

/** Share of the titles with a phrase that go on with the same word. */
const GROWN = 2 / 3;
/** A longer phrase with this share of the posts says more: "folder pane" instead of "pane". */
const LONGER = 0.5;
/** With this share where the phrase mostly stands before another noun: "KMS encryption". */
const LONGER_NOUN = 1 / 3;
/** Share of a word's uses that must be a verb's before the word counts as a verb. */
const VERB = 0.15;

const MARKS = /^[^\p{L}\p{N}@#.]+|[^\p{L}\p{N}+#]+$/gu;

/** Before another noun it is a verb: "output invents values". */
const IN_S = /^\p{Ll}+[^suai]s$/u;

/** Share of the titles with a phrase that write it in the plural, from which it is. */
const PLURAL = 1 / 5;

const TROUBLED = 'Problems with';
const WANTED = 'Changes wanted in';
const THEME = new RegExp(`(?:^|: )(?:${TROUBLED}|${WANTED}) `, 'i');

/** Whether a topic says what posts are about, and not what they say. */
export const isTheme = (topic: string): boolean => THEME.test(topic);

const isPain = ({ keys }: Pick<Word, 'keys'>) => saysTrouble(keys) || saysNeed(keys);

/** How often a word follows "not" or "can" where it is a verb. */
const AS_VERB = 0.4;

/** Whether a word names something: "not detected" and "does not detect" are no nouns, and a version is one post's. */
function nounsOf({ posts, reader }: Signal): (word: Word) => boolean {
  const uses = new Map<string, { all: number; asVerb: number }>();
  const written = new Map<string, number>();
  for (const { words, headline } of posts) {
    for (const core of new Set([...words, ...reader.words(headline.tags.join(' '))].map((word) => word.core)))
      written.set(core, (written.get(core) ?? 0) + 1);
    words.forEach(({ keys: [key] }, at) => {
      if (key === undefined) return;
      const use = uses.get(key) ?? { all: 0, asVerb: 0 };
      uses.set(key, { all: use.all + 1, asVerb: use.asVerb + Number(AUXILIARIES.has(words[at - 1]?.core ?? '')) });
    });
  }
  return ({ core, keys: [key = ''] }) => {
    const { all, asVerb } = uses.get(key) ?? { all: 1, asVerb: 0 };
    return asVerb < AS_VERB * all && (!/\d/.test(core) || (written.get(core) ?? 0) >= EACH * posts.length);
  };
}

/** A run of words of one title. */
interface Phrase {
  id: string;
  words: readonly Word[];
}

const runsOf = ({ words, headline }: ReadPost, { reader }: Signal) => [
  words,
  ...headline.tags.map((tag) => reader.words(tag)),
];
const idOf = ({ keys, core }: Word) => keys[0] ?? core;
const ENDS = /[,;:.)\]]$/;

/** The words that stand right after a phrase, one a post; none where it ends. */
function wordsAfter(words: readonly Word[], signal: Signal): (Word | undefined)[] {
  return signal.posts.flatMap((post) => {
    for (const run of runsOf(post, signal))
      for (let at = 0; at + words.length <= run.length; at++)
        if (words.every((word, index) => idOf(word) === idOf(run[at + index] as Word)))
          return [ENDS.test(run[at + words.length - 1]?.text ?? '') ? undefined : run[at + words.length]];
    return [];
  });
}

/** "Command" as "Command Not Found" where two thirds write it so. */
function grown(words: readonly Word[], signal: Signal): readonly Word[] {
  let longest = words;
  for (let longer = words; longer.length < MOST_WORDS; ) {
    const after = wordsAfter(longer, signal);
    const all = Map.groupBy(
      after.filter((word) => word !== undefined),
      idOf,
    );
    const [most = []] = [...all.values()].sort((one, other) => other.length - one.length);
    const [word] = most;
    if (word === undefined || most.length < Math.max(FIXED.least, GROWN * after.length)) break;
    const isName = 2 * most.filter(({ text }) => /^\p{Lu}/u.test(text)).length > most.length;
    if (!isName && (isPain(word) || isPredicate(word) || word.keys.length === 0)) break;
    longer = [...longer, { ...word, text: word.text.replace(MARKS, '') }];
    if (!isPain(word)) longest = longer;
  }
  return longest;
}

/** "Bulk", "correlated": most write another noun after it. */
function modifies(words: readonly Word[], signal: Signal): boolean {
  const next = wordsAfter(words, signal);
  const nouns = next.filter(
    (word) =>
      word !== undefined && word.keys.length > 0 && !isPain(word) && !isPredicate(word) && !PREPOSITIONS.has(word.core),
  );
  return 2 * nouns.length > next.length;
}

/** Words in a row that many posts hold, with the small words between them: "Paste as Plain Text". */
function* phrasesIn(post: ReadPost, signal: Signal): Generator<Phrase> {
  // "VS Code" is vscode.
  const isProduct = (run: readonly Word[], at: number) =>
    `${run[at - 1]?.core}${run[at]?.core}` === signal.product?.repository;
  const isHeld = ({ keys }: Word) => keys.length > 0 && keys.every((key) => signal.share(key) >= EACH);
  for (const run of runsOf(post, signal))
    for (let from = 0; from < run.length; from++) {
      const said = new Set<string>();
      for (let to = from; to < Math.min(run.length, from + MOST_WORDS); to++) {
        const last = run[to] as Word;
        const isSmall = last.keys.length === 0 && (to === from ? ADVERBS.has(last.core) : LINKS.has(last.core));
        const isContent =
          isHeld(last) && !isProduct(run, to) && !isPain(last) && !last.keys.some((key) => said.has(key));
        if (!isSmall && !isContent) break;
        for (const key of last.keys) said.add(key);
        const isVerb = IN_S.test(last.text) && (run[to + 1]?.keys.length ?? 0) > 0;
        if (isContent && !isVerb) {
          const phrase = run.slice(from, to + 1);
          yield { id: phrase.map(idOf).join(' '), words: phrase };
        }
        if (ENDS.test(last.text)) break;
      }
    }
}

/** What a signal is called whose posts share a subject but no statement: "Prisma: Problems with MySQL". */
export interface Theme {
  text: string;
  /** The same as is said of what goes wrong, and of what is asked for; then without what stands before it, where an example needs the room. */
  troubled: readonly string[];
  wanted: readonly string[];
  words: readonly Word[];
  /** Whether the phrase says itself what goes wrong. */
  isStatement: boolean;
  /** Whether most titles ask for something. */
  isWanted: boolean;
  /** Of its phrase, without the product's name. */
  keys: ReadonlySet<string>;
}

interface SharedPhrase {
  words: readonly Word[];
  /** What it is printed after. */
  subject: Subject | undefined;
  keys: ReadonlySet<string>;
  /** Of the titles, beside one, that contain all of it. */
  share: number;
  isModifier: boolean;
}

/** Themes of a signal, first the one that most titles hold and that says most; none where half of the posts have no phrase in common. */
export function themesOf(signal: Signal, { together }: Sharing): Theme[] {
  const { posts } = signal;
  const isNoun = nounsOf(signal);
  const subjects = subjectsOf(signal, true);
  const found = Map.groupBy(
    posts.flatMap((post, at) => [...phrasesIn(post, signal)].map((phrase) => ({ ...phrase, at }))),
    ({ id }) => id,
  );
  const says = (words: readonly Word[]) => together(words) * weightOf(keysOfName(words, signal), signal);
  return [...found.values()]
    .flatMap((all) => {
      const writers = new Set(all.map(({ at }) => at)).size;
      const base = mostWritten(all);
      if (keysOfName(base, signal).isSubsetOf(signal.products)) return [];
      const more = base.some(({ keys: [key = ''] }) => signal.products.has(key)) ? base : grown(base, signal);
      const known = found.get(more.map(idOf).join(' '));
      const words = more.length === base.length ? base : known === undefined ? more : mostWritten(known);
      const isFixed = words.length > 1 && writers >= Math.max(FIXED.least, FIXED.share * posts.length);
      const isNamed = words.every((word) => word.keys.length > 0 && !isPredicate(word) && isNoun(word));
      const keys = keysOfName(words, signal);
      const endsInVerb = isPredicate(words.at(-1) as Word);
      if (!(isFixed || isNamed) || endsInVerb || shareHolding(keys, signal) < WHOLE) return [];
      const subject = subjects.find((each) => standsBefore(each, words, signal));
      const worth = Math.max(
        says(words),
        subject === undefined || subject.isProduct ? 0 : says([...subject.words, ...words]),
      );
      const isModifier = modifies(words, signal);
      return [{ words, subject, keys, share: together(words), worth, isModifier }];
    })
    .sort((one, other) => other.worth - one.worth)
    .map((each, _, all) => all.find((longer) => extendsPhrase(longer, each)) ?? each)
    .map((phrase) => ({
      words: phrase.words,
      ...printTheme(phrase, signal),
      keys: phrase.keys.difference(signal.products),
    }))
    .filter(({ text }) => text.length <= NAME_LENGTH.most);
}

const extendsPhrase = (longer: SharedPhrase, { words, keys, share, isModifier }: SharedPhrase): boolean =>
  longer.words.length > words.length &&
  keys.isSubsetOf(longer.keys) &&
  longer.share >= (isModifier ? LONGER_NOUN : LONGER) * share;

const lettersOf = (words: readonly Word[]) => words.map(({ core }) => core.replace(/[^\p{L}\p{N}]|s$/gu, '')).join('');

/** "Zones" needs no "FancyZones:" before it. */
const standsBefore = (subject: Subject, words: readonly Word[], signal: Signal): boolean =>
  withSubject(subject, words, signal) !== undefined && !lettersOf(subject.words).includes(lettersOf(words));

/** As most write it, without marks, and of several things where some do: "problems with tables". */
function mostWritten(phrases: readonly Phrase[]): readonly Word[] {
  const written = [...Map.groupBy(phrases, ({ words }) => words.map(({ core }) => core).join(' ')).values()];
  const [most = [], ...others] = written.sort((one, other) => other.length - one.length);
  const isPlural = ([phrase]: readonly Phrase[]) => phrase?.words.at(-1)?.core.endsWith('s') === true;
  const plural = isPlural(most) ? undefined : others.find(isPlural);
  const words = (plural !== undefined && plural.length >= PLURAL * phrases.length ? plural : most)[0]?.words ?? [];
  return words.map((word, at) => {
    const isLower = most[0]?.words[at]?.text.match(/\p{Lu}/u) === null;
    return { ...word, text: (isLower ? word.text.toLowerCase() : word.text).replace(MARKS, '') };
  });
}

function shareHolding(keys: ReadonlySet<string>, { posts, holding }: Signal): number {
  const held = [...keys].map(holding);
  return posts.filter((_, at) => held.every((each) => (each[at] ?? 0) > 0)).length / posts.length;
}

/** "Exhausted by", "to run": used as a verb, whether it is known as one or not. */
function isUsedAsVerb({ keys: [key = ''] }: Word, { posts }: Signal): boolean {
  const uses = posts.flatMap(({ words }) => words.flatMap(({ keys }, at) => (keys[0] === key ? [{ words, at }] : [])));
  const asVerb = uses.filter(({ words, at }) => {
    const isDone = /\p{L}{2}ed$/u.test(words[at]?.core ?? '') && PREPOSITIONS.has(words[at + 1]?.core ?? '');
    return isDone || AUXILIARIES.has(words[at - 1]?.core ?? '');
  });
  return asVerb.length >= 2 && asVerb.length >= VERB * uses.length;
}

/** "Serverless functions exhaust database connections" says itself what goes wrong. */
const isStatement = (words: readonly Word[], signal: Signal): boolean =>
  words.length >= FIXED.least &&
  words.every(({ keys }) => keys.length > 0) &&
  words.slice(1, -1).some((word) => isPredicate(word) || isUsedAsVerb(word, signal));

function printTheme(
  { words, subject }: SharedPhrase,
  signal: Signal,
): Pick<Theme, 'text' | 'troubled' | 'wanted' | 'isWanted' | 'isStatement'> {
  const { posts, reader } = signal;
  if (isStatement(words, signal)) {
    const text = printName(words, signal);
    return { text, troubled: [text], wanted: [text], isWanted: false, isStatement: true };
  }
  const print = (before: string): string[] => {
    const named = [...reader.words(before), ...words];
    const longer = subject === undefined ? undefined : withSubject(subject, named, signal);
    const texts = [longer, named].flatMap((each) => (each === undefined ? [] : [printName(each, signal)]));
    return texts.filter(({ length }, at) => length <= NAME_LENGTH.most || at === texts.length - 1);
  };
  const count = (says: (keys: Iterable<string>) => boolean) => posts.filter(({ inTitle }) => says(inTitle)).length;
  const isWanted = count(saysNeed) >= Math.max(2 * count(saysTrouble), WHOLE * posts.length);
  const [troubled, wanted] = [print(TROUBLED), print(WANTED)];
  const [text = ''] = isWanted ? wanted : troubled;
  return { text, troubled, wanted, isWanted, isStatement: false };
}
