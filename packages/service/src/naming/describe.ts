import { classifyMacroArea } from '../classify/macro-area.ts';
import { classifyPainType } from '../classify/pain-type.ts';
import type { SignalDescription, SignalDocument } from '../model/signal.ts';
import type { Background } from '../text/term-vector.ts';
import { summarise, type Tally, tallyOf } from './summary/summary.ts';
import { readDocuments } from './topic/read-documents.ts';
import { chooseTopic } from './topic/topic.ts';
import { createSubject } from './topic/topic-subject.ts';

export interface Described {
  description: SignalDescription;
  /** Whether the topic says truthfully what these documents, and no others, are about. */
  clear: boolean;
}

export interface Describer {
  /**
   * Says in words what the documents of one signal share. `taken` holds the topics of the other public signals; the topic
   * differs from all of them. `tally` holds the signal's own counts where `documents` are only a part of it. Equal input gives
   * an equal description. At least one document is needed.
   */
  describe(documents: readonly SignalDocument[], taken: ReadonlySet<string>, tally?: Tally): Described;
}

/** `background`: how common each term is over all posts, so that labels use what sets a signal apart. */
export function createDescriber(background: Background): Describer {
  return {
    describe(documents, taken, tally = tallyOf(documents)) {
      const read = readDocuments(documents);
      const subject = createSubject(read, background);
      const { topic, clear } = chooseTopic(read, subject, background, taken);
      const area = classifyMacroArea(read);
      const description = {
        topic,
        summary: summarise(read, topic, subject, background, tally),
        painType: classifyPainType(read),
        macroArea: area?.area ?? null,
        macroAreaConfidence: area?.confidence ?? null,
      };
      return { description, clear };
    },
  };
}
