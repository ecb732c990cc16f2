import type { Freshness } from '@pain-signals/domain';
import { formatDate } from './format.ts';

export const SAMPLE_MARK = 'Sample data';

/** Parts of a context line, most important first. */
export function formatFreshness({ snapshotAt, isSample, isMixed, staleSince, dropped }: Freshness): (string | null)[] {
  return [
    isSample ? `*${SAMPLE_MARK}*${isMixed ? ' mixed with real posts' : ''}` : null,
    staleSince === null
      ? null
      : `⚠ The service isn’t responding. Showing data from ${formatDate(staleSince, 'minute')}`,
    snapshotAt === undefined ? null : formatSnapshot(snapshotAt),
    dropped === 0 ? null : `${dropped} unreadable ${dropped === 1 ? 'entry' : 'entries'} left out`,
  ];
}

/** The same as sentences. */
export function describeFreshness({ isSample, isMixed, staleSince }: Freshness): string {
  return [
    staleSince === null ? '' : ' The service isn’t responding, so these numbers are older.',
    isSample ? ` ${SAMPLE_MARK}${isMixed ? ' mixed with real posts' : ''}.` : '',
  ].join('');
}

function formatSnapshot(snapshotAt: string | null): string {
  return snapshotAt === null ? 'No scores yet' : `Updated ${formatDate(snapshotAt, 'minute')}`;
}
