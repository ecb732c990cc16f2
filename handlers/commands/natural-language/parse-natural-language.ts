import { SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { AskQuery, type Query, SearchQuery } from '@pain-signals/domain';
import { parseCommandLine } from '../command-line.ts';
import { parseCommand } from '../parse-command.ts';
import { parseBriefPhrase } from './brief-phrases.ts';
import { parseAddition, parseFollowUp } from './follow-up-phrases.ts';
import { parseListPhrase } from './list-phrases.ts';
import { parseSentence } from './parse-sentence.ts';
import { type IgnoredPhrase, takePeriod, withPeriod } from './period-phrases.ts';
import { parseMentionedSignal, parseSignalPhrase } from './signal-phrases.ts';
import { correctSpelling } from './spelling.ts';
import { parseWatchPhrase } from './watch-phrases.ts';

/** Natural language as a query. When not understood, the query is a semantic search. */
export interface ParsedText {
  query: Query;
  isUnderstood: boolean;
  /** The same words as a semantic search, to correct a wrong interpretation. */
  asked: AskQuery | null;
  /** Nothing but words to search for. */
  isBare?: true;
  /** What was said of a period or filter that this query can't have, and why. */
  ignored?: IgnoredPhrase;
}

const HELP =
  /^(?:help(?: me)?|(?:(?:hi|hello|hey)(?: there)?,? )?(?:i'm|i am|we're) new(?: here| to (?:this|here))?|are you (?:an? )?(?:bot|robot|human|ai|person|real)|\?+|commands|usage|how does (?:this|it) work|what can (?:you|i|we) (?:do|ask)(?: you)?|how (?:do|can|should) (?:i|we) (?:use|ask) (?:this|you|it)|who (?:are you|made (?:this|you))|(?:how|where) (?:do|can|should) (?:i|we) (?:start|begin|set (?:this|it|you) up)|get(?:ting)? started|what(?:'s| is| are| does| do) (?:this|you|it)(?: (?:app|bot|thing|tool))?(?: (?:for|about|do))?)$/i;
/** The app's own words: "what does emerging mean?" */
const TERM =
  '(?:score|signal|trending|emerging|top|growth|evidence(?: strength)?|brief|digest|watch|mention|volume|trend)(?:s|es)?';
const ALL_HELP = new RegExp(
  `^(?:(?:all|list|which|what) (?:the |are the |are all the )?commands(?: (?:are there|exist|do you \\w+|can (?:i|we) use))?|what (?:does|do) (?:(?:the|an?) )?${TERM} mean|what(?:'s| is) an? ${TERM}(?: here)?|what(?:'s| is) the difference between (?:(?:the|an?) )?${TERM} and (?:(?:the|an?) )?${TERM}|how (?:does (?:the )?scoring work|(?:is|are) (?:the |a )?scores? (?:calculated|computed|made|worked out)))$`,
  'i',
);
const HELLO =
  /^(?:hi+|hello|hey+|yo|howdy|hiya|greetings|(?:good )?(?:morning|afternoon|evening)|good day|moin|hej|hallo)(?: (?:there|all|everyone|team|bot|again|pain signals|you))*$/i;
const CATCH_UP =
  /^(?:catch (?:me|us) up|bring (?:me|us) up to (?:speed|date)|what(?:'s| is) (?:up|the news|going on|important)|any (?:news|updates?)|what (?:did|have) (?:i|we) miss(?:ed)?|(?:what|anything|is there anything) (?:(?:(?:that )?(?:i|we) )?(?:should|need to|must) )?(?:(?:i|we) )?(?:know|worry|care|hear|be worried)(?: about)?|anything (?:important|urgent|worrying|interesting|worth knowing)|(?:(?:what|where|which) )?(?:(?:one|ones|signals?|pains?) )?(?:should|do|must) (?:i|we) (?:look at|read|focus on|start with|care about|start|know)(?: first| next)?)$/i;
const THANKS =
  /^(?:(?:that|this|it)(?: was|'s| is)? (?:very |really |so )?(?:useful|helpful|great|perfect|good|nice)[,!. ]*)?(?:(?:ok|okay|great|perfect|nice|cool|awesome|good|super|excellent|lovely|got it|very helpful|that helps?|wonderful|amazing|brilliant)[,!. ]*)*(?:(?:many )?thanks?(?: you)?(?: (?:so|very) much| a (?:lot|bunch|ton|million)| again)?|thx|ty|tysm|cheers|much appreciated|perfect|great|nice|cool|awesome|got it|good (?:job|bot|work)|well done|love it|that helps?|brilliant|merci|danke)(?: (?:so|very) much| a (?:lot|bunch|ton|million)| for (?:that|this|the help)| guys| all| bot| [:;]-?\))*$/i;
const STATUS =
  /^(?:status|how often .{0,40}\b(?:updat|refresh|renew)\w*(?: .{0,20})?|is (?:everything|all) (?:ok|okay|fine|up|working|running)|are you (?:up|there|alive|ok|working|online)|is (?:the |your |this |it )?(?:service|app|data|bot)?\s*(?:up|down|alive|fresh|current|running|working|up to date)|how (?:old|fresh|recent|current|up[- ]to[- ]date) (?:is|are) (?:the|your|this|these|those)(?: (?:data|figures|numbers|list|scores?))?|how (?:many|much) (?:calls|requests|budget|questions)(?: (?:are|is|do (?:i|we) have))? left|when (?:was|were) (?:the|your) (?:data|figures|numbers) (?:updated|computed)|where (?:do|does|did) (?:the|your|these|this|those|all) (?:data|figures|numbers|posts) come from|(?:(?:can|should) (?:i|we) (?:trust|believe|rely on)|how (?:reliable|accurate|trustworthy|good) (?:is|are)) (?:the|your|these|this|those|all)(?: (?:data|figures|numbers|scores|posts))?|is (?:this|the|that) (?:data )?(?:real|live|made[- ]up|sample)(?: data)?)$/i;
const WATCHES =
  /^(?:(?:my|our|the|all|which) )*(?:watches|alerts)(?: (?:do (?:i|we) have|are (?:on|set up)))?$|^(?:stop|quit) (?:watching|following|notifying|alerting|pinging)\b|^(?:do not|don'?t) (?:notify|alert|ping|tell|message) (?:me|us)\b|^unwatch\b|^what (?:am i|are we|do (?:i|we)) watch(?:ing)?$|^what is (?:being )?watched(?: here)?$/i;
const HIDDEN =
  /^(?:(?:the |all )?hidden(?: (?:signals?|ones|pains?))?|what(?:'s| is| are)? (?:(?:we|i) )?(?:have |did )?(?:(?:we|i) )?(?:hide|hid|hidden)|(?:bring back|unhide|restore)(?: .{0,30})?|undo(?: (?:it|that|this))?)$/i;
/** A weekly report that fails is a pain, not a digest: the whole text must match. */
const DIGEST =
  /^subscribe (?:this channel|us|here)$|^(?:when|where|who|what|is|did|does|will|has|which)\b(?: (?:is|are|will|does|did|was|the|our|an?|this|next|last|weekly|in|set|up|for|channel|there|we|get|gets|here))* digests?(?: (?:come|coming|due|arrive|sent|set up|on|off|here|there|for this channel|in this channel|out|posted|be|next|go|goes|going))*$|^(?:(?:set up|switch|turn|start|schedule|subscribe(?: (?:me|us|this channel))? to|pause|resume|restart|stop|change|move|edit|cancel|send|sending|post|posting|share|want|get|no more)(?: (?:me|us|on|off))* )*(?:the (?:day|time|schedule|settings|length|areas?) (?:of|for) )?(?:(?:the|our|an?|your|this|these|it|that) ?)?(?:(?:weekly )?digests?|weekly (?:summary|report|round-?up|newsletter|update|post|message)|(?:summary|report|round-?up|newsletter|updates?|lists?|(?<=\b(?:this|these|it|that)))(?: here| to us)? ?(?:weekly|(?:each|every) (?:week|\w+day)s?))(?: (?:for|in|to|on|off|of|here|every|at|please|while|until|because|during|over)\b.{0,40})?$/i;

const FIXED: readonly (readonly [RegExp, Query])[] = [
  [HELP, { show: 'help' }],
  [ALL_HELP, { show: 'help', all: true }],
  [HELLO, { show: 'courtesy', of: 'hello' }],
  [CATCH_UP, { show: 'home' }],
  [THANKS, { show: 'courtesy', of: 'thanks' }],
  [STATUS, { show: 'status' }],
  [WATCHES, { show: 'watches' }],
  [HIDDEN, { show: 'hidden' }],
  [DIGEST, { show: 'digest' }],
];

/** Parses natural language. Null when there is too little to search for. */
export function parseNaturalLanguage(raw: string, now: number): ParsedText | null {
  const written = normalize(raw);
  const { rest, period } = takePeriod(written, now);
  const said = { rest, days: period?.days ?? null };
  const asked = asAskQuery(raw, said.days);
  const query = understandMisspelled(said);
  const left = understandWithout(said);
  if (left !== null) return { isUnderstood: true, asked, ...withPeriod(left.query, period), ignored: left.ignored };
  if (query !== null) return { isUnderstood: true, asked, ...withPeriod(query, period) };
  const search = bareSearch(rest);
  if (search !== null) return { isUnderstood: true, isBare: true, asked, ...withPeriod(search, period) };
  return asked && { isUnderstood: false, asked, ...withPeriod(asked, period) };
}

const SOURCE = '(?:github|gitlab|stack ?(?:overflow|exchange)|reddit|hacker ?news|hn|discourse|lobsters|dev\\.to)';
/** Filters that answers don't have. */
const UNSUPPORTED = new RegExp(
  `(?:\\b(?:only|just) )?\\b(?:(?:com(?:e|es|ing) )?(?:only )?(?:from|on) ${SOURCE}(?=\\W*$)|${SOURCE} (?=(?:questions|bugs|complaints|feature requests|posts|signals|pains)\\b))|\\b(?:with |that have )?(?:more than|over|at least|fewer than|less than|under) \\d+ (?:mentions|posts|reports|people)\\b`,
  'i',
);

/** A list or a signal without the filter it can't have. */
function understandWithout({ rest, days }: SaidText): { query: Query; ignored: IgnoredPhrase } | null {
  const [said] = UNSUPPORTED.exec(rest) ?? [];
  if (said === undefined) return null;
  const without = rest.replace(said, ' ').replace(/ +/g, ' ').trim();
  const query = understandMisspelled({ rest: without, days }) ?? bareSearch(without);
  const isKnown =
    query !== null &&
    (query.show === 'find'
      ? query.names.every(({ by }) => by !== 'words')
      : ['trending', 'emerging', 'top', 'search'].includes(query.show));
  return isKnown ? { query, ignored: { said: said.trim(), because: 'unsupported' } } : null;
}

/** A text without its period. */
interface SaidText {
  rest: string;
  days: number | null;
}

/** As it was written, unless a word that would be searched for is probably a typing error. */
function understandMisspelled(said: SaidText): Query | null {
  const query = understand(said);
  const corrected = correctSpelling(said.rest);
  if (corrected === null || (query !== null && !searchesFor(query, corrected.wrong))) return query;
  return understand({ ...said, rest: corrected.text }) ?? query;
}

function searchesFor(query: Query, words: readonly string[]): boolean {
  const topics =
    query.show === 'find'
      ? query.names.map((name) => (name.by === 'words' ? name.words : ''))
      : [query.show === 'search' ? (query.words ?? '') : query.show === 'ask' ? query.question : ''];
  return topics.some((topic) => words.some((word) => topic.split(' ').includes(word)));
}

function understand({ rest, days }: SaidText): Query | null {
  const text = stripCourtesies(rest);
  // Nothing but a period: "over the last 90 days?"
  if (days !== null && !/\w/.test(rest)) return parseFollowUp('', days);
  return (
    parseFixedPhrase(text) ??
    parseFixedPhrase(rest.replace(/[\s?!.…]+$/, '')) ??
    parseFollowUp(text, days) ??
    parseAddition(rest) ??
    parseSentence(rest) ??
    parseBriefPhrase(text) ??
    parseWatchPhrase(stripClosings(rest)) ??
    parseTypedCommand(text) ??
    parseSignalPhrase(text) ??
    parseListPhrase(text) ??
    parseMentionedSignal(text) ??
    parseAbout(text)
  );
}

const parseFixedPhrase = (text: string) => FIXED.find(([says]) => says.test(text))?.[1] ?? null;

/** A command with options, as typed behind `/pain`. */
function parseTypedCommand(text: string): Query | null {
  const isCommand = /^(?:trending|emerging|top|compare)\b/i.test(text) || /\s\w+[:=]\S/.test(text);
  const parsed = isCommand ? parseCommand(text) : null;
  if (parsed === null || !('query' in parsed)) return null;
  const { query } = parsed;
  // "Compare the first and the third" is no comparison with one signal called "the first and the third".
  const isGuess = query.show === 'find' && query.names.length === 1 && query.names[0]?.by === 'words';
  return isGuess && query.want === 'compare' ? null : query;
}

function asAskQuery(raw: string, days: number | null): AskQuery | null {
  const question = parseCommandLine(raw).text.slice(0, SEMANTIC_QUERY_LENGTH.max).toWellFormed();
  const parsed = AskQuery.safeParse({ show: 'ask', question, ...(days === null ? {} : { days }) });
  return parsed.success ? parsed.data : null;
}

/** What somebody would type into a search box: "kubernetes", "terraform drift". */
const WORDS_ALONE = /^[\p{L}\p{N}+#./_-]+(?: [\p{L}\p{N}+#./_-]+){0,2}$/u;
const NO_SEARCH =
  /\b(?:what|which|why|how|when|where|who|is|are|was|do|does|did|has|have|can|could|should|would|will|any|anything|i|we|you|my|our|please|not|the|a|to|it|ok|okay|yes|no)\b/i;

/** "Stuff about docker", "everything on memory leaks". */
const ABOUT =
  /^(?:stuff|things?|(?:every|some)thing|signals?|pains?|posts?|all|whatever you have|what you have|news|info)(?: else| new)? (?:about|on|around|regarding|related to|involving) ([\p{L}\p{N}+#./_-]+(?: [\p{L}\p{N}+#./_-]+){0,3})$/iu;

const parseAbout = (text: string): Query | null =>
  SearchQuery.safeParse({ show: 'search', words: ABOUT.exec(text)?.[1] ?? '' }).data ?? null;

function bareSearch(text: string): Query | null {
  const words = stripCourtesies(text);
  const isSearch = words.length > 1 && /\p{L}/u.test(words) && WORDS_ALONE.test(words) && !NO_SEARCH.test(words);
  return isSearch ? (SearchQuery.safeParse({ show: 'search', words }).data ?? null) : null;
}

/** Greetings and courtesies. */
const OPENINGS =
  /^(?:(?:hey|hi|hello|ok|okay|so|and|now|then|please|pls|thanks)\b(?=.*\w.*\w)[,!.]?|(?:no|nah|nope|yes|yeah|yep|sure|well|right|alright|cool|great|nice|hm+)[,!.]+(?=.*\w.*\w)|(?:can|could|may|would|will) (?:you|i|we)(?: please)?(?: see| get| have| read)? (?=\w)|(?:i|we)(?:'d| would)? (?:want|like|need) to (?:see|know|look at)|(?:i|we)(?:'d| would)? (?:want|like|need)(?= \S)|(?:i'm |we're )?looking for(?= \S)|(?:show|give|tell|get|list|fetch|display|read|draw|link)(?: (?:me|us))?(?: to)?(?= \S)|gimme(?= \S)|(?:pull|bring) up(?= \S)|(?:have |do )?(?:you )?got(?= \S)|let(?:'s| me| us)(?: (?:see|look at))?(?= \S))\s*/i;
const CLOSINGS =
  /[\s,]*(?:\b(?:please|pls|thanks|thank you|right now|now|lately|recently|currently|at the moment|these days|out there|of all|overall|(?:this|next) sprint)|[?!.…]+)$/i;

/** No longer than a search takes. */
const normalize = (raw: string): string =>
  parseCommandLine(raw)
    .text.slice(0, SEMANTIC_QUERY_LENGTH.max)
    .toWellFormed()
    .replaceAll('"', '')
    .replace(/ +/g, ' ')
    .trim();

const stripClosings = (text: string): string => {
  const shorter = text.replace(CLOSINGS, '').trim();
  return shorter === text || shorter === '' ? text : stripClosings(shorter);
};

/** Removes greetings, courtesies and "now". */
function stripCourtesies(said: string): string {
  let text = said;
  for (;;) {
    const shorter = text.replace(CLOSINGS, '').replace(OPENINGS, '').trim();
    if (shorter === text || shorter === '') return text;
    text = shorter;
  }
}
