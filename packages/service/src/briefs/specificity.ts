import { gives } from './cues.ts';

/** "180 GB", "500,000K", "90%", "40 seconds", "1,200 customers", "fourteen services"; no version. */
const FIGURE =
  /(?<![\w.,-])(?:\d[\d,]*(?:\.\d+)?\s?(?:%|percent\b|[kKMGT]i?B?\b|ms\b|s\b|[\p{Ll}-]+ ?\p{Ll}+s\b)|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|twenty|thirty|forty|fifty|hundreds?|thousands?|dozens?|millions?)(?: of)?(?: \p{Ll}+)? \p{Ll}+s\b|\ball night\b|\bhalf (?:a|an|of) \p{Ll}+)/u;
/** "NullPointerException", "P2002", "ENOENT", "0x80070005", "HTTP 502", "error 1603" */
const ERROR =
  /\b(?:[A-Z]\w+(?:Exception|Error)|E(?:NO|ACC|PERM|CONN|TIMED|ADDR|BUSY|EXIST|PIPE|MFILE)[A-Z]*|[A-Z]{1,3}\d{4}|0x[\da-fA-F]{4,}|(?:HTTP|status|code|error)(?: code)?:? \d{3,5}|[45]\d\d (?:errors?|status|responses?))\b/;
/** "Takes 10 GB of RAM" says what is wrong. */
const LOAD = /\b(?:RAM|memory|CPU|disk|swap)\b/i;
const ONLY =
  /\b(?:whenever|every time|each time|as soon as|(?:only|except|unless|even) (?:if|when|on|in|with|without|after|for|though))\b/i;
const CONDITION = /\b(?:when|after|while|during|since|unless|without|if|until|because)\b/i;
const COSTS = ['dataLost', 'outage', 'blocked', 'unusable', 'customers', 'money', 'timeLost', 'crashes'] as const;

const WORTH = { figure: 3, plainFigure: 2, error: 2, cost: 2, only: 2, condition: 1.5, trouble: 1.5 } as const;
/** From which a sentence tells what others don't: a figure, or an error, a cost or the only case of a trouble. */
export const LEAST_SPECIFIC = 3;

/** How much a sentence tells that can be checked: figures, errors, costs, when it happens; 0 for a guess. */
export function specificityOf(text: string, saysTrouble: boolean): number {
  if (gives('hedge', text) || text.includes('?')) return 0;
  const isCost = COSTS.some((cost) => gives(cost, text));
  const isBad = saysTrouble || isCost || ERROR.test(text) || LOAD.test(text);
  return (
    (FIGURE.test(text) ? (isBad ? WORTH.figure : WORTH.plainFigure) : 0) +
    (ERROR.test(text) ? WORTH.error : 0) +
    (isCost ? WORTH.cost : 0) +
    (ONLY.test(text) ? WORTH.only : CONDITION.test(text) ? WORTH.condition : 0) +
    (saysTrouble ? WORTH.trouble : 0)
  );
}
