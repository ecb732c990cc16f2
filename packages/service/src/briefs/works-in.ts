import type { SignalDocument } from '../model/signal.ts';
import { type Named, namesIn } from '../text/user-environments.ts';
import { authorOf } from './sentences.ts';

/** Characters of a post that are read. */
const READ = 3_000;
const MOST_NAMED = 3;
const LEAST_AUTHORS = 2;

/** "Firefox works", "works fine in Edge", "not reproducible on Chrome and Firefox", "no problem with Chromium". */
const WORKS =
  /\b(?:works|worked|work (?:fine|well|correctly)|(?:is|are|was) (?:working|fine|ok)|no (?:such )?(?:problems?|issues?)|n(?:o|['’])t (?:be )?(?:reproduc\w+|happen\w*|occur\w*|affect\w*))\b/i;
const DENIED =
  /\b(?:(?:not|never|cannot|longer|stops|stopped|only|nor)|\w+n['’]?t)\s+(?:\w+\s+){0,2}?(?:work|fine|ok)\w*|\bwork-?\s?around|\bwork(?:s|ed)? (?:around|only)|\bshould\b|\?/i;
/** A longer sentence tells how something works. */
const LONGEST = 110;

/** Platforms and programs in which posts say that it does not happen, each with its posts. */
export function worksIn(documents: readonly SignalDocument[], topic: string): Named[] {
  const known = topic.toLowerCase();
  const uses = new Map<string, { posts: number; authors: Set<string> }>();
  for (const document of documents) {
    const sentences = `${document.title ?? ''}\n${document.text}`.slice(0, READ).split(/\n|(?<=[.!?;])\s/);
    const saying = sentences.filter(
      (sentence) => sentence.length <= LONGEST && WORKS.test(sentence) && !DENIED.test(sentence),
    );
    for (const name of new Set(saying.flatMap(namesIn))) {
      if (known.includes(name.toLowerCase())) continue;
      const use = uses.get(name) ?? { posts: 0, authors: new Set<string>() };
      use.posts += 1;
      use.authors.add(authorOf(document));
      uses.set(name, use);
    }
  }
  return [...uses]
    .filter(([, { authors }]) => authors.size >= LEAST_AUTHORS)
    .map(([name, { posts }]) => ({ name, posts }))
    .sort((one, other) => other.posts - one.posts || (one.name < other.name ? -1 : 1))
    .slice(0, MOST_NAMED);
}
