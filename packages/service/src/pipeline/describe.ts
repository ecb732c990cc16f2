import type { SignalDescription, SignalDocument } from '../model/signal.ts';
import { classifyMacroArea } from './macro-area.ts';
import { classifyPainType } from './pain-type.ts';
import { readDocuments } from './read-documents.ts';
import { summarise, type Tally, tallyOf } from './summary.ts';
import type { Background } from './term-vector.ts';
import { chooseTopic } from './topic.ts';
import { createSubject } from './topic-subject.ts';

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
