import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { samplePosts } from '../../packages/service/src/sources/sample/stream.ts';

const DAY_MS = 86_400_000;
export const LAST_DAY = Date.parse('2026-06-30');
/** The lives of the sample's pains begin in 1970; later every day has some 24 posts. */
const FIRST_FULL_DAY = Date.parse('1980-01-01');
const POSTS_A_DAY = 24;
const DAYS_AT_A_TIME = 10;

/**
 * Writes posts of the sample stream in the import format, oldest first and ending about LAST_DAY. A million of them are more than a
 * century's, so time can be made to run `speed` times as fast.
 */
export async function writeSampleFile(path: string, posts: number, speed = 1): Promise<void> {
  const days = Math.ceil(posts / POSTS_A_DAY);
  const first = Math.max(FIRST_FULL_DAY, LAST_DAY - days * DAY_MS);
  const end = first + days * DAY_MS;
  const day = (at: number) => new Date(first + at * DAY_MS).toISOString().slice(0, 10);
  const hurried = (at: string) => new Date(LAST_DAY - (end - Date.parse(at)) / speed).toISOString();
  const out = createWriteStream(path);
  let written = 0;
  for (let at = 0; written < posts; at += DAYS_AT_A_TIME) {
    for (const post of samplePosts(day(at), day(at + DAYS_AT_A_TIME - 1))) {
      if (written++ >= posts) break;
      const line = `${JSON.stringify({ ...post, createdAt: hurried(post.createdAt) })}\n`;
      if (!out.write(line)) await once(out, 'drain');
    }
  }
  out.end();
  await once(out, 'close');
}
