/** An excerpt of a post and its source. */
export interface CitedEvidence {
  provider: string | null;
  title: string | null;
  /** Null when only the title is known. */
  excerpt: string | null;
  author: string | null;
  url: string | null;
  licence: string | null;
  /** When it was written; null if unknown. */
  postedAt: string | null;
  /** When it was found. */
  foundAt: string | null;
}
