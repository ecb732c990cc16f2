import type { PainType } from '@pain-signals/contract';
import { MAX_OWNER_LENGTH, type SearchQuery } from '@pain-signals/domain';

/** A parsed phrase, and the text without it. */
export type Taken<Value> = { value: Value; rest: string } | null;

function take<Value>(text: string, pattern: RegExp, parse: (found: RegExpExecArray) => Value | null): Taken<Value> {
  const found = pattern.exec(text);
  const value = found && parse(found);
  if (found === null || value === null) return null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
  return { value, rest: rest.replace(/ +/g, ' ').trim() };
}

const TYPES: readonly (readonly [PainType, RegExp])[] = [
  ['feature_request', /\b(?:feature[- ]requests?|missing features?|wanted features?|features?)\b/i],
  ['bug', /\bbugs?\b/i],
  ['complaint', /\bcomplaints?\b/i],
  ['question', /\bquestions?\b/i],
];

export function takeType(text: string): Taken<PainType> {
  for (const [type, pattern] of TYPES) {
    const taken = take(text, pattern, () => type);
    if (taken) return taken;
  }
  return null;
}

const SCORE =
  /\b(?:(?:with|that have) )?(?:an? )?(?:pain )?scor(?:e|es|ed|ing)(?: of)? (?:above|over|at least|more than|from|higher than|>=?) ?(\d{1,3})\b/i;

export const takeMinScore = (text: string): Taken<number> =>
  take(text, SCORE, ([, digits]) => (Number(digits) <= 100 ? Number(digits) : null));

const OWNER =
  /\b(?:(?:from|by|of) (?:the )?owner|owned by|owner:?|(?:in|of|from) (?:the )?repos(?:itories)? (?:of|by)) ([\w.-]+)/i;

export const takeOwner = (text: string): Taken<string> =>
  take(text, OWNER, ([, owner = '']) => (owner.length <= MAX_OWNER_LENGTH ? owner : null));

export type Order = 'trending' | 'emerging' | 'fading' | 'recent' | 'volume' | 'top';

/** Order matters: "new and rising" before "rising". */
const ORDERS: readonly (readonly [Order, RegExp])[] = [
  [
    'emerging',
    /\b(?:(?:new (?:and |that(?:'s| is) )?)?(?:emerging|bubbling(?: up)?|(?:popping|cropping|showing) up|surfacing)|newcomers?|early (?:signals?|signs?)|under the radar|new and (?:rising|growing)|(?:new )?coming up|upcoming|start(?:s|ing)? to (?:grow|rise|hurt)|small but (?:growing|rising))\b/i,
  ],
  [
    'trending',
    /\b(?:trending|rising(?: fast(?:est)?)?|rose|risen|(?:fastest |quickly )?growing(?: fast(?:est)?)?|grows? (?:the )?fast(?:est)?|hot(?:test)?|heating up|on the rise|g(?:etting|ot|otten) (?:worse|bigger)|gaining(?: traction| ground)?|spiking|surging|climbing|accelerating|increasing|taking off|blowing up|exploding|soaring|skyrocketing|going up|on fire|picking up(?: steam| speed| pace)?|moved|moving|(?<=^what(?:'s| has)? )changed)\b/i,
  ],
  [
    'fading',
    /\b(?:fading|declining|cooling (?:down|off)|dying (?:down|out|off)|(?:calming|slowing|going) down|going away|getting better|on the decline|losing (?:steam|traction|ground))\b/i,
  ],
  [
    'volume',
    /\b(?:most (?:mentioned|common|discussed|frequent|talked about|mentions)|loudest|(?:mentioned|discussed|talk(?:ed|ing)? about|complain(?:ed|ing)? about) (?:the )?most)\b/i,
  ],
  ['recent', /\b(?:latest|newest|(?:most )?recent|freshest|new)\b/i],
  [
    'top',
    /\b(?:top|worst|biggest|largest|heaviest|highest|main|(?:most|very) (?:painful|important|severe|serious|annoy(?:ing|ed)|frustrat(?:ing|ed)|hated|angry|upset)|hurts?(?: \w+)?(?: the)? most)\b/i,
  ],
];

export function takeOrder(text: string): Taken<Order> {
  for (const [order, pattern] of ORDERS) {
    const taken = take(text, pattern, () => order);
    if (taken) return taken;
  }
  return null;
}

export const SORT: Record<Order, SearchQuery['sort']> = {
  emerging: 'rising',
  trending: 'rising',
  fading: 'growth',
  volume: 'volume',
  recent: 'lastSeenAt',
  top: 'score',
};

const NUMBERS = 'one two three four five six seven eight nine ten'.split(' ');

export const takeCount = (text: string): Taken<number> =>
  take(text, new RegExp(`(?<!\\S)(\\d{1,2}|${NUMBERS.join('|')})(?!\\S)`, 'i'), ([, word = '']) => {
    const count = NUMBERS.indexOf(word.toLowerCase()) + 1 || Number(word);
    return count >= 1 && count <= 10 ? count : null;
  });
