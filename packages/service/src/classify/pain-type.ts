import { PAIN_TYPES, type PainType } from '@pain-signals/contract';
import type { SignalDocument } from '../model/signal.ts';

/** Characters read of a post; later ones are mostly logs and quotations. */
const READ_TEXT = 1_200;
const READ_TITLE = 200;

/** Points for a bug without any cue, because most statements report something that goes wrong. */
const BUG_HEAD_START = 0.3;

/** A type with less of the posts, on average, is no type: they disagree. */
const LEAST_SHARE = 0.3;

/** Share of each type; they add up to 1. */
export type TypeShares = Record<PainType, number>;

function pointsOf(title: string, text: string): TypeShares {
  const points: TypeShares = { bug: BUG_HEAD_START, feature_request: 0, question: 0, complaint: 0 };
  const add = (cues: readonly Cue[], part: string) => {
    for (const { type, weight, words } of cues) if (words.test(part)) points[type] += weight;
  };
  add(TITLE_CUES, title);
  add(TEXT_CUES, text);
  return points;
}

/** Type shares of one post, by its title (or first sentence) and the beginning of its text. */
export function weighTypes(title: string | null, text: string): TypeShares {
  const opening = title ?? text.slice(0, READ_TEXT).split(/(?<=[.!?])\s|\n/, 1)[0] ?? '';
  const points = pointsOf(opening.slice(0, READ_TITLE), text.slice(0, READ_TEXT).replace(FORM_QUESTION, ' '));
  const total = PAIN_TYPES.reduce((sum, type) => sum + Math.exp(points[type]), 0);
  const share = (type: PainType) => Math.exp(points[type]) / total;
  return {
    bug: share('bug'),
    feature_request: share('feature_request'),
    question: share('question'),
    complaint: share('complaint'),
  };
}

/** The type with the largest mean share; null where the posts disagree. */
export function classifyPainType(documents: readonly Pick<SignalDocument, 'title' | 'text'>[]): PainType | null {
  if (documents.length === 0) return null;
  const shares = documents.map(({ title, text }) => weighTypes(title, text));
  const meanOf = (type: PainType) => shares.reduce((sum, share) => sum + share[type], 0) / documents.length;
  const means = PAIN_TYPES.map((type) => ({ type, mean: meanOf(type) }));
  const best = means.reduce((first, it) => (it.mean > first.mean ? it : first));
  return best.mean < LEAST_SHARE ? null : best.type;
}

/** A phrase and its weight for a type: 1 is a hint, 3 nearly decides it; below 0 it speaks against the type. */
export interface Cue {
  type: PainType;
  weight: number;
  words: RegExp;
}

const cue = (type: PainType, weight: number, words: RegExp): Cue => ({ type, weight, words });

/** Requests say what to do, rarely what does not happen. */
const NEGATION = /\b(?:not|cannot|cant|no|never|without|unable|doesnt|wont)\b|n['’]t\b/i;

/** Matched in the title, or in the first sentence of a post without one. */
const TITLE_CUES: readonly Cue[] = [
  cue(
    'bug',
    2.5,
    /\b(?:bug|regression|crash(?:es|ed|ing)?|segfault\w*|segmentation fault|panic(?:s|ked)?|core dump|stack overflow|deadlock\w*|race condition|memory leak|corrupt\w*)\b/i,
  ),
  cue(
    'bug',
    1.6,
    /\b(?:fails?|failed|failing|failure|broken|breaks|throws?|thrown|exceptions?|hangs?|freezes?|frozen|stuck|leaks?|leaking|infinite loop|undefined|null ?pointer|nan|lost|loses|disappear\w*|vanish\w*|missing|truncated?|duplicated?|overwritten|drops|dropped|swallow(?:s|ed))\b/i,
  ),
  cue(
    'bug',
    1.2,
    /\b(?:wrong(?:ly)?|incorrect(?:ly)?|inconsistent(?:ly)?|unexpected(?:ly)?|invalid|ignore[sd]|flicker\w*|flash(?:es)?|overlap\w*|misalign\w*|garbled|blank|empty|stale|twice|randomly|intermittent(?:ly)?|no longer|not (?:found|updated|respected|shown|called|applied|triggered|saved|cleared|restored|preserved|honou?red|released))\b/i,
  ),
  cue('bug', 1.2, /\b(?:doesn['’]?t|does not|don['’]?t|isn['’]?t|aren['’]?t|won['’]?t|wasn['’]?t|never) \w+/i),
  cue(
    'bug',
    1,
    /\b(?:[Ee]rrors?|\w+(?:Error|Exception)|E[A-Z]{4,}|timed? ?out|timeouts?|stopped working|not working|not work)\b/,
  ),

  cue('bug', 0.5, / (?:when|after|while)\b/i),
  cue('bug', 0.4, NEGATION),
  cue('feature_request', -0.7, NEGATION),

  cue(
    'feature_request',
    3,
    /\b(?:feature[- ]?requests?|enhancement|rfc|proposal|wish ?list|feature suggestion|suggestion)\b/i,
  ),
  cue(
    'feature_request',
    2.6,
    /^(?:[^:?]{1,40}: )?(?:please |pls |kindly )?(?:add|support|allow|provide|expose|enable|introduce|implement|consider|extend|include|offer|permit|let|give|bring|ship|publish|port|respect|reuse|deprecate|drop support|opt|warn|persist|highlight|hide|move|rename|replace|simplify|clarify|document|pull|emit|surface|accept|export|integrate|adopt|separate|split|group|sort|upgrade|bump|refactor|disable|restrict|ensure|migrate|convert|auto-?\w+)\b(?! (?:fail|error|is|are|was|were|does|doesn|not)\w*)/i,
  ),
  cue(
    'feature_request',
    2,
    /^(?:[^:?]{1,40}: )?(?:make|improve|show|display|have|use|remove|change|create|keep|open|avoid|reduce|increase|optimi[sz]e|set|switch|update|expand|collapse|prevent|only|do not|don['’]t|stop|limit|cap|treat|skip) (?!\w+ (?:fails?|is|does))/i,
  ),
  cue(
    'feature_request',
    2.2,
    /\b(?:ability to|option (?:to|for)|a way to|possibility (?:to|of)|support for|should (?:be able|support|allow|have|include|offer|provide|let|accept)|would (?:like|love)|would be (?:nice|great|good|useful|helpful|cool)|(?:want|wanted|need|needs|needed|wish|missing):? (?:a|an|for|to have|some|first[- ]class|native|better|more)\b|could we (?:have|get|add)|opt[- ](?:in|out)|i wish)/i,
  ),
  cue(
    'feature_request',
    1.2,
    /\b(?:should|customi[sz]\w+|configur(?:able|e)|settings? (?:for|to)|toggle|shortcut|new (?:api|option|setting|command|hook|event|flag)|allow(?:s|ing)?|support|first[- ]class|built[- ]in|native|better|improve\w*|more|instead of|rather than|by default|similar to|like in)\b/i,
  ),

  cue(
    'question',
    3,
    /^(?:how (?:to|do|does|can|could|should|would|come|are|is|did|many|much|long)|what(?:['’]s| is| are| does| do| would| should| happens| tool| kind| causes?)|which|where (?:is|are|do|does|can|should)|who|when (?:should|do|does|is|to|will)|is (?:there|it|this|that)|are (?:there|these|we|you)|does (?:any|it|the|this)|do (?:you|i|we|any)|can (?:i|we|you|someone|anyone|it)|could (?:i|someone|anyone)|should (?:i|we|the)|has (?:any|the)|any (?:way|idea|one|body|recommend|tips?|plans?)|anyone|am i|why)\b/i,
  ),
  cue('question', 2, /\?\s*$/),
  cue(
    'question',
    2.5,
    /^\W*question\b|\b(?:need help|help (?:me|needed|wanted|please)|please help|how to|difference between|best (?:way|practice)s?|confus(?:ed|ion|ing)|understand(?:ing)?|am i (?:missing|doing)|what am i|recommend\w*|advice|clarif\w+|explain)\b/i,
  ),
  cue('question', 0.8, /^\S+(?: \S+)?$/),
  cue('question', 0.8, /\b(?:I|my|me|I['’]m)\b/i),
  // Most people who look after a project start titles with a capital letter; people who ask for help often don't.
  cue('question', 0.7, /^\p{Ll}/u),
  cue(
    'question',
    1.3,
    /^(?:i|my|i['’]m|we|unable to|can['’]?t|cannot|not able to|having|problems? (?:with|in|when)|issues? (?:with|in|when)|trouble|error (?:while|when|in)|trying to|getting)\b/i,
  ),

  cue(
    'complaint',
    3,
    /\b(?:rant|(?:sick|tired) (?:and tired )?of|fed up|hate|user-hostile|driv(?:es|ing) (?:me|us) (?:mad|crazy|nuts|insane)|waste of (?:time|money)|ridiculous(?:ly)?|absurd(?:ly)?|insane(?:ly)?|nightmare|unacceptable|terrible|awful|horrible|horrendous|infuriating|frustrat\w+|annoy\w+|painful(?:ly)?|garbage|a (?:joke|mess|pain|disaster)|gave up|giving up|disappoint\w+|shame|hostile|hell|sucks?|madness|theat(?:er|re)|pointless|useless|worthless|guessing game|lottery|russian roulette|whack-a-mole)\b/i,
  ),
  cue(
    'complaint',
    1,
    /\b(?:takes? (?:forever|ages|hours|\d+ (?:minutes|hours|days))|too (?:many|much|slow|noisy|expensive|complicated|hard|long)|so (?:slow|hard|many|much|bad)|again and again|every (?:single )?(?:time|day|week|release|morning|push|upgrade)|yet another|noisy|noise|slow(?:er)?|expensive|costs?|bill|nobody|constantly|keeps? \w+ing|endless(?:ly)?|drowning|flood(?:ed|s)?)\b/i,
  ),
];

/** Questions that forms ask: nobody's own words, whatever they hold. */
const FORM_QUESTION =
  /(?:do you want to request a feature or report a bug|does this (?:issue|problem|bug) (?:occur|happen) when|which versions? of|did this work in|how often does this|is your feature request related|what (?:is|was) the (?:current|expected) behaviou?r)[^?\n]{0,120}\?/gi;

const ERROR = /\berrors?\b|exception/i;

/** Read in the beginning of the text. */
const TEXT_CUES: readonly Cue[] = [
  cue(
    'feature_request',
    1.6,
    /^\W*(?:type:\s*)?(?:request a |a )?(?:new )?(?:feature|enhancement)(?: request| idea)?\b.{0,24}$/im,
  ),

  cue(
    'bug',
    1.2,
    /\b(?:steps to reproduce|to reproduce|repro(?:duc\w+)?|expected (?:behaviou?r|result|:)|actual (?:behaviou?r|result|:)|instead,? (?:it|i get|the)|regression|stack ?trace|traceback|minimal example)\b/i,
  ),
  cue(
    'bug',
    1,
    /\b(?:used to work|worked (?:fine )?(?:before|in|until)|(?:since|after) (?:updating|upgrading|the update|the upgrade)|bisect\w*|this is a bug|broke\b|started (?:failing|crashing|happening)|downgrad\w+)/i,
  ),
  cue(
    'bug',
    0.6,
    /\b(?:crash\w*|fails?|failed|broken|incorrect(?:ly)?|wrong|unexpected(?:ly)?|doesn['’]t|does not|isn['’]t)\b/i,
  ),

  cue('bug', 0.4, ERROR),
  cue('feature_request', -0.4, ERROR),

  cue(
    'feature_request',
    2,
    /\b(?:feature request|it(?:['’]d| would| might| could) be (?:really |very |so )?(?:nice|great|good|useful|helpful|cool|awesome|handy|ideal|better)|would (?:really )?(?:like|love) (?:to (?:see|have|be able)|if|a|an|the ability)|i['’]d (?:like|love) (?:to (?:see|have|be able)|if|a\b|an\b)|please (?:add|support|consider|provide|allow|make|implement)|(?:i|we) (?:propose|suggest|wish)|my (?:proposal|suggestion)|proposed|proposal)\b/i,
  ),
  cue(
    'feature_request',
    1.2,
    /\b(?:use[- ]case|should be (?:able|possible|configurable|optional)|there (?:is|['’]s) (?:currently |no )+(?:way|option|support)|no way to|ability to|an option (?:to|for)|a (?:setting|flag|switch|command|toggle) (?:to|for|that)|could (?:we|you) (?:add|have|get|support|make)|can we (?:add|have|get)|similar to (?:how|what)|just like|other (?:editors|tools|frameworks|libraries)|in (?:vim|sublime|intellij|webstorm|atom|vue|angular|svelte)|as a user|would (?:help|allow|enable|save|make)|allow(?:ing)? (?:us|users|me|developers|people)|motivation|alternatives?|workaround today|ideally|asking for|all we need)\b/i,
  ),

  cue('feature_request', 0.7, /\b(?:we|it|this) (?:should|could|can|need|might|would)\b/i),
  cue('feature_request', 0.5, /\b(?:allow\w*|possible|currently|would)\b/i),

  cue(
    'question',
    1.6,
    /\b(?:how (?:can|do|should|would|could) (?:i|we|you|one|people|others)|is there (?:a|any|some) (?:way|tool|option|best|recommended|reliable|other|good)|can (?:someone|anyone|anybody|you) (?:please )?(?:help|explain|tell|point|confirm|share)|any (?:help|ideas?|suggestions?|advice|pointers|hints?|clue|guidance|thoughts)|(?:please|pls) (?:help|advise|guide)|help me|what am i (?:doing|missing)|am i (?:missing|doing|wrong|right)|what (?:is|would be|'s) the (?:best|right|correct|recommended|proper|point|difference)|thanks in advance|thank you in advance)\b/i,
  ),
  cue(
    'question',
    1,
    /\b(?:is (?:this|it|that) (?:expected|intended|intentional|a bug|possible|normal|correct|by design|supported|safe|ok)|(?:i['’]?m|i am|we are|we['’]re) (?:trying|new|wondering|confused|not sure|unable|stuck|curious|looking)|i (?:want|need|tried|can['’]?t|cannot|don['’]?t (?:know|understand)|couldn['’]?t|have (?:a )?(?:problem|question|issue|tried)|wonder|would like to know)|my (?:code|project|question|problem)|wondering|stack ?overflow|does (?:anyone|anybody|that)|has anyone|do (?:you|people|others)|(?:what|which) (?:do|does|would|should))\b/i,
  ),
  cue('question', 0.8, /\?(?:\s|$)/),
  cue(
    'question',
    1.2,
    /\b(?:beginner|tutorial|homework|assignment|course|newbie|noob|learning|student|(?:please|pls|plz|kindly) (?:fix|resolve|solve|correct)|don['’]t know (?:how|why|what|if)|what (?:is|was) the (?:issue|problem|reason|cause)|struggl\w+)\b/i,
  ),
  cue(
    'question',
    1,
    /^\W*(?:hi|hello|hey|dear|good (?:morning|day|evening))\b|\b(?:sorry|apologi[sz]e|not sure (?:if|whether) this|(?:right|best|correct) place)\b/i,
  ),
  cue('question', 0.6, /\b(?:help|advice|advise|solve|guidance|please|pls|plz|kindly|thanks|thank you|thx)\b/i),
  // Those who ask tell of themselves: their setup, what they tried. Reports of bugs and wishes are about the product.
  cue('question', 0.6, /\b(?:I|my|me)\b(?:.*?\b(?:I|my|me)\b){2}/is),
  cue('question', -0.6, /^(?!.*\b(?:I|my|me)\b)/is),
  cue(
    'question',
    0.6,
    /\b(?:i (?:am|have|installed|followed|created|wrote|want|get|keep|saw|found|did|checked|ran|was|think|just)|my)\b/,
  ),

  cue(
    'complaint',
    0.8,
    /\b(?:rant|(?:sick|tired) of|fed up|hate|driv(?:es|ing) (?:me|us) (?:mad|crazy|nuts|insane)|waste[sd]? (?:of|hours|days|time|my|our|a)|ridiculous|absurd|insane|nightmare|unacceptable|terrible|awful|horrible|infuriating|frustrat\w+|annoy\w+|painful|joke|gave up|giving up|disappoint\w+|honestly|seriously|what is the point|why on earth|come on|sigh|ugh|apparently|supposed to|in 20\d\d|nobody|burn(?:s|ed|ing)? (?:hours|money|time)|lost (?:a day|half a day|hours|a week))\b/i,
  ),
];
