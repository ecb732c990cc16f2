import type { SignalDocument } from '../model/signal.ts';
import { cleanTitle } from '../naming/clean-title.ts';
import type { Reader } from '../naming/index.ts';
import { saysNeed, saysTrouble } from '../naming/judge.ts';
import { gives } from './cues.ts';

/** A project's own tests by their class names. */
const TEST_CLASS = /\b(?:I?Test[A-Z]\w+|[A-Z]\w+Test)\b/;

/** Upgrades for these reasons are what users wait for. */
const SECURITY = /\bCVE|vulnerab|security/i;

/** A project's note to itself, not what somebody suffers from: an upgrade, a refactoring, a test of its own that fails. */
export function isChore({ title }: SignalDocument, reader: Reader): boolean {
  if (title === null || SECURITY.test(title)) return false;
  if (TEST_CLASS.test(title) || gives('ownSources', title)) return true;
  const { text } = cleanTitle(title, () => true);
  return gives('chore', text) && !reader.words(text).some(({ keys }) => saysTrouble(keys) && !saysNeed(keys));
}
