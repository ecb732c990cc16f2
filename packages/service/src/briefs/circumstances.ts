import type { SignalDocument } from '../model/signal.ts';
import { saysTrouble } from '../naming/judge.ts';
import { AUXILIARIES, DETERMINERS, PRONOUNS, VERBS } from '../naming/lexicon.ts';
import type { Signal } from '../naming/read-posts.ts';
import { labelOf, productOf, readTitle, says, weightOf } from '../naming/statements.ts';
import type { Word } from '../naming/words.ts';
import { stripMarkup } from '../text/sentences.ts';
import { PLATFORMS } from '../text/settings.ts';
import { tokenize } from '../text/tokenize.ts';
import { gives } from './cues.ts';
import type { Citations } from './evidence.ts';
import { isGeneric } from './generic.ts';
import { authorOf, OPEN, type Sentence } from './sentences.ts';

/** "after waking up", "in browsers", "with Chrome 128": the part of a title that says when or where it happens. */
const CIRCUMSTANCE =
  /(?<=\S )(?:(?:(?:even|only) )?(?:after|when(?:ever)?|while|during|if|until|unless|without|once)\s(?:\S+\s){0,7}\S+|(?:using|with|on|in|via|inside|under|over)\s(?:\S+\s){0,4}\S+)$/iu;
/** Between two statements. */
const NEXT_STATEMENT = /(?:[,;:.!?]| [-–—>]+| but| \()\s*(?=\s|\S+\)|$)/u;
/** Needs what is before it, or says what happens then. */
const REFERS =
  /\b(?:this|that|these|those|its?|my|same|such|never|not|no|causes?|fails?|broken|doesn|don|isn|does|always)\b|n['’]t\b|[?!:…"“”()=（）]/i;
/** A place has no verb. */
const STATES = /\b(?:is|are|was|were|has|have)\b/i;
const WHEN = /^(?:(?:even|only) )?(?:after|when|while|during|if|until|unless|without|once)/i;
/** Which release it began with is told apart. */
const VERSIONED = /\d+\.\d/;
/** "on Windows Arm64" */
const NAMES = /\s\S*(?:\p{Lu}|\d|\p{L}\.\p{L})/u;
/** "In the bottom" needs to know of what. */
const OF_WHAT =
  /^\p{L}+ (?:(?:the|my|our|your|a|an) |(?:ten|twenty|hundred|thousand|general|addition|particular|fact)$)/iu;
/** "On screen", "when accessing the page", "without reason" are true of any trouble. */
const ANYWHERE =
  /^(?:(?:on|in|when|while|after|during) (?:(?:access|open|load|visit|us|runn?|test|show)ing )?(?:(?:the|a|my) )?(?:screens?|pages?|sites?|websites?|browsers?|apps?|applications?|programs?|devices?)|(?:when|while) (?:using|running|testing|working)|without (?:(?:a|any) )?(?:\p{L}+ )?(?:reasons?|warning|cause))$/iu;
/** "When run Generate" has neither subject nor participle. */
const AS_CLAUSE = /^(?:(?:even|only) )?(?:when(?:ever)?|while|if|unless|once)\s/i;
/** "Only working on the main screen" says where it does not happen. */
const WORKS_THERE = /\bonly (?:\p{L}+ )?(?:works?|working|worked|supported|available)\b|\bworks? only\b/iu;
const LONGEST = 60;
const MOST_CASES = 4;
/** Posts of a case that are cited. */
const MOST_CITED = 3;
/** Authors who say the same, for a place without a name. */
const LEAST_AUTHORS = 2;

interface Found {
  document: SignalDocument;
  text: string;
  /** Of the words that nothing said before has. */
  keys: ReadonlySet<string>;
  isWhen: boolean;
  /** The same statement says the problem. */
  isOfProblem: boolean;
  /** The post reports a part. */
  isOfPart: boolean;
}

export interface Case {
  /** "after sleep" */
  text: string;
  /** Posts that say so, one an author, at most three. */
  documents: readonly SignalDocument[];
  posts: number;
  /** The first that says the problem in the same statement; only then it is a circumstance of the problem. */
  ofProblem: SignalDocument | undefined;
}

/** "www.praxis.nl - Design is broken"; "Next.js - …" is no page. */
const PAGE = /^(?:www\.)?((?:[a-z\d-]+\.)+(?!js|ts|py|rs|md|cs|net\b)[a-z]{2,6})\s*[-–—:]\s/i;

/** What a title says of when or where it happens, and the statement that says so; null where it says neither. */
export function circumstanceIn(title: string): { text: string; statement: string } | null {
  const [, page] = PAGE.exec(title) ?? [];
  if (page !== undefined) return { text: `on ${page}`, statement: title };
  for (const statement of title.split(NEXT_STATEMENT)) {
    const [text] = CIRCUMSTANCE.exec(statement.trim()) ?? [];
    if (text === undefined || WORKS_THERE.test(statement)) continue;
    const [, second = ''] = text.split(' ');
    const last = /[\p{L}'’]+$/u.exec(text)?.[0] ?? '';
    const isCut = OPEN.has(last.toLowerCase()) || /\b(\p{L}+) \1\b/iu.test(text);
    if (text.length > LONGEST || REFERS.test(text) || VERSIONED.test(text) || isCut) continue;
    // "When starts Windows", and "Mouse Without Borders" is a name.
    if (WHEN.test(text) ? VERBS.has(second) || /^\p{Lu}\p{Ll}+ \p{Lu}/u.test(text) : STATES.test(text)) continue;
    if (ANYWHERE.test(text) || (AS_CLAUSE.test(text) && !isClause(text.split(' ').slice(1)))) continue;
    return { text, statement };
  }
  return null;
}

function isClause(words: readonly string[]): boolean {
  const [first = ''] = words;
  const isSubject = [PRONOUNS, DETERMINERS].some((set) => set.has(first.toLowerCase()));
  return isSubject || words.some((word) => AUXILIARIES.has(word.toLowerCase()) || /\p{L}(?:s|ed|ing)$/u.test(word));
}

const isNamed = ({ text }: Word) => /\p{Lu}|\d|\p{L}\.\p{L}/u.test(text);
const withoutFigures = (text: string) => text.replace(/\d+/g, '');

/**
 * When or where titles say that it happens: first what several say in other words ("after sleep", "after waking up"), then what one
 * says, of the posts `told` of first; of places only those with a name that one of these says. None of it `said`.
 */
export function casesIn(
  signal: Signal,
  documents: readonly SignalDocument[],
  { told: parts, problem, said }: { told: readonly number[]; problem: string; said: string },
): Case[] {
  const label = labelOf(signal.reader.words(problem), problem, signal, productOf(signal));
  const saysProblem = (at: number, statement: string) => {
    const post = signal.posts[at];
    if (label === undefined || post === undefined) return false;
    const title = readTitle({ ...post, words: signal.reader.words(statement) }, signal);
    return says(title, label, (keys) => weightOf(keys, signal));
  };
  const told = new Set([
    ...signal.reader.words(said).flatMap(({ keys }) => keys),
    ...signal.products,
    ...tokenize(said),
  ]);
  const joined = said.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const isTold = ({ core, keys }: Word) => keys.some((key) => told.has(key)) || joined.includes(core);
  const ofParts = new Set(parts);
  const ordered = [...new Set([...parts, ...documents.keys()])];
  const found = ordered.flatMap((at): Found[] => {
    const document = documents[at];
    const found = circumstanceIn(stripMarkup(document?.title ?? '').replace(/[\s.!]+$/, ''));
    if (document === undefined || found === null) return [];
    const { text, statement } = found;
    const words = signal.reader.words(text).filter(({ core, keys }) => keys.length > 0 || /\d/.test(core));
    const isWhen = WHEN.test(text);
    const fresh = words.filter((word) => !isTold(word) && !isGeneric(word.core));
    // "When executing queries" of a query, and "in the system tray" of the tray, are the problem itself.
    const isDoing = ({ core }: Word) => /\p{L}ing$/u.test(core) || VERBS.has(core);
    const isSame =
      words.some(isTold) && (fresh.every(isDoing) || (!isWhen && isTold(words.at(-1) as Word) && !fresh.some(isNamed)));
    const [first] = words;
    // "Without Borders" is the topic's, and "with an error" says what goes wrong.
    if (first === undefined || fresh.length === 0 || isSame) return [];
    if ((!isWhen || /^without/i.test(text)) && isTold(first)) return [];
    if (!isWhen && (words.some(({ keys }) => saysTrouble(keys)) || (OF_WHAT.test(text) && !NAMES.test(text))))
      return [];
    const keys = new Set(fresh.map(({ core, keys: [key] }) => key ?? core));
    return [
      {
        document,
        text: (text.charAt(0).toLowerCase() + text.slice(1)).replace(/(?<=\s)i(?=\s)/g, 'I'),
        keys,
        isWhen,
        isOfProblem: saysProblem(at, statement),
        isOfPart: ofParts.has(at),
      },
    ];
  });
  const authorsOf = (all: readonly Found[]) => new Set(all.map(({ document }) => authorOf(document))).size;
  const saying = ({ keys, isWhen }: Found, left: readonly Found[]) =>
    left.filter((other) => other.isWhen === isWhen && keys.isSubsetOf(other.keys));
  const cases: Case[] = [];
  for (let left = found; cases.length < MOST_CASES; ) {
    const [shared] = left
      .map((each) => saying(each, left))
      .filter((all) => authorsOf(all) >= LEAST_AUTHORS)
      .sort((one, other) => authorsOf(other) - authorsOf(one));
    const single = left.find(({ isWhen }) => isWhen) ?? left.find(({ text, isOfPart }) => isOfPart && NAMES.test(text));
    const all = shared ?? (single === undefined ? [] : saying(single, left));
    const [shortest] = [...all].sort(
      (one, other) => one.keys.size - other.keys.size || one.text.length - other.text.length,
    );
    if (shortest === undefined) break;
    const byAuthor = new Map(all.map(({ document }) => [authorOf(document), document]));
    cases.push({
      text: shortest.text,
      documents: [...byAuthor.values()].slice(0, MOST_CITED),
      posts: all.length,
      ofProblem: all.find(({ isOfProblem }) => isOfProblem)?.document,
    });
    // "After 16 messages", "after 44 messages"
    left = left.filter((each) => !all.includes(each) && withoutFigures(each.text) !== withoutFigures(shortest.text));
  }
  return cases;
}

/** "after sleep [4] [9] (5 posts)" */
export function caseInWords({ text, documents, posts }: Case, { cite }: Citations): string {
  const numbers = documents.map(cite).join(' ');
  return `${text} ${numbers}${posts > documents.length ? ` (${posts} posts)` : ''}`;
}

/** Trouble that began with a release: "since the 0.75.1 update", "after updating to v2.4", "0.83 breaks it". Its program may be another: "iOS 17.2". */
const NUMBER = String.raw`(?<![\w./:=(-])v?\s?(?<version>\d{1,4}(?:\.\d{1,4}){1,3})(?![\w/)-]|\.\d)`;
const BEGAN = [
  String.raw`\b(?:since|as of|after|regression in|(?:updat|upgrad)\w+ to|(?:broke|breaks) (?:in|with|by))\s(?:(?:the|new|latest|last|update|updating|upgrade|upgrading|installing|to|version|release|v|provider)\s){0,4}(?:from\s(?:\S+\s){1,2}to\s)?(?:(?<program>\p{Lu}[\p{L}.]+)\s(?:version\s)?)?${NUMBER}`,
  String.raw`${NUMBER}\s(?:(?:update|upgrade|release)\s)?(?:regression|breaks?|broke)\b`,
].map((pattern) => new RegExp(pattern, 'iu'));
const SINCE = /\bsince\b/i;
const SEES_RELEASE = 200;

export interface Release {
  name: string;
  documents: readonly SignalDocument[];
}

/** Releases with which it began, as titles and sentences about the trouble say; those that most name first. */
export function releasesIn(sentences: readonly Sentence[], products: ReadonlySet<string>): Release[] {
  const byName = new Map<string, Map<string, SignalDocument>>();
  for (const { text, isTitle, saysTrouble: isTrouble, document } of sentences) {
    if ((!isTrouble && !(isTitle && SINCE.test(text))) || text.length > SEES_RELEASE || gives('chore', text)) continue;
    const { program, version } =
      BEGAN.map((pattern) => pattern.exec(text)?.groups).find((found) => found !== undefined) ?? {};
    if (version === undefined) continue;
    const isOther =
      program !== undefined && PLATFORMS.has(program.toLowerCase()) && !products.has(program.toLowerCase());
    const name = isOther ? `${program} ${version}` : version;
    const all = byName.get(name) ?? new Map<string, SignalDocument>();
    byName.set(name, all.set(authorOf(document), document));
  }
  return [...byName]
    .map(([name, all]) => ({ name, documents: [...all.values()] }))
    .sort((one, other) => other.documents.length - one.documents.length);
}
