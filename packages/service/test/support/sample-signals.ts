import { preparePost } from '../../src/jobs/pipeline/prepare-post.ts';
import { IncomingPost } from '../../src/model/post.ts';
import type { SignalDocument } from '../../src/model/signal.ts';
import { composePost } from '../../src/sources/sample/compose.ts';
import { PAINS } from '../../src/sources/sample/pains/index.ts';
import type { Pain } from '../../src/sources/sample/parts/pain.ts';
import { documentOf } from './documents.ts';

export interface SampleSignal {
  pain: Pain;
  documents: SignalDocument[];
}

function documentFrom(pain: Pain, ordinal: number): SignalDocument {
  const draft = composePost(pain, ordinal);
  const post = IncomingPost.parse({ ...draft, externalId: `${pain.id}-${ordinal}`, createdAt: '2026-01-01T00:00:00Z' });
  const { title, text, chunks, severity } = preparePost(post);
  return documentOf(ordinal, {
    postId: post.externalId,
    title,
    text,
    chunks: chunks.map((chunk, index) => ({ id: `${post.externalId}-${index}`, text: chunk })),
    provider: post.provider,
    author: post.author,
    repository: post.repository,
    reactions: post.reactions,
    severity,
  });
}

/** Every pain of the sample stream with its first posts: the signals as they would be if the clustering made no mistake. */
export function sampleSignals(postsEach: number): SampleSignal[] {
  return PAINS.map((pain) => ({
    pain,
    documents: Array.from({ length: postsEach }, (_, ordinal) => documentFrom(pain, ordinal)),
  }));
}
