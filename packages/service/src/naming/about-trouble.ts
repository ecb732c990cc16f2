import { classifyMacroArea } from '../classify/macro-area.ts';
import { MILDEST, severityOf } from '../scoring/severity.ts';
import { saysNeed, saysTrouble } from './judge.ts';
import type { NamingPost } from './read-posts.ts';
import { createReader, type Reader } from './reader.ts';
import { KINDS_OF_POST } from './word-lists.ts';
import type { Word } from './words.ts';

/** Signs that a post must show on average for its signal to be shown. */
const LEAST_SIGNS = 1.3;
/** And for the signal as a whole, where most posts are from elsewhere: of three posts in a chat one shows signs by chance. */
const OUTSIDE_TRACKERS = 0.7;
/** What a post in a repository's tracker counts by itself: people file little else there. */
const IN_TRACKER = 0.7;

/** Code in a title: `quoted`, a call, a path of names, an error number. */
const CODE = /`[^`]+`|\w\(\)|\w::\w|\b0x[\da-f]{4,}|[a-z]\.[A-Z]\w|\b[A-Z]\w+(?:Error|Exception)\b/;

/** Whether a post with more letters of other scripts is about trouble cannot be told by our words. */
const MOST_OF_OTHER_SCRIPTS = 0.25;
const LETTER = /\p{L}/gu;
const OTHER_SCRIPT = /[\p{L}--\p{sc=Latin}]/gv;

/** Characters and sentences read of a post. */
const READ = 1_500;
const SENTENCES_READ = 3;

const keysOf = (words: readonly Word[]) => words.flatMap(({ keys }) => keys);

/** "Bug report" says that there is a trouble, not which. */
const tellsTrouble = (words: readonly Word[]) =>
  saysTrouble(keysOf(words.filter(({ core }) => !KINDS_OF_POST.has(core))));

/** How many signs a post shows that it is about a trouble or a need of software: words in title and opening, severity, an area. */
function signsOf({ title, text, repository }: NamingPost, reader: Reader): number {
  const words = reader.words(title ?? '');
  const read = text.slice(0, READ);
  const inTitle = tellsTrouble(words);
  const signs = [
    inTitle,
    CODE.test(title ?? ''),
    // "Add a dark theme" is a request; a need in the middle of a title is not.
    saysNeed(keysOf(words.slice(0, 1))),
    inTitle || reader.sentences(read, SENTENCES_READ).some((sentence) => tellsTrouble(reader.words(sentence))),
    severityOf(title, read) > MILDEST,
    classifyMacroArea([{ title, text: read }]) !== null,
  ];
  return signs.filter(Boolean).length + (repository === null ? 0 : IN_TRACKER);
}

function isReadable({ title, text }: NamingPost): boolean {
  const written = title ?? text.slice(0, READ);
  const count = (letters: RegExp) => written.match(letters)?.length ?? 0;
  return count(OTHER_SCRIPT) <= MOST_OF_OTHER_SCRIPTS * count(LETTER);
}

/** Whether the posts are about something that goes wrong or is wanted in software, not gifts, chess or test posts. */
export function isAboutTrouble(posts: readonly NamingPost[], reader = createReader()): boolean {
  const readable = posts.filter(isReadable);
  const inTracker = posts.filter(({ repository }) => repository !== null).length * 2 > posts.length;
  if (readable.length * 2 < posts.length) return inTracker;
  const enough = LEAST_SIGNS * readable.length + (inTracker ? 0 : OUTSIDE_TRACKERS);
  let signs = 0;
  for (const post of readable) {
    // Most signals show twice what they need, so half of their posts are read.
    if (signs >= enough) break;
    signs += signsOf(post, reader);
  }
  return signs >= enough;
}
