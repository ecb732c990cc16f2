import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { samplePosts } from '../packages/service/src/sources/sample/stream.ts';

const DAY_MS = 86_400_000;
export const LAST_DAY = Date.parse('2026-06-30');
const POSTS_A_DAY = 20;
const DAYS_AT_A_TIME = 10;

/**
 * Writes posts of the sample stream in the import format, oldest first. A million of them would begin in another century, so
 * time can be made to run `speed` times as fast.
 */
export async function writeSampleFile(path: string, posts: number, speed = 1): Promise<void> {
  const day = (back: number) => new Date(LAST_DAY - back * DAY_MS).toISOString().slice(0, 10);
  const hurried = (at: string) => new Date(LAST_DAY - (LAST_DAY - Date.parse(at)) / speed).toISOString();
  const out = createWriteStream(path);
  let written = 0;
  for (let back = Math.ceil(posts / POSTS_A_DAY); back >= 0 && written < posts; back -= DAYS_AT_A_TIME) {
    for (const post of samplePosts(day(back), day(Math.max(0, back - DAYS_AT_A_TIME + 1)))) {
      if (written++ >= posts) break;
      const line = `${JSON.stringify({ ...post, createdAt: hurried(post.createdAt) })}\n`;
      if (!out.write(line)) await once(out, 'drain');
    }
  }
  out.end();
  await once(out, 'close');
}
