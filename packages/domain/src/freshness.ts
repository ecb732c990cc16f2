/** How far the figures of a card can be trusted, in the words of one small line. */
export interface Freshness {
  /** When scores were last computed; null before the first time, undefined when the service did not say. */
  snapshotAt: string | null | undefined;
  /** No signal is active: there is nothing that could rise. */
  isEmpty?: boolean;
  /** The signals are invented, for trying the app out. */
  isSample: boolean;
  /** And others are not. */
  isMixed?: boolean;
  /** When the answer was fetched, if it stands in for one that the service could not give; epoch ms. */
  staleSince: number | null;
  /** Rows that could not be read and are left out. */
  dropped: number;
}
