import { MAX_GROWTH, MAX_VOLUME } from '@pain-signals/domain';

/** "Above 70", "more than 50%", "under 40 mentions": the limits that a sentence sets. */
export interface Thresholds {
  minScore?: number;
  /** A ratio: 0.5 is half as many mentions again. */
  minGrowth?: number;
  maxVolume?: number;
}

const OVER = '(?:over|above|past|beyond|exceed(?:s|ing)?|at least|more than|higher than|greater than|from|>=?)';
const REACH = '(?:reach(?:es)?|hits?|pass(?:es)?|cross(?:es)?|gets to|goes to|climbs to|is at)';
const UNDER = '(?:under|below|fewer than|less than|at most|up to|max(?:imum)?|<=?)';
const MOVE =
  '(?:is|are|goes|going|gets|getting|comes|climbs|jumps|rises|rising|grows|growing|increases|crosses|passes|hits|reaches|does|up|by|of|at|with|a)';
/** Bounded: "a a a …" would be read again from each of its words. */
const MOVES = `(?:${MOVE} ){0,4}`;

const GROWTH = new RegExp(
  `(?<!\\S)${MOVES}(?:growth )?${MOVES}(?:${OVER} ?)?\\+?(\\d{1,4})(?: ?%| per ?cent)(?: growth)?(?: or more)?(?!\\S)`,
  'i',
);
const VOLUME = new RegExp(`(?<!\\S)${UNDER} ?(\\d{1,6}) (?:mentions|posts|reports)(?!\\S)`, 'i');
const SCORE = new RegExp(
  `(?<!\\S)(?:(?:with|that have|whose) )?(?:(?:an?|the|its|pain) ){0,4}scor(?:e|es|ed|ing)(?: of)?(?: ${MOVE}){0,4} ?${OVER} ?(\\d{1,3})(?: or more)?(?!\\S)`,
  'i',
);
const SCORE_BEHIND =
  /(?<!\S)(?:with )?(?:an? )?scor(?:e|es|ed|ing)(?: of)? (\d{1,3}) ?(?:\+|(?:and|or) (?:above|more|higher|over|up|better))(?!\S)/i;
/** "80+", "from 60 points upwards", "50 and up" */
const SCORE_FROM =
  /(?<!\S)(?:(?:only|from|at least|above|over) ){0,2}(\d{2,3})(?:\+? ?(?:points?|pts)(?: (?:upwards?|and up|and above|or more|or higher|and over))?| (?:upwards|and up|and above|and over|and higher|or higher|or above|floor)|\+ (?:club|score|scores|scoring|ones|only))(?![^\s,.;])|^(?:\S+ ){1,2}(\d{2})\+$/i;
/** "Nothing scoring under 60", "spare me anything below 70" */
const SCORE_NOT_UNDER =
  /(?<!\S)(?:nothing|none|no one|spare me anything|(?:skip|drop|ignore|hide|exclude|without|leave out|chuck out|throw out|cut) (?:anything|everything|all))(?: that)?(?: (?:scor(?:e|es|ed|ing)|rated|is|are))? ?(?:under|below|less than|lower than|<) ?(\d{2})(?: points?)?(?!\S)/i;
const SCORE_REACHED = new RegExp(`(?<!\\S)${REACH} (?:an? )?score of (?:${OVER} )?(\\d{1,3})(?!\\S)`, 'i');
/** A number without a unit is a score. */
const BARE = new RegExp(`(?<!\\S)(?:${MOVES}${OVER}|${REACH}) ?(\\d{2})(?: points)?$`, 'i');

/** Takes the limits out of a text. */
export function takeThresholds(text: string): { rest: string; thresholds: Thresholds } {
  const thresholds: Thresholds = {};
  let rest = text.replace(/[\s?!.…]+$/, '');
  const take = (pattern: RegExp): number | null => {
    const found = pattern.exec(rest);
    // "Hangs at 99%" sets no limit.
    if (found === null || /^\d+ ?(?:%|per ?cent)$/.test(found[0])) return null;
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`.replace(/ +/g, ' ').trim();
    return Number(found[1] ?? found[2]);
  };
  const percent = take(GROWTH);
  if (percent !== null && percent / 100 <= MAX_GROWTH) thresholds.minGrowth = percent / 100;
  const volume = take(VOLUME);
  if (volume !== null && volume <= MAX_VOLUME) thresholds.maxVolume = volume;
  const score =
    take(SCORE_NOT_UNDER) ?? take(SCORE_BEHIND) ?? take(SCORE_REACHED) ?? take(SCORE) ?? take(SCORE_FROM) ?? take(BARE);
  if (score !== null && score <= 100) thresholds.minScore = score;
  return Object.keys(thresholds).length === 0 ? { rest: text, thresholds } : { rest, thresholds };
}
