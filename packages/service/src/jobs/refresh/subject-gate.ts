import { isAboutOneSubject } from '../../clustering/one-subject.ts';
import type { SignalDocument } from '../../model/signal.ts';
import { isAboutTrouble, type Reader } from '../../naming/index.ts';
import type { Background } from '../../text/background.ts';

/** What keeps a signal with enough posts from being public: it is about neither a trouble nor a need, or about several things. */
export function lackOfSubject(
  { documents, volume }: { documents: readonly SignalDocument[]; volume: number },
  background: Background,
  reader?: Reader,
): 'topic' | 'coherence' | null {
  if (!isAboutTrouble(documents, reader)) return 'topic';
  return isAboutOneSubject(documents, volume, background) ? null : 'coherence';
}
