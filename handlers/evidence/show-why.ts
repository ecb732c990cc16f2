import { DAY_MS, fingerprintOf, reasonsIn, WEEK_DAYS, type WhyQuery } from '@pain-signals/domain';
import { whyCard } from '#blocks/evidence/why-card.ts';
import type { Deps } from '../ports.ts';
import type { CardRenderer } from '../reply/card-renderer.ts';
import { freshnessOf, optional } from '../reply/service-responses.ts';
import { isSignificantRise } from '../signals/signal-lists.ts';

/** Enough to find posts of different people. */
const POSTS_READ = 20;
/** Long enough to say how long a signal was silent. */
const TIMELINE_DAYS = 90;

/** Why a signal rises or falls: what changed, and what this week's posts say about it. */
export async function showWhy(deps: Deps, query: WhyQuery): Promise<CardRenderer> {
  const { client, hiddenEvidence, linkTo, now } = deps;
  const { id } = query;
  const [detail, timeline, posts, hidden, pipeline] = await client.together(3, (calls) =>
    Promise.all([
      calls.signal(id),
      optional(deps, calls.timeline(id, { days: TIMELINE_DAYS })),
      optional(deps, calls.evidenceExcerpts(id, { mode: 'full', size: POSTS_READ })),
      hiddenEvidence.ids(),
      optional(deps, client.pipeline()),
    ]),
  );
  const { topic, summary } = detail.data;
  const isSignificant = await isSignificantRise(deps, detail.data);
  const shown = (posts?.data.items ?? []).filter((post) => !hidden.has(fingerprintOf(post)));
  const quotable = shown.map((post) => ({ ...post, title: post.postTitle, foundAt: post.createdAt }));
  const since = now() - WEEK_DAYS * DAY_MS;
  const recent = quotable.filter(({ postedAt }) => postedAt !== null && Date.parse(postedAt) >= since);
  const about = `${topic} ${summary}`;
  const fresh = reasonsIn(recent, about);
  const all = reasonsIn(quotable, about);
  const areRecent = fresh.length > 0;
  // An older post explains no change of this week, but a cause it names is worth a look where this week's name none.
  const isCauseMissing = areRecent && !fresh.some((reason) => reason.namesCause);
  const earlierCause = isCauseMissing ? (all.find((reason) => reason.namesCause) ?? null) : null;
  const facts = {
    query,
    detail: detail.data,
    timeline: timeline?.data ?? null,
    reasons: areRecent ? fresh : all,
    areRecent,
    earlierCause,
    isSignificant,
  };
  const freshness = freshnessOf(pipeline, [detail, timeline, posts]);
  return (audience) => whyCard(facts, { freshness, linkTo, audience });
}
