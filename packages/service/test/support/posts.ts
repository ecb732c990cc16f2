import { IncomingPost } from '../../src/model/post.ts';

export const DAY_MS = 86_400_000;

/** The pipeline's now in tests that do not move it. */
export const NOW = Date.parse('2026-03-01T12:00:00Z');

export type PostFields = Partial<Omit<IncomingPost, 'createdAt'>> & {
  /** How long before NOW it was written; negative for the future. */
  daysAgo?: number;
};

/** A short complaint: too short to be taken for a copy of another person's, and all of one topic land in one signal. */
export function aPost({ daysAgo = 1, ...fields }: PostFields & { externalId: string }): IncomingPost {
  return IncomingPost.parse({
    provider: 'github',
    title: 'Docker layer cache invalidated again',
    body: null,
    author: `author-${fields.externalId}`,
    repository: 'acme/widget',
    createdAt: new Date(NOW - daysAgo * DAY_MS).toISOString(),
    ...fields,
  });
}

/** `count` complaints of one topic by different people, one a day, the last one `daysAgo` days ago. */
export function complaints(count: number, { daysAgo = 1, ...fields }: PostFields = {}): IncomingPost[] {
  const topic = fields.title ?? 'docker';
  return Array.from({ length: count }, (_, index) =>
    aPost({ externalId: `${topic} ${index}`, daysAgo: daysAgo + count - 1 - index, ...fields }),
  );
}
