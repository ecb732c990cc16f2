import { NotFoundError } from '@pain-signals/client';
import type { Watch } from '@pain-signals/domain';
import type { Deps } from '../ports.ts';
import { optional } from '../reply/service-responses.ts';

type LookDeps = Pick<Deps, 'client' | 'logger' | 'timeouts'>;

/** Nearly all that is watched stands in one page; the few others cost a call each. */
const PAGE = { sortBy: 'score', direction: 'desc', size: 100 } as const;
const MAX_LOOKUPS = 5;

/** Watches as they will be when the clock has looked: those of a signal that is gone do not seem to be alive until then. */
export async function markRemovedSignals(deps: LookDeps, watches: readonly Watch[]): Promise<readonly Watch[]> {
  const watched = new Set(watches.flatMap(({ subject, paused }) => (paused ? [] : signalIdsOf(subject))));
  if (watched.size === 0) return watches;
  const gone = await optional(deps, findRemoved(deps, watched));
  if (gone === null) return watches;
  const isGone = ({ subject, paused }: Watch) => !paused && signalIdsOf(subject).some((id) => gone.has(id));
  return watches.map((watch) => (isGone(watch) ? { ...watch, paused: 'no-signal' } : watch));
}

const signalIdsOf = (subject: Watch['subject']): string[] => (subject.of === 'signal' ? [subject.id] : []);

/** A list can be short of some that are there, so it is asked for each that is not in it. */
async function findRemoved({ client }: LookDeps, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const { data } = await client.signals(PAGE);
  const missing = ids.difference(new Set(data.items.map(({ id }) => id)));
  const gone = new Set<string>();
  await Promise.all(
    [...missing].slice(0, MAX_LOOKUPS).map(async (id) => {
      try {
        await client.signal(id);
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        gone.add(id);
      }
    }),
  );
  return gone;
}
