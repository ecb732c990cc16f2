import type { WithheldReason } from '../model/signal.ts';
import { countFigures } from '../scoring/figures.ts';
import { lackOf } from '../scoring/signal-state.ts';
import type { PostIdentity, PostPlace, Store } from '../store/index.ts';
import { createBackgroundLoader } from './pipeline/pipeline-run.ts';
import { isExcluded } from './pipeline/prepare-post.ts';
import { DOCUMENTS_READ } from './refresh/evaluate-signals.ts';
import { lackOfSubject } from './refresh/subject-gate.ts';

type PlacedIn = Omit<NonNullable<PostPlace['signal']>, 'hidden' | 'state'>;

/** Why a post counts in a public signal, or doesn't. The first reason that holds. */
export type PostExplanation =
  | { is: 'forgotten' | 'unknown' | 'hidden' | 'excluded' | 'unplaced' }
  | { is: 'future'; countedAt: number }
  | { is: 'duplicate'; of: PostIdentity; signal: PlacedIn | null }
  | { is: 'counted' | 'in-hidden-signal'; signal: PlacedIn }
  /** `lacks`: null if the next refresh makes it public. */
  | { is: 'withheld'; signal: PlacedIn; posts: number; authors: number; lacks: WithheldReason | null };

/** Judges the post's group as it is now, by the rules of a refresh at `at`. Changes nothing. */
export async function explainPost(store: Store, identity: PostIdentity, at: number): Promise<PostExplanation> {
  const place = await store.placeOf(identity);
  if (place === null) {
    const forgotten = await store.tombstones.forgotten([{ ...identity, authors: [], repositories: [] }]);
    return { is: forgotten.size > 0 ? 'forgotten' : 'unknown' };
  }
  const { hidden, waitsUntil, original, signal } = place;
  if (hidden) return { is: 'hidden' };
  if (waitsUntil !== null) return { is: 'future', countedAt: waitsUntil };
  if (original !== null) return { is: 'duplicate', of: original, signal };
  if (signal === null) return { is: isExcluded(place) ? 'excluded' : 'unplaced' };
  if (signal.hidden) return { is: 'in-hidden-signal', signal };
  if (signal.state !== 'candidate') return { is: 'counted', signal };
  const figures = countFigures(signal.id, await store.mentions.ofSignal(signal.id), at);
  if (figures === null) return { is: 'withheld', signal, posts: 0, authors: 0, lacks: 'documents' };
  const { volume, authors } = figures;
  const documents = await store.documents.ofSignal(signal.id, at, DOCUMENTS_READ);
  const lacks = lackOf(figures) ?? lackOfSubject({ documents, volume }, await createBackgroundLoader(store)());
  return { is: 'withheld', signal, posts: volume, authors, lacks };
}
