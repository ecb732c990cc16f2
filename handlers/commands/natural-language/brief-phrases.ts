import { AskQuery, type Query, queryForSignals } from '@pain-signals/domain';
import { parseAreaName } from '../option-values.ts';
import { parseSignalReference } from '../signal-names.ts';

/** "What could we build?" asks for briefs, "… for databases?" for an area's briefs or its signals. */

const WHO = '(?:we|i|you|one|somebody|someone|people|our team|a team|(?:a|our) (?:startup|company|founder))';
const DO =
  '(?:build|make|create|develop|solve|fix|tackle|improve|address|ship|launch|offer|work on|invest in|bet on)(?: next| first)?';
const WISH = [
  `what (?:should|could|can|might|would|shall|do|ought) ${WHO} (?:to )?${DO}`,
  `where (?:is|are) (?:the|an|any) (?:opportunity|opportunities|gaps?)`,
  `(?:(?:all|the|any|your|some|product|business) )*opportunities`,
].join('|');

const ANYWHERE = new RegExp(`^(?:${WISH})$`, 'i');
const SOMEWHERE = new RegExp(
  `^(?:${WISH}) (?:for|in|into|on|about|around|with|within|regarding|to help with) (.+)$`,
  'i',
);
/** "Database opportunities". */
const BEFORE = /^(.+?) (?:(?:opportunity )?briefs|opportunities|ideas)$/i;
const NAMES_A_SIGNAL = /^(?:(?:all|the|any|your|some) )*(?:opportunity )?briefs? /i;
/** More than a topic: the whole question is searched for instead. */
const SENTENCE = /\b(?:my|when|because|but|if|that|which|so|to)\b|\d/i;
const MOST_WORDS = 5;

/** Null for text that doesn't ask what to build. */
export function parseBriefPhrase(text: string): Query | null {
  if (ANYWHERE.test(text)) return { show: 'briefs', page: 0 };
  const where = SOMEWHERE.exec(text)?.[1];
  const signal = parseSignalReference(where ?? '');
  if (signal !== null) return queryForSignals('brief', [signal]);
  const area = parseAreaName(withoutPeople(where ?? BEFORE.exec(text)?.[1] ?? ''));
  if (area !== null) return { show: 'briefs', area, page: 0 };
  if (where === undefined || NAMES_A_SIGNAL.test(text) || SENTENCE.test(where)) return null;
  return where.split(' ').length > MOST_WORDS ? null : askAbout(withoutPeople(where));
}

/** Reduces "people who use databases" and "database users" to the topic. */
const withoutPeople = (where: string): string =>
  where
    .replace(
      /^(?:the |all )?(?:people|developers?|devs|teams?|users|folks|those)(?: (?:who|that) (?:use|run|have|work (?:on|with|in))| (?:of|with|in|using|doing|working (?:on|with|in)))? /i,
      '',
    )
    .replace(/ (?:people|developers?|devs|users|teams?|engineers?)$/i, '')
    .replace(/ in general$/i, '')
    .replace(/^the /i, '');

/** A semantic search for the topic alone. */
function askAbout(topic: string): Query | null {
  const parsed = AskQuery.safeParse({ show: 'ask', question: topic });
  return parsed.success ? parsed.data : null;
}
