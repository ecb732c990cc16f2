/** What somebody wrote, and all that is known of where it stands. */
export interface CitedEvidence {
  provider: string | null;
  title: string | null;
  /** null when only the title is known. */
  excerpt: string | null;
  author: string | null;
  url: string | null;
  licence: string | null;
  /** When it was written; null where the service does not say. */
  postedAt: string | null;
  /** When it was found. */
  foundAt: string | null;
}
