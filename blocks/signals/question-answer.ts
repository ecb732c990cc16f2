import { couldBeChance, type FoundSignal, type PainSignalDetail, STRONG_RELEVANCE } from '@pain-signals/contract';
import { type AskQuery, type CitedEvidence, type Reason, statesCause, wordsOf } from '@pain-signals/domain';
import { joinParts } from '../kit/elements.ts';
import { formatCount, formatDate, plural } from '../kit/format.ts';
import { describeChange, describeOwners, describeWriters, formatTopic, type PeopleCount } from '../kit/signal-text.ts';
import { capitalize, escapeMrkdwn, formatLink, quotes, saysTheSame } from '../kit/text.ts';
import { periodLabel } from './list-texts.ts';

/** What is known of the first confirmed hit beyond its row. */
export type Finding = Pick<PainSignalDetail, 'summary' | 'firstSeenAt'> & {
  /** Posts that a quote of the summary may be from. */
  posts?: readonly CitedEvidence[];
  /** For a question that asks why: the sentences of posts that name a cause. */
  causes?: readonly Reason[];
  /** For a question that asks how many people: who wrote its posts; null without an answer. */
  people?: PeopleCount | null;
  /** For a question that asks how many organizations. */
  asksOwners?: true;
  /** For a question that asks how it moves: whether the service's lists call its rise significant. */
  isSignificant?: boolean | undefined;
  /** For a question that asks how many in a period: its posts, and by how many people, null where that isn't known. */
  period?: { days: number; posts: number; people: number | null } | null;
};

interface Asked {
  /** Says how often each is mentioned, for where no row does. */
  withCounts: boolean;
  /** What the question is about; only a hit that says all of it is a yes. */
  asked: string;
  finding: Finding | null;
}

const MAX_SENTENCES = 3;
const SUMMARY = 400;

/** Questions that are answered by yes before anything else. */
const YES_OR_NO = /^(?:(?:hey|hi|so|ok)[, ]+)?(?:do|does|did|is|are|has|have|any(?:one|body)?)\b/i;

export const ASKS_WHY = /^(?:why|how come|what(?: is|['’]s)? caus(?:es|ed|ing))\b/i;
export const ASKS_HOW_MANY = /^how (?:many|often|much)\b/i;
/** "Is it getting worse?" asks how it moves, which the figures say. */
const ASKS_IF_UP =
  /\b(?:worse|growing|rising|increasing|spreading|(?:more|becoming) (?:common|frequent|often|widespread))\b/i;
const ASKS_IF_DOWN =
  /\b(?:better|improving|falling|declining|decreasing|cooling|going away|less (?:common|frequent|often)|(?:stop(?:ped)?|done|no longer|quit) (?:complain|report|talk|writ|moan|rant|struggl|suffer)\w*)\b/i;
export const asksTrend = (question: string): boolean => ASKS_IF_UP.test(question) || ASKS_IF_DOWN.test(question);

/**
 * The answer to a question: how many report what since when, what they say, and what else is reported. [1] is the post quoted in the
 * first row. Null where no post is known.
 */
export function answerQuestion(query: AskQuery, rows: readonly FoundSignal[], given: Asked): string | null {
  const about = ASKS_HOW_MANY.test(query.question) ? { ...given, withCounts: true } : given;
  const { sourced, strong, sure, saying } = judgeHits(query, rows, given.asked);
  if (sourced.length === 0) return null;
  const isYesOrNo = YES_OR_NO.test(query.question);
  const isSure = sure.some(isConfirmed);
  const [said] = saying;
  if (!isSure && said !== undefined) return sayMention(said, given, query.question);
  const related = isYesOrNo && !isSure ? sayRelated(sourced, given, rows) : null;
  if (related !== null) return related;
  const best = rows.find((row) => row.confirmed !== false);
  const trend = isYesOrNo ? sayTrend(query.question, isSure ? sure : strong, best, given.finding) : null;
  if (trend !== null) return trend;
  // A signal about a part of what was asked doesn't say whether anybody reports all of it.
  const told = isYesOrNo ? sure : strong;
  if (told.length === 0) {
    const where = (isYesOrNo ? sayShared : sayWhere)(sourced, given, rows);
    const says = where ?? `${isYesOrNo ? 'Not clearly' : 'No clear match'}. ${sayClosest(sourced, given)}`;
    return ASKS_HOW_MANY.test(query.question) ? `${sayCount(sourced, given, rows)}${says}` : says;
  }
  const [confirmed, unconfirmed] = [told.filter(isConfirmed), told.filter((hit) => !isConfirmed(hit))];
  const [first, ...others] = confirmed;
  const isLed = first !== undefined && first.row === best;
  const finding = isLed ? about.finding : null;
  const cite = first === undefined ? null : createCitations(first, rows.length);
  const causes = cite && finding && ASKS_WHY.test(query.question) ? sayCauses(finding, cite, given.asked) : [];
  const opening = [
    ...(first === undefined ? [] : sayFirst(first, { ...about, finding }, isSure)),
    ...(others.length === 0
      ? []
      : [
          `They also report ${others.map(about.withCounts && query.days === undefined ? withVolume : nameOf).join(' and ')}.`,
        ]),
    ...(unconfirmed.length === 0
      ? []
      : [
          `${first === undefined ? 'Only unconfirmed' : 'Unconfirmed'} so far (too few posts): ${nameAll(unconfirmed)}.`,
        ]),
  ].slice(0, Math.max(1, MAX_SENTENCES - causes.length));
  const left = MAX_SENTENCES - opening.length - causes.length;
  const details = cite && finding ? sayDetails(finding, cite, left) : [];
  return [opening.join(' '), ...causes, details.join(' '), cite?.list() ?? ''].filter((line) => line !== '').join('\n');
}

interface Judged {
  /** The first hits of which a post is known. */
  sourced: Hit[];
  /** Those that an answer rests on. */
  strong: Hit[];
  /** Of a question that asks for yes or no: signals whose name says all of it, or close hits of which a post complains of it. */
  sure: Hit[];
  /** Of the same, other confirmed signals of which a post says all of it, those first of which one complains of it. */
  saying: Hit[];
}

function judgeHits(query: AskQuery, rows: readonly FoundSignal[], asked: string): Judged {
  const sourced = rows
    .map((row, at) => ({ row, number: query.page === 0 ? at + 1 : 0 }))
    .filter(({ row, number }) => number > 0 && (row.match?.sentence ?? null) !== null)
    .slice(0, MAX_SENTENCES);
  const isYesOrNo = YES_OR_NO.test(query.question);
  const isFound = ({ row }: Hit) => isStrong(row, rows) && saysEnough(row, asked);
  const said = isYesOrNo ? sourced.filter(({ row }) => saysAll(row, asked)) : [];
  const sure = said.filter((hit) => saysWords(hit.row.topic, asked) || (isFound(hit) && !isSetting(hit.row, asked)));
  const saying = said
    .filter((hit) => isConfirmed(hit) && !sure.includes(hit))
    .toSorted((one, other) => Number(isSetting(one.row, asked)) - Number(isSetting(other.row, asked)));
  const strong = sourced.filter((hit) => isFound(hit) || sure.includes(hit));
  return { sourced, strong, sure, saying };
}

/** The hits with those first that the answer names first, so that it begins with [1]. */
export function citedFirst(query: AskQuery, rows: readonly FoundSignal[], asked: string): readonly FoundSignal[] {
  const { sourced, strong, sure, saying } = judgeHits(query, rows, asked);
  const written = sourced.filter(({ row }) => isWritten(row, asked));
  const others = saying.length > 0 ? saying : strong.length > 0 ? strong : written;
  const isToldAlone = sure.length > 0 && saying.length === 0 && !asksTrend(query.question);
  const told = sure.some(isConfirmed) || isToldAlone ? sure : others;
  const first = confirmedFirst(told).map(({ row }) => row);
  return [...first, ...rows.filter((row) => !first.includes(row))];
}

/** Other posts of such a signal are about something else, so none of them is told. A word alone says too little of what: "opera". */
function sayMention(hit: Hit, { asked }: Asked, question: string): string {
  const posts = hit.row.match?.posts ?? 0;
  const isPhrase = wantedWords(asked).length >= STRONG_WORDS;
  if (isPhrase && !asksTrend(question) && !isSetting(hit.row, asked))
    return `Yes: ${posts > 1 ? 'some posts say' : 'a post says'} so, in ${nameOf(hit)}.`;
  const mention = posts > 1 ? `${plural(posts, 'post')} mention it` : 'A post mentions it';
  return `No signal is about “${escapeMrkdwn(asked.trim(), 100)}”. ${mention}, in ${nameOf(hit)}.`;
}

/** The rows name them where there are some. */
function sayClosest(hits: readonly Hit[], { withCounts }: Asked): string {
  if (withCounts) return `The closest: ${nameAll(confirmedFirst(hits))}.`;
  return `The closest signal${hits.length === 1 ? '' : 's'}:`;
}

/** An answer that says itself that no name has the words. */
export const saysWhere = (answer: string): boolean => /^No signal (?:is (?:about|named)|name contains) /.test(answer);

/** How many wrote about the best confirmed hit, where that is what was asked; its name may say something else. */
function sayCount(hits: readonly Hit[], given: Asked, rows: readonly FoundSignal[]): string {
  const best = rows.find((row) => row.confirmed !== false);
  const hit = hits.find(({ row }) => row === best);
  const { finding } = given;
  const isCounted = finding?.people !== undefined || finding?.asksOwners === true || Boolean(finding?.period);
  return hit === undefined || !isCounted ? '' : `${sayFirst(hit, { ...given, withCounts: true }, false).join(' ')} `;
}

/** Hits that a word found which is related to the only one asked; null for others. */
function sayRelated(hits: readonly Hit[], { asked, withCounts }: Asked, rows: readonly FoundSignal[]): string | null {
  const [word = '', ...others] = wantedWords(asked);
  const words = new Set(hits.flatMap(({ row }) => row.match?.words ?? []));
  if (word === '' || others.length > 0 || words.size === 0 || rows.some((row) => isWritten(row, asked))) return null;
  const which = [...words].map((each) => `“${escapeMrkdwn(each, 40)}”`).join(', ');
  const found = rows.length === 1 ? 'one contains' : `${formatCount(rows.length)} contain`;
  const says = `No signal name contains “${escapeMrkdwn(word, 40)}”; ${found} the related word${words.size === 1 ? '' : 's'} ${which}`;
  return withCounts ? `${says}: ${nameAll(hits)}.` : `${says}:`;
}

/** `No posts are clearly about “slow builds”. The closest match:`; null unless several words were asked for and the hits match only one. */
function sayShared(hits: readonly Hit[], { asked, withCounts }: Asked, rows: readonly FoundSignal[]): string | null {
  const wanted = wantedWords(asked);
  const sharedWith = (row: FoundSignal) => wanted.filter((word) => saysWords(textOf(row), word));
  const [word, ...others] = new Set(hits.flatMap(({ row }) => sharedWith(row)));
  const sharing = rows.filter((row) => sharedWith(row).length > 0).length;
  if (word === undefined || others.length > 0 || wanted.length < STRONG_WORDS || sharing < rows.length) return null;
  const says = `No posts are clearly about “${escapeMrkdwn(asked.trim(), 100)}”. The closest ${sharing === 1 ? 'match' : 'matches'}`;
  return withCounts ? `${says}: ${nameAll(confirmedFirst(hits))}.` : `${says}:`;
}

/** Weak hits that say all that was asked, or as `sayRelated`; null for others. */
function sayWhere(hits: readonly Hit[], given: Asked, rows: readonly FoundSignal[]): string | null {
  const { asked, withCounts } = given;
  const written = hits.filter(({ row }) => isWritten(row, asked));
  if (written.length === 0) return sayRelated(hits, given, rows);
  const isNamed = written.some(({ row }) => saysWords(row.topic, asked));
  const says = isNamed
    ? 'Posts mention it'
    : `No signal name contains “${escapeMrkdwn(asked.trim(), 100)}”, but posts mention it`;
  return withCounts ? `${says}: ${nameAll(written)}.` : `${says}:`;
}

/** Whether its posts say all that was asked, or its only word in another form. */
function isWritten(row: FoundSignal, asked: string): boolean {
  const [word, ...others] = wantedWords(asked);
  if (word === undefined) return false;
  return (
    saysAll(row, asked) || (others.length === 0 && (row.match?.words ?? []).some((each) => hasSameStem(word, each)))
  );
}

interface Hit {
  row: FoundSignal;
  number: number;
}

const isConfirmed = ({ row }: Hit): boolean => row.confirmed !== false;
const confirmedFirst = (hits: readonly Hit[]): Hit[] =>
  hits.toSorted((a, b) => Number(isConfirmed(b)) - Number(isConfirmed(a)));
/** In quotation marks where the post that is cited says it; a name of its own would look quoted. */
const nameOf = ({ row, number }: Hit): string =>
  quotes(row.match?.sentence ?? '', row.topic)
    ? `“${formatTopic(row)}” [${number}]`
    : `*${formatTopic(row)}* [${number}]`;
const nameAll = (hits: readonly Hit[]): string => hits.map(nameOf).join(', ');
const withVolume = (hit: Hit): string => `${nameOf(hit)} (${plural(hit.row.volume, 'post')})`;

/**
 * `Yes, people have been reporting this since Jul 2, 2026: “Webhook delivered twice” [1].` Where no row says how often:
 * `Yes: 169 posts since Jul 2, 2026 report “Webhook delivered twice” [1], 28 of them this week.`
 */
function sayFirst(hit: Hit, { withCounts, finding }: Asked, isSure: boolean): string[] {
  const { volume, mentionsLastWindow: week } = hit.row;
  const since = finding === null ? '' : ` since ${formatDate(finding.firstSeenAt, 'day')}`;
  if (finding?.period) return [`${sayPeriod(hit, finding.period)}; ${plural(volume, 'post')}${since}.`];
  const recent = week === null ? '' : `, ${week === 0 ? 'none' : formatCount(week)} of them this week`;
  if (finding?.asksOwners) return describeOwners(hit.row, nameOf(hit));
  if (finding?.people !== undefined)
    return [`${describeWriters(finding.people)} ${plural(volume, 'post')} about ${nameOf(hit)}${since}${recent}.`];
  const says = withCounts
    ? `${plural(volume, 'post')}${since} ${volume === 1 ? 'reports' : 'report'} ${nameOf(hit)}${recent}.`
    : `people ${since === '' ? 'report' : 'have been reporting'} this${since}: ${nameOf(hit)}.`;
  return [isSure ? `Yes, ${says}` : capitalize(says)];
}

/** `12 people wrote 25 posts about “Webhook delivered twice” [1] in the last 30 days` */
function sayPeriod(hit: Hit, { days, posts, people }: NonNullable<Finding['period']>): string {
  const when = `in the ${periodLabel(days).toLowerCase()}`;
  const wrote = plural(posts, 'post');
  if (people !== null) return `${plural(people, 'person', 'people')} wrote ${wrote} about ${nameOf(hit)} ${when}`;
  const report = `${posts === 0 ? 'No posts' : wrote} ${when} ${posts === 1 ? 'reports' : 'report'} ${nameOf(hit)}`;
  return posts === 0 ? report : `${report}, by an unknown number of people`;
}

/** `Yes: “Webhook delivered twice” [1] is up 79%: 25 mentions this week, 14 last week.` Null for a question about anything else. `finding` is the best signal's. */
function sayTrend(
  question: string,
  hits: readonly Hit[],
  best: FoundSignal | undefined,
  finding: Finding | null,
): string | null {
  const hit = hits.find(isConfirmed);
  if (hit === undefined || !asksTrend(question)) return null;
  const { row } = hit;
  const isSignificant = row === best ? finding?.isSignificant : undefined;
  const { mentionsLastWindow: last, mentionsPrevWindow: before } = row;
  const asksIfUp = ASKS_IF_UP.test(question);
  if (last === null || before === null) return null;
  const isChance = couldBeChance(row) || (isSignificant === false && last > before);
  const isSo = asksIfUp ? last > before : last < before;
  return `${isChance ? 'Not clearly' : isSo ? 'Yes' : 'No'}: ${nameOf(hit)} ${describeChange(row, isSignificant)}.`;
}

type Citations = ReturnType<typeof createCitations>;

/** Numbers the posts that the rows don't quote, after the rows and in the order in which they are cited. */
function createCitations({ row, number }: Hit, rows: number) {
  const { topic, match } = row;
  const sources = new Map<string, string>();
  /** `by ada, tracker.example/7` */
  const sourceOf = ({ author, url }: CitedEvidence): string =>
    joinParts([author === null ? null : `by ${escapeMrkdwn(author, 60)}`, url === null ? null : formatLink(url)], ', ');
  const isOfRow = (quoted: string, post?: CitedEvidence) =>
    quotes(match?.sentence ?? '', quoted) || (post?.url != null && post.url === match?.url);
  return {
    topic,
    number,
    /** Whether anybody can look it up. */
    has: (quoted: string, post?: CitedEvidence): boolean =>
      isOfRow(quoted, post) || (post !== undefined && sourceOf(post) !== ''),
    /** `“Because …” [2]` */
    quote(quoted: string, post?: CitedEvidence): string {
      const said = `“${escapeMrkdwn(quoted, SUMMARY)}”`;
      if (post === undefined || isOfRow(quoted, post)) return `${said} [${number}]`;
      const source = sourceOf(post);
      const id = post.url ?? source;
      sources.set(id, source);
      return `${said} [${rows + 1 + [...sources.keys()].indexOf(id)}]`;
    },
    /** `Also quoted: [2] by ada, tracker.example/7; [3] by bob`; empty where only rows' posts are cited. */
    list(): string {
      const numbered = [...sources.values()].map((source, at) => `[${rows + 1 + at}] ${source}`);
      return numbered.length === 0 ? '' : `Also quoted: ${numbered.join('; ')}`;
    },
  };
}

/** What the posts say of the cause, as `/pain why` finds it: what states one, then clues. Without either, a post may still say why. */
function sayCauses({ causes }: Finding, cite: Citations, asked: string): string[] {
  if (causes === undefined) return [];
  // "Events lost because webhooks are not retried" is no clue to itself.
  const clues = causes.filter(
    ({ sentence, source }) => !saysTheSame(sentence, cite.topic) && cite.has(sentence, source),
  );
  const { stated = [], guessed = [] } = Object.groupBy(clues, ({ sentence }) =>
    statesCause(sentence, `${cite.topic} ${asked}`) ? 'stated' : 'guessed',
  );
  const say = (one: string, several: string, reasons: readonly Reason[]) =>
    reasons.length === 0
      ? []
      : [
          `${reasons.length === 1 ? one : several}: ${reasons.map(({ sentence, source }) => cite.quote(sentence, source)).join(', ')}`,
        ];
  const lines = [
    ...say('A post says why', 'Some posts say why', stated),
    ...say('A clue in the posts', 'Clues in the posts', guessed),
  ];
  return lines.length > 0 ? lines : ['The posts don’t clearly say why.'];
}

const SENTENCE = /(?:“[^“”]*”|\be\.g\.|\.(?!\s|$)|[^.“])+(?:\.|$)/g;
const QUOTE = /“([^“”]+)”/g;

/** The sentences of the service's summary of which every quote can be cited and one says more than the name, at most `most`. */
function sayDetails({ summary, posts = [] }: Finding, cite: Citations, most: number): string[] {
  const postSaying = (quoted: string) => posts.find(({ title, excerpt }) => quotes(title ?? excerpt ?? '', quoted));
  const told = (summary.slice(0, SUMMARY).match(SENTENCE) ?? [])
    .map((sentence) => ({ sentence, quoted: Array.from(sentence.matchAll(QUOTE), ([, each = '']) => each) }))
    .filter(
      ({ quoted }) =>
        quoted.some((each) => !saysTheSame(each, cite.topic)) &&
        quoted.every((each) => cite.has(each, postSaying(each))),
    );
  return told.slice(0, most).map(({ sentence, quoted }) => {
    const left = quoted.values();
    const text = escapeMrkdwn(sentence, SUMMARY)
      .replace(/^Some of them say/, 'Some posts say')
      .replace(QUOTE, (_, escaped: string) => {
        const { value = escaped } = left.next();
        return cite.quote(value, postSaying(value));
      })
      // The post that the row quotes is no other one.
      .replace(new RegExp(`Another post (says “[^“”]+” \\[${cite.number}\\])`), 'A post $1');
    return text.startsWith('“') ? `What they say: ${text}` : text;
  });
}

/** A weaker hit, and one of a single word where others have several, may be about something else. Other services don't say. */
const STRONG_WORDS = 2;

function isStrong({ match }: FoundSignal, rows: readonly FoundSignal[]): boolean {
  const most = Math.max(0, ...rows.map((row) => row.match?.words.length ?? 0));
  return (
    match === undefined || (match.relevance >= STRONG_RELEVANCE && match.words.length >= Math.min(STRONG_WORDS, most))
  );
}

/** Where something else happens: "in dark mode". */
const SETTING = /\b(?:in|on|during)(?: (?:an?|the))?\s*$/i;

/** Whether the sentence that matched complains of something else, in the setting that was asked for. */
function isSetting({ match }: FoundSignal, asked: string): boolean {
  const sentence = match?.sentence ?? '';
  const wanted = wantedWords(asked);
  const first = wordsOf(sentence, MIN_WORD).find((word) => wanted.some((each) => hasSameStem(each, word))) ?? '';
  return SETTING.test(sentence.slice(0, sentence.toLowerCase().indexOf(first.toLowerCase())));
}

/** "Slow" alone is no answer to "does anyone complain about slow terraform?". Other services don't say which words match. */
function saysEnough({ match }: FoundSignal, asked: string): boolean {
  const matched = (match?.words ?? []).flatMap((words) => words.split(' '));
  return matched.length === 0 || matched.length >= Math.min(STRONG_WORDS, wantedWords(asked).length);
}

/** Words that a topic is written with, and that a post need not repeat. */
const GLUE =
  /^(?:an|as|at|be|by|do|if|in|is|it|my|no|of|on|or|so|to|up|us|we|the|and|for|with|from|when|that|this|are|our|its|your|their|into|about|while|after|before|using)$/;

const [MIN_WORD, MIN_STEM, LONGEST_ENDING] = [2, 4, 3];

const wantedWords = (asked: string): string[] => wordsOf(asked, MIN_WORD).filter((word) => !GLUE.test(word));

function saysWords(text: string, asked: string): boolean {
  const said = wordsOf(text, MIN_WORD);
  return wantedWords(asked).every((word) => said.some((other) => hasSameStem(word, other)));
}

/** Whether its name and the sentence that matched hold all words of the question: a hit on "docker" does not answer "docker image size". */
const saysAll = (row: FoundSignal, asked: string): boolean => saysWords(textOf(row), asked);

const textOf = ({ topic, match }: FoundSignal): string => `${topic} ${match?.sentence ?? ''}`;

/** `billing` and `billed`, `test` and `tests`. */
function hasSameStem(one: string, other: string): boolean {
  const differs = [...one].findIndex((letter, at) => letter !== other[at]);
  const stem = differs === -1 ? one.length : differs;
  return (
    one === other ||
    (stem >= Math.min(MIN_STEM, one.length) && stem >= Math.max(one.length, other.length) - LONGEST_ENDING)
  );
}
