/** How far the figures on a card can be trusted. */
export interface Freshness {
  /** When scores were last computed; null if never, undefined if unknown. */
  snapshotAt: string | null | undefined;
  /** No signal is active. */
  isEmpty?: boolean;
  isSample: boolean;
  /** Sample data and real posts together. */
  isMixed?: boolean;
  /** When a stale answer was fetched, epoch ms; null for a fresh one. */
  staleSince: number | null;
  /** It is stale because fair use leaves no list. */
  isLimited?: boolean;
  /** Unreadable rows that were left out. */
  dropped: number;
}
