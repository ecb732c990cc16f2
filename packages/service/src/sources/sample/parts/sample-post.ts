/** A post in the import format, as every source gives it. */
export interface SamplePost {
  provider: string;
  externalId: string;
  title: string | null;
  body: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  url: string;
  author: string;
  /** 'owner/repo', on code hosts alone, as is the owner. */
  repository?: string;
  owner?: string;
  licence: string;
  reactions: number;
}

/** What is written before it is known when: everything but identity and time. */
export type Draft = Omit<SamplePost, 'externalId' | 'createdAt' | 'url'>;

/** A post with the truth about it, which the product never sees: the pain it tells, or null for noise. */
export interface LabelledPost {
  post: SamplePost;
  painId: string | null;
}
