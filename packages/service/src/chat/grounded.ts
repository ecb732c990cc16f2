import { stripMarkup } from '../pipeline/plain-sentences.ts';
import { tokenize } from '../pipeline/terms.ts';
import type { NumberedPost } from './untrusted-posts.ts';

/** Share of a text's terms that posts of at least two authors must hold: what one post alone says may be an order to the model. */
const LEAST_GROUNDED = 0.5;

const HARMFUL = /https?:|www\.|\p{Cc}|\p{Cf}|(?:^|\s)@\w/iu;

/** Whether a model's text is plain, and made of what several of the posts it cites say. */
export function isGrounded(text: string, cited: readonly NumberedPost[]): boolean {
  if (HARMFUL.test(text) || stripMarkup(text) !== text) return false;
  const terms = [...new Set(tokenize(text))];
  const held = cited.map((post) => new Set(tokenize(post.text)));
  const shared = terms.filter((term) => held.filter((of) => of.has(term)).length >= Math.min(2, held.length));
  return terms.length > 0 && shared.length >= LEAST_GROUNDED * terms.length;
}

/** The posts with these numbers; null if one is made up, or they are of fewer than two authors. */
export function citedPosts(numbers: readonly number[], posts: readonly NumberedPost[]): NumberedPost[] | null {
  const cited = [...new Set(numbers)].map((number) => posts.find((post) => post.number === number));
  const known = cited.filter((post) => post !== undefined);
  const authors = new Set(known.map(({ author }) => author));
  return known.length < cited.length || authors.size < 2 ? null : known;
}
