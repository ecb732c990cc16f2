import { createHash } from 'node:crypto';
import type { IncomingPost, PreparedPost } from '../model/post.ts';
import { chunkText } from './chunk.ts';
import { normaliseBody, normaliseTitle } from './normalise.ts';
import { severityOf } from './severity.ts';
import { countTerms } from './terms.ts';

const TITLE_READ = 300;

const BOT_AUTHOR =
  /\[bot\]$|^(?:dependabot|renovate|greenkeeper|snyk|stale|codecov|semantic-release|github-actions|mergify|allcontributors)(?:-?bot)?$|-bot$/i;

/** The whole title, or "1.4 is out and nothing works" would be taken for one. */
const RELEASE_NOTES =
  /^(?:(?:release(?: notes)?|changelog)(?: for)?:? ?(?:\S{1,40} )?v?\d+\.\d+\S{0,20}|(?:\S{1,40} )?v?\d+\.\d+\S{0,20} (?:has been |is )?(?:released?|out|available|changelog|release notes)[.!]?|(?:chore|build|fix)\(deps(?:-dev)?\): bump .*|bump \S+ from \S+ to \S+)$/i;

/** Adverts and shows of one's own work, as they are called where they are many. */
const ANNOUNCEMENT =
  /^(?:[uü]ber[- ]?jira|umbrella(?: (?:jira|issue|ticket))?\s*[:–—-]|\[(?:hiring|for hire|ann(?:ouncement)?)\]|(?:ask hn: )?who(?:'s| is) hiring|we(?:'re| are) hiring|(?:show|launch) hn\b|call for papers|newsletter #?\d)/i;

/** Written by a machine or announcing something: no complaint. Stored, but joins no signal. */
export function isExcluded(post: Pick<IncomingPost, 'author' | 'title'>): boolean {
  const title = (post.title ?? '').slice(0, TITLE_READ).trim();
  return BOT_AUTHOR.test(post.author ?? '') || RELEASE_NOTES.test(title) || ANNOUNCEMENT.test(title);
}

function hashOf(title: string | null, text: string): string {
  const folded = `${title ?? ''}\n${text}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return createHash('sha256').update(folded).digest('hex');
}

/** Plain text without secrets, cut into chunks and counted; the text as it came is not kept. Takes bounded time whatever it is given. */
export function preparePost(post: IncomingPost): PreparedPost {
  return prepareText(normaliseTitle(post.provider, post.title), normaliseBody(post.provider, post.body));
}

/** The same for a text that is plain and without secrets already, as it is stored. */
export function prepareText(title: string | null, text: string): PreparedPost {
  return {
    title,
    text,
    chunks: chunkText(title, text),
    terms: countTerms(title, text),
    contentHash: hashOf(title, text),
    severity: severityOf(title, text),
  };
}
