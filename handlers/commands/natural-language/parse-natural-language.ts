import { SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { AskQuery, type Query } from '@pain-signals/domain';
import { parseCommandLine } from '../command-line.ts';
import { parseCommand } from '../parse-command.ts';
import { parseBriefPhrase } from './brief-phrases.ts';
import { parseListPhrase } from './list-phrases.ts';
import { parseSignalPhrase } from './signal-phrases.ts';
import { parseWatchPhrase } from './watch-phrases.ts';

/** Natural language as a query. When not understood, the query is a semantic search. */
export interface ParsedText {
  query: Query;
  isUnderstood: boolean;
  /** The same words as a semantic search, to correct a wrong interpretation. */
  asked: AskQuery | null;
  /** Typed behind `/pain ask`. */
  isAsk?: true;
}

const HELP =
  /^(?:help(?: me)?|\?+|hi|hello|hey|commands|usage|thanks|thank you|thx|cheers|how does (?:this|it) work|what can (?:you|i|we) (?:do|ask)(?: you)?|how (?:do|can|should) (?:i|we) (?:use|ask) (?:this|you|it)|who are you)$/i;
const STATUS =
  /^(?:status|is (?:everything|all) (?:ok|okay|fine|up|working|running)|are you (?:up|there|alive|ok|working|online)|is (?:the |your |this |it )?(?:service|app|data|bot)?\s*(?:up|down|alive|fresh|current|running|working|up to date)|how (?:old|fresh|recent|current) (?:is|are) (?:the|your) (?:data|figures|numbers)|how (?:many|much) (?:calls|requests|budget|questions)(?: (?:are|is|do (?:i|we) have))? left|when (?:was|were) (?:the|your) (?:data|figures|numbers) (?:updated|computed))$/i;
const CONNECT =
  /^(?:help (?:me|us) )?(?:to )?(?:connect|set|add|change|enter|replace)(?: up)? (?:my|our|the|an?|another) (?:api )?key$/i;
const SETTINGS = /^(?:(?:open|change|edit) )?(?:my |our |the )?settings$/i;
const WATCHES =
  /^(?:(?:my|our|the|all) )*watches$|^(?:stop|quit) watching\b|^unwatch\b|^what (?:am i|are we|do (?:i|we)) watch(?:ing)?$|^what is (?:being )?watched(?: here)?$/i;
/** A weekly report that fails is a pain, not a digest: the whole text must match. */
const DIGEST =
  /^(?:(?:set up|switch on|turn on|start|schedule|subscribe(?: (?:me|us|this channel))? to|pause|stop|change|cancel|send|post|want)(?: (?:me|us))? )?(?:(?:the|our|an?|your) )?(?:(?:weekly )?digest|weekly (?:summary|report|round-?up|newsletter)|(?:summary|report|round-?up|newsletter) (?:weekly|each week|every (?:week|\w+day)))(?: (?:for|in|to|on|of|here|every|at)\b.{0,40})?$/i;

const FIXED: readonly (readonly [RegExp, Query])[] = [
  [HELP, { show: 'help' }],
  [STATUS, { show: 'status' }],
  [CONNECT, { show: 'dialog', dialog: 'connect' }],
  [SETTINGS, { show: 'dialog', dialog: 'settings' }],
  [WATCHES, { show: 'watches' }],
  [DIGEST, { show: 'digest' }],
];

/** Parses natural language. Null when there is too little to search for. */
export function parseNaturalLanguage(raw: string): ParsedText | null {
  const text = stripCourtesies(raw);
  const asked = asAskQuery(raw);
  const said = stripClosings(parseCommandLine(raw).text);
  const query =
    parseFixedPhrase(text) ??
    parseBriefPhrase(text) ??
    parseWatchPhrase(said) ??
    parseTypedCommand(text) ??
    parseSignalPhrase(text) ??
    parseListPhrase(text);
  if (query !== null) return { query, isUnderstood: true, asked };
  return asked && { query: asked, isUnderstood: false, asked };
}

const parseFixedPhrase = (text: string) => FIXED.find(([says]) => says.test(text))?.[1] ?? null;

/** A command with options, as typed behind `/pain`. */
function parseTypedCommand(text: string): Query | null {
  const isCommand = /^(?:trending|emerging|top|compare)\b/i.test(text) || /\s\w+[:=]\S/.test(text);
  const parsed = isCommand ? parseCommand(text) : null;
  return parsed !== null && 'query' in parsed ? parsed.query : null;
}

function asAskQuery(raw: string): AskQuery | null {
  const question = parseCommandLine(raw).text.slice(0, SEMANTIC_QUERY_LENGTH.max).toWellFormed();
  const parsed = AskQuery.safeParse({ show: 'ask', question });
  return parsed.success ? parsed.data : null;
}

/** Greetings and courtesies. */
const OPENINGS =
  /^(?:(?:hey|hi|hello|ok|okay|so|and|now|then|please|pls|thanks)\b(?=.*\w.*\w)[,!.]?|(?:can|could|would|will) (?:you|i|we)(?: please)? (?=\w)|(?:i|we)(?:'d| would)? (?:want|like|need) to (?:see|know|look at)|(?:show|give|tell|get|list|fetch|display)(?: (?:me|us))?(?= \S)|let(?:'s| me| us) (?:see|look at))\s*/i;
const CLOSINGS =
  /[\s,]*(?:\b(?:please|pls|thanks|thank you|right now|now|today|yesterday|since (?:yesterday|last week)|(?:(?:in|over|during|within|from) )?the (?:last|past) (?:few |couple of )?(?:hours|days?|weeks?|months?)|last (?:week|month)|this week|this month|(?:this|next) (?:quarter|year|sprint)|lately|recently|currently|at the moment|these days|out there|of all|overall)|[?!.…]+)$/i;

const stripClosings = (text: string): string => {
  const shorter = text.replace(CLOSINGS, '').trim();
  return shorter === text || shorter === '' ? text : stripClosings(shorter);
};

/** Removes greetings, courtesies and "now". */
function stripCourtesies(raw: string): string {
  let text = parseCommandLine(raw).text.replaceAll('"', '').replace(/ +/g, ' ').trim();
  for (;;) {
    const shorter = text.replace(CLOSINGS, '').replace(OPENINGS, '').trim();
    if (shorter === text || shorter === '') return text;
    text = shorter;
  }
}
