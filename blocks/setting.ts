import type { Freshness } from './freshness.ts';

/** Who will see a card, and what surrounds its data. */
export interface CardContext {
  freshness: Freshness;
  /** The address of a signal's page, null when there is none to link to. */
  linkTo: (signalId: string) => string | null;
  /** Only the person who asked, or everybody in a channel; then nothing on it changes it for the others. */
  audience: /** `isShared`: one press more cannot share it here: it was, or this is no channel. */
    | { kind: 'person'; isShared?: boolean }
    /** `isAsked`: it answers this person where all can read it, instead of being shared by them. `isAlone`: nobody else is there. */
    | { kind: 'channel'; sharedBy: string; isAsked?: boolean; isAlone?: boolean };
}
