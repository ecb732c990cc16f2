import { BRIEF_FRESH_DAYS, BRIEF_MINIMUM, type BriefAbsence } from '@pain-signals/contract';
import { ServiceError } from '../model/service-error.ts';
import type { SignalRow } from '../store/index.ts';
import type { QueryDeps } from './deps.ts';
import { Brief, type OpportunityItem, OpportunityItems } from './responses.ts';
import { findSignal } from './signals.ts';

const ABSENCE_REASONS: Record<BriefAbsence, string> = {
  TOO_FEW_POSTS: `It needs at least ${BRIEF_MINIMUM.posts} posts by ${BRIEF_MINIMUM.authors} people.`,
  TOO_FEW_ALIKE: 'Its posts word the problem too differently to sum it up.',
  NOT_WRITTEN_YET: 'Briefs are written for active signals.',
  EXPIRED: `The last brief is older than ${BRIEF_FRESH_DAYS} days.`,
};

/** Every refresh writes the briefs of active signals, so one without has posts that differ. */
async function whyAbsent({ store }: QueryDeps, signal: SignalRow): Promise<BriefAbsence> {
  if (await store.briefs.wasWritten(signal.id)) return 'EXPIRED';
  const { volume, authorCount, state } = signal;
  if (volume < BRIEF_MINIMUM.posts || authorCount < BRIEF_MINIMUM.authors) return 'TOO_FEW_POSTS';
  return state === 'active' ? 'TOO_FEW_ALIKE' : 'NOT_WRITTEN_YET';
}

export const briefQueries = (deps: QueryDeps) => ({
  /** The signal's opportunity brief. Throws NOT_FOUND when there is none or it is older than 7 days. */
  async brief(id: string): Promise<Brief> {
    const signal = await findSignal(deps, id);
    const found = await deps.store.briefs.find(signal.id, deps.at());
    if (found !== null) return Brief.parse(found);
    const reason = await whyAbsent(deps, signal);
    throw new ServiceError('NOT_FOUND', `This signal has no opportunity brief. ${ABSENCE_REASONS[reason]}`, { reason });
  },

  /** Section 2.7: every brief of the last 7 days, without its sections. */
  opportunities: async (): Promise<OpportunityItem[]> =>
    OpportunityItems.parse(await deps.store.briefs.list(deps.at())),
});
