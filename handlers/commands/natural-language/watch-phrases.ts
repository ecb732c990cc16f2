import type { Query } from '@pain-signals/domain';
import { parseAreaName } from '../option-values.ts';
import { parseCommand } from '../parse-command.ts';
import { parseSignalReference } from '../signal-names.ts';

/** "Tell us when 3 grows over 100%". */
const TELL =
  /^(?:please )?(?:can you |could you )?(?:give (me|us) a (?:heads[- ]?up|shout|ping|nudge)|(?:let|tell|ping|notify|alert|warn|message|remind|dm|text|e-?mail) (me|us|this channel|the channel|(?:the|our) team)(?: know)?)(?: here| in (?:here|this channel))? (?:when(?:ever)?|if|once|as soon as) (.+)$/i;
const KEEP =
  /^(?:please )?(?:can you |could you )?(?:watch|keep an eye on|keep watching|monitor|(?:keep )?track(?: of)?|follow) (.+)$/i;
/** "Watch 4 and tell me when it doubles". */
const KEEP_AND_TELL =
  /^(?:please )?(?:watch|monitor|track|follow) (.+?) and (?:let|tell|ping|notify|alert) (me|us)(?: know)? (?:when(?:ever)?|if|once) (?:it|they) (.+)$/i;
const POSTED =
  /^(?:please )?(?:(?:ping|notify|alert|warn) (me|us)(?: here)? (?:about|of|on)|keep (me|us) (?:posted|updated|informed|in the loop) (?:about|on)|subscribe (me|us) to) (.+)$/i;
const FOR_WHOM = / (?:for (me|us)|here|in this channel)$/i;

const FRACTIONS: Record<string, string> = { half: '50%', third: '33%', quarter: '25%' };

/** Phrases as the rules of `/pain watch`, specific before general. */
const RULES: readonly (readonly [RegExp, (level: string | undefined) => string])[] = [
  [
    /^(.+?)(?:'s)? scor(?:e|es)(?: (?:is|goes|gets|comes|rises))? (?:over|above|more than|higher than) (\S+)$/i,
    (level) => `when score over ${level}`,
  ],
  [
    /^(.+?) (?:grows?|rises?|goes up|increases?) (?:by )?(?:at least |over |more than )?(?:an? )?(half|third|quarter|[\d.,]+ ?%)$/i,
    (level = '') => `when growth over ${FRACTIONS[level.toLowerCase()] ?? level}`,
  ],
  [
    /^the score of (.+?) (?:is|goes|gets|comes|rises|climbs)?(?: up)? ?(?:over|above|more than|higher than|to) (\S+)$/i,
    (level) => `when score over ${level}`,
  ],
  [
    /^(?:people|devs|developers|teams|users|some(?:one|body)|any(?:one|body)) (?:starts? |begins? )?(?:to )?(?:complain|talk|mention|report|writ)(?:e?s|ing)?(?: (?:about|on|of))? (.+)$/i,
    () => 'when new',
  ],
  [
    /^(.+?) (?:passes|reaches|hits|exceeds|gets|goes (?:over|above|past)) (?:over |more than )?\d+ (?:mentions|posts|reports)$/i,
    () => 'when growth over 50%',
  ],
  [
    /^(?:anything|something) new (?:shows? up|appears?|comes? up|pops? up|happens) (?:in|about|around|on|for|with) (.+)$/i,
    () => 'when new',
  ],
  [/^(.+?) doubles(?: again)?$/i, () => 'when growth over 100%'],
  [
    /^(.+?) (?:grows?|rises?|gets worse|is (?:growing|rising|getting worse)|picks up|spikes?|takes off)$/i,
    () => 'when growth over 50%',
  ],
];

/** Null for text that doesn't ask for an alert. */
export function parseWatchPhrase(text: string): Query | null {
  const [, nudged, told, clause] = TELL.exec(text) ?? [];
  const recipient = nudged ?? told;
  const [, kept] = KEEP.exec(text) ?? [];
  const [, watched, teller, then] = KEEP_AND_TELL.exec(text) ?? [];
  if (then !== undefined) return parseAsWatchCommand(withRule(`${watched} ${then}`), isForAll(teller, text));
  const [, me, posted, subscribed, subject] = POSTED.exec(text) ?? [];
  if (subject !== undefined)
    return parseAsWatchCommand(withRule(subject, NEW_ONES) ?? subject, isForAll(me ?? posted ?? subscribed, text));
  if (clause !== undefined) return parseAsWatchCommand(withRule(clause), isForAll(recipient, text));
  if (kept === undefined) return null;
  const [, whom] = FOR_WHOM.exec(kept) ?? [];
  const what = kept.replace(FOR_WHOM, '');
  return what !== kept || isCertain(what) ? parseAsWatchCommand(what, isForAll(whom, kept)) : null;
}

/** "Watch mode does not reload" is a complaint, so words alone don't make a watch. */
const isCertain = (what: string): boolean =>
  parseSignalReference(what) !== null || parseAreaName(what) !== null || / (?:when|if|once) /i.test(what);

const isForAll = (whom: string | undefined, text: string): boolean =>
  /^(?:us|.*(?:channel|team))$/i.test(whom ?? '') || / (?:here|in this channel)\b/i.test(text);

/** "Ping me about new pains in security". */
const NEW_ONES: typeof RULES = [];

function withRule(clause: string, rules = RULES): string | null {
  for (const [says, rule] of rules) {
    const [, what, level] = says.exec(clause) ?? [];
    if (what !== undefined) return `${withoutNoun(what)} ${rule(level)}`;
  }
  return null;
}

const withoutNoun = (what: string): string => what.replace(/^(?:number|signal|pain) (?=\d+$)/i, '');

function parseAsWatchCommand(watch: string | null, isForAll: boolean): Query | null {
  const parsed = watch === null ? null : parseCommand(`watch ${withoutNoun(watch)}${isForAll ? ' here' : ''}`);
  return parsed !== null && 'query' in parsed ? parsed.query : null;
}
