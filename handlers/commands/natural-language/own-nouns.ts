import { type Query, WatchQuery } from '@pain-signals/domain';
import type { Sentence } from './describe-sentence.ts';
import type { Meaning, Word } from './vocabulary.ts';

/** Requests about what the app itself has: digest, key, settings, hidden signals and watches. */

/** Null for a sentence about signals. */
export function aboutSettings({ has, area, order, asksWhere }: Sentence): Query | null {
  if (has('digest') || (has('weekly') && has('posted', 'share', 'filler', 'light'))) return { show: 'digest' };
  if (has('key')) return { show: 'dialog', dialog: 'connect' };
  if (has('settings')) return { show: 'dialog', dialog: 'settings' };
  if (has('hidden')) return { show: 'hidden' };
  if (has('system') && (has('status') || ((asksWhere || has('why')) && (order === undefined || order === 'recent'))))
    return { show: 'status' };
  if (has('stop') && has('place') && area === undefined && order === undefined) return { show: 'digest' };
  if (has('watches') && area === undefined && !has('recent')) return { show: 'watches' };
  return has('stop', 'not') && has('watch', 'tell', 'watches') ? { show: 'watches' } : null;
}

const MOST_UNKNOWN = 2;
/** What is done with the app's own nouns. */
const MANAGED: readonly Meaning[] = 'stop not change posted share weekly place when ask how show'.split(
  ' ',
) as Meaning[];
const OUR = /^(?:the|our|my|this|that|your|next|last|no|weekly|a)$/;

/** "Pause the digest over the holidays": about the app's own noun in spite of a word that isn't known, which a topic has none of. */
export function aboutOwnNoun(sentence: Sentence, words: readonly Word[]): Query | null {
  const at = words.findIndex(({ meaning }) => meaning === 'digest');
  const isOurs = OUR.test(words[at - 1]?.text ?? '') || at === words.length - 1;
  const isManaged = sentence.has(...MANAGED) && !sentence.has('mind', 'bug', 'complaint', 'why', 'people');
  const unknown = words.filter(({ meaning }) => meaning === 'other').length;
  return at >= 0 && isOurs && isManaged && unknown <= MOST_UNKNOWN ? { show: 'digest' } : null;
}

/** A watch with the rule that the sentence names. */
export function watch({ has, isForAll, isDoubled, minScore, minGrowth }: Sentence, what: unknown): Query | null {
  const rule =
    minScore !== undefined
      ? { when: 'score', above: minScore }
      : minGrowth !== undefined
        ? { when: 'growth', above: minGrowth }
        : has('recent')
          ? { when: 'new' }
          : has('rise')
            ? { when: 'growth', above: isDoubled ? 1 : 0.5 }
            : undefined;
  return WatchQuery.safeParse({ show: 'watch', what, rule, tell: isForAll ? 'here' : 'me' }).data ?? null;
}
