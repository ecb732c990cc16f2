// After https://hn.algolia.com/api and https://github.com/HackerNews/API

import { iso } from '../support/stand-in.ts';

export const storyHit = ({ id, createdAt }: { id: number; createdAt: number }) => ({
  created_at: iso(createdAt),
  title: 'Ask HN: How do you keep your builds fast?' as string | null,
  url: undefined as string | undefined,
  author: 'pg',
  points: 57 as number | null,
  story_text: '<p>Ours take an hour.' as string | undefined,
  num_comments: 31,
  created_at_i: createdAt / 1_000,
  updated_at: iso(createdAt),
  children: [id + 1],
  _tags: ['story', 'author_pg', `story_${id}`, 'ask_hn'],
  objectID: String(id),
  story_id: id,
  _highlightResult: { title: { value: 'Ask HN: ...', matchLevel: 'none', matchedWords: [] } },
});

export const commentHit = ({ id, createdAt }: { id: number; createdAt: number }) => ({
  created_at: iso(createdAt),
  author: 'ada',
  comment_text: 'I&#x27;ve given up on the cache.<p>It is wrong half of the time.',
  created_at_i: createdAt / 1_000,
  updated_at: iso(createdAt),
  objectID: String(id),
  parent_id: 1,
  points: null,
  story_id: 1,
  story_title: 'Ask HN: How do you keep your builds fast?',
  story_url: null,
  _tags: ['comment', 'author_ada', 'story_1'],
  _highlightResult: {},
});

export const searchAnswer = (hits: readonly unknown[], nbHits = hits.length) => ({
  hits,
  nbHits,
  page: 0,
  nbPages: 1,
  hitsPerPage: 1_000,
  exhaustive: { nbHits: true, typo: true },
  exhaustiveNbHits: true,
  exhaustiveTypo: true,
  params: 'advancedSyntax=true&analyticsTags=backend',
  processingTimeMS: 5,
  processingTimingsMS: { _request: { roundTrip: 12 }, total: 5 },
  query: '',
  serverTimeMS: 6,
});

export const firebaseItem = (id: number, more: Record<string, unknown> = {}) => ({
  by: 'ada',
  id,
  kids: [],
  parent: 1,
  text: 'I&#x27;ve given up on the cache.',
  time: 1_314_211_127,
  type: 'comment',
  ...more,
});
