import { classifyMacroArea } from '../classify/macro-area.ts';
import { MILDEST, severityOf } from '../scoring/severity.ts';
import { saysNeed, saysTrouble } from './judge.ts';
import type { NamingPost } from './read-posts.ts';
import { createReader, type Reader } from './reader.ts';
import type { Word } from './words.ts';

/** Signs that a post must show on average for its signal to be shown. */
const LEAST_SIGNS = 1.3;
/** What a post in a repository's tracker counts by itself: people file little else there. */
const IN_TRACKER = 0.7;

/** Characters and sentences read of a post. */
const READ = 1_500;
const SENTENCES_READ = 3;

const keysOf = (words: readonly Word[]) => words.flatMap(({ keys }) => keys);

/** How many signs a post shows that it is about a trouble or a need of software: words in title and opening, severity, an area. */
function signsOf({ title, text, repository }: NamingPost, reader: Reader): number {
  const words = reader.words(title ?? '');
  const read = text.slice(0, READ);
  const inTitle = saysTrouble(keysOf(words));
  const signs = [
    inTitle,
    // "Add a dark theme" is a request; a need in the middle of a title is not.
    saysNeed(keysOf(words.slice(0, 1))),
    inTitle || reader.sentences(read, SENTENCES_READ).some((sentence) => saysTrouble(keysOf(reader.words(sentence)))),
    severityOf(title, read) > MILDEST,
    classifyMacroArea([{ title, text: read }]) !== null,
  ];
  return signs.filter(Boolean).length + (repository === null ? 0 : IN_TRACKER);
}

/** Whether the posts are about something that goes wrong or is wanted in software, not gifts, chess or test posts. */
export function isAboutTrouble(posts: readonly NamingPost[], reader = createReader()): boolean {
  const enough = LEAST_SIGNS * posts.length;
  let signs = 0;
  for (const post of posts) {
    // Most signals show twice what they need, so half of their posts are read.
    if (signs >= enough) break;
    signs += signsOf(post, reader);
  }
  return signs >= enough;
}
