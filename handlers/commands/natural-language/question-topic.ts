import { SEMANTIC_QUERY_LENGTH } from '@pain-signals/contract';
import { type Meaning, wordsOf } from './vocabulary.ts';

/** What a question is about, without the words around it: "does anybody complain about slow CI?" is about "slow CI". */

const WHO =
  '(?:people|developers|devs|teams|users|engineers|folks|they|you|we|everybody|everyone|anybody|anyone|somebody|someone|any (?:people|developers|teams|users))(?: else)?(?: out there)?';
const TROUBLE =
  '(?:problems?|trouble|issues?|pains?|pain points?|complaints?|difficult(?:y|ies)|headaches?|struggles?|gripes?)';
const LINK = '(?:about|with|around|regarding|in|on|from|of|over|for|using)';
const MIND =
  '(?:complain(?:s|ed|ing)?|moan(?:s|ing)?|rant(?:s|ing)?|struggl(?:e|es|ed|ing)|suffer(?:s|ing)?|fight(?:s|ing)?|hat(?:e|es|ed|ing)|dislik(?:e|es|ing)|curs(?:e|es|ing)|talk(?:s|ed|ing)?|say(?:s|ing)?|said|think(?:s|ing)?|want(?:s|ed|ing)?|need(?:s|ed|ing)?|ask(?:s|ed|ing)?|report(?:s|ed|ing)?|see(?:s|ing)?|hit(?:s|ting)?|run(?:s|ning)? into|annoy(?:s|ed)|angry|mad|furious|fed up|tired|sick|upset|unhappy|frustrated|stuck)';
const HAVE = `(?:ha(?:ve|s|d|ving)|see(?:s|ing)?|get(?:s|ting)?|know(?:s)? of|face[sd]?|facing|run(?:s|ning)? into) (?:any |some |a lot of |many )?${TROUBLE}`;

const FRAMES: readonly RegExp[] = [
  new RegExp(
    `^(?:what|which things?|how) (?:do|does|did|are|is|have|has) ${WHO} (?:${HAVE}|(?:like |feel |${MIND})+)(?: ${LINK}| that| when(?: they| you)?)* (.+)$`,
    'i',
  ),
  new RegExp(
    `^(?:any(?:one|body)|who)(?: else)?(?: here| out there)? (?:is |are )?(?:${HAVE}|${MIND})(?: ${LINK}| that)? (.+)$`,
    'i',
  ),
  new RegExp(
    `^(?:is|are) there (?:any(?:thing)? |some |a lot of |much )?(?:known )?(?:${TROUBLE}|wrong|demand|anything|something)(?: ${LINK})? (.+)$`,
    'i',
  ),
  new RegExp(
    `^what(?:'s| is|s| are)(?: so| the| most| really)* (?:wrong|annoying|bad|painful|broken|hard|hated|hurting|up|going on|happening|missing|frustrating|worst(?: thing)?|${TROUBLE})(?: ${LINK})? (.+)$`,
    'i',
  ),
  new RegExp(
    `^how (?:bad|common|widespread|serious|big|painful|annoying) (?:is|are) (?:the ${TROUBLE} (?:of|with) |${TROUBLE} (?:of|with) )?(.+)$`,
    'i',
  ),
  /^why (?:do|does|did|is|are|was|were|can't|won't|doesn't|don't) (?:my |our |the |your )?(.+)$/i,
  /^why (.+)$/i,
];

const ARTICLE = /^(?:the|a|an|my|our|their|they|that|it when|when(?: they)?) (?=\S)/i;
const CLOSING =
  /[\s,]*(?:\b(?:too|as well|at all|a lot|much|out there|these days|lately|right now|so much|nowadays|currently|in general|please)|[?!.…]+)$/i;

/** At least as long as the service asks for; the question itself when nothing can be left out. */
export function topicOfQuestion(question: string): string {
  let topic = trimEnd(question.slice(0, SEMANTIC_QUERY_LENGTH.max));
  for (let times = 0; times < 2; times++) {
    const about = FRAMES.map((frame) => frame.exec(topic)?.[1]).find((found) => found !== undefined);
    if (about === undefined) break;
    topic = trimEnd(about).replace(ARTICLE, '');
  }
  topic = withoutOpening(afterAbout(topic) ?? topic);
  return topic.length < SEMANTIC_QUERY_LENGTH.min ? question : topic;
}

/** "Have you heard anything about bun on windows?" */
const ABOUT =
  /^(?:is|are|was|do|does|did|has|have|can|could|should|would|will|any|what|whats|what's|how|we|i|you|got|there|tell|show|find|latest|everything|anything|something)\b(?: [\w'’-]+){0,8}? (?:about|around|regarding|on the topic of) (.{3,})$/i;
const MOST_UNKNOWN = 1;

/** What follows "about", where nothing before it says more. */
function afterAbout(question: string): string | null {
  const topic = ABOUT.exec(question)?.[1];
  if (topic === undefined) return null;
  const before = wordsOf(question.slice(0, question.length - topic.length)) ?? [];
  return before.filter(({ meaning }) => meaning === 'other' || meaning === 'area').length > MOST_UNKNOWN ? null : topic;
}

/** Who has trouble, and that they have it: "how many people complain about", "do we know of anyone with". */
function withoutOpening(question: string): string {
  const words = wordsOf(question) ?? [];
  const start = words.findIndex(({ meaning }) => !OPENING.includes(meaning));
  const end = words.findLastIndex(({ meaning }) => !ENDING.includes(meaning));
  const around = [...words.slice(0, start), ...words.slice(end + 1)];
  const isLinked = LINKS.test(words[start - 1]?.text ?? '');
  const isAboutTrouble = around.some(
    ({ meaning }) => TROUBLE_MEANINGS.includes(meaning) || (isLinked && LINKED_MEANINGS.includes(meaning)),
  );
  const rest = words.slice(start, end + 1).map(({ text }) => text);
  return start > 0 && isAboutTrouble ? rest.join(' ').replaceAll('’', "'") : question;
}

const TROUBLE_MEANINGS: readonly Meaning[] = ['people', 'mind', 'complaint'];
/** Only with a link: "posts on memory leaks", not "posts don't load". */
const LINKED_MEANINGS: readonly Meaning[] = ['noun', 'show', 'evidence'];
const LINKS = /^(?:about|around|on|with|for|of|in|re|regarding|that|from|search|find)$/;
const OPENING: readonly Meaning[] = [
  'filler',
  'light',
  'ask',
  'how',
  'why',
  'detail',
  ...TROUBLE_MEANINGS,
  ...LINKED_MEANINGS,
];
/** "… going down?" */
const ENDING: readonly Meaning[] = ['filler', 'rise', 'fade', 'recent', 'mind', 'people'];

function trimEnd(text: string): string {
  const shorter = text.replace(CLOSING, '').trim();
  return shorter === text || shorter === '' ? text : trimEnd(shorter);
}
