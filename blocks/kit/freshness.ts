import type { Freshness } from '@pain-signals/domain';
import { formatDate } from './format.ts';

export const SAMPLE_MARK = 'Sample data';

/** Parts of a context line, most important first. */
export function formatFreshness({ snapshotAt, isSample, isMixed, staleSince, dropped }: Freshness): (string | null)[] {
  return [
    isSample ? `*${SAMPLE_MARK}*${isMixed ? ' and other posts, mixed' : ''}` : null,
    staleSince === null ? null : `⚠ The service does not answer: this is from ${formatDate(staleSince, 'minute')}`,
    snapshotAt === undefined ? null : formatSnapshot(snapshotAt),
    dropped === 0
      ? null
      : `${dropped} ${dropped === 1 ? 'entry could not be read and is' : 'entries could not be read and are'} left out`,
  ];
}

/** The same as sentences. */
export function describeFreshness({ isSample, isMixed, staleSince }: Freshness): string {
  return [
    staleSince === null ? '' : ' The service does not answer, so these figures are older.',
    isSample ? ` ${SAMPLE_MARK}${isMixed ? ' and other posts, mixed' : ''}.` : '',
  ].join('');
}

function formatSnapshot(snapshotAt: string | null): string {
  return snapshotAt === null ? 'Nothing scored yet' : `Figures of ${formatDate(snapshotAt, 'minute')}`;
}
