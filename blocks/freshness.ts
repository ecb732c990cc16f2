import { formatDate } from './dates.ts';
import { plural } from './numbers.ts';

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

export const SAMPLE_MARK = 'Sample data';

/** The parts of a context line, most important first. */
export function formatFreshness({ snapshotAt, isSample, isMixed, staleSince, dropped }: Freshness): (string | null)[] {
  return [
    isSample ? `*${SAMPLE_MARK}*${isMixed ? ' and other posts, mixed' : ''}` : null,
    staleSince === null ? null : `⚠ The service does not answer: this is from ${formatDate(staleSince, 'minute')}`,
    snapshotAt === undefined ? null : formatSnapshot(snapshotAt),
    dropped === 0
      ? null
      : `${plural(dropped, 'entry', 'entries')} could not be read and ${dropped === 1 ? 'is' : 'are'} left out`,
  ];
}

/** The same at the end of a message's text. */
export function describeFreshness({ isSample, isMixed, staleSince }: Freshness): string {
  return [
    staleSince === null ? '' : ' The service does not answer, so these figures are older.',
    isSample ? ` ${SAMPLE_MARK}${isMixed ? ' and other posts, mixed' : ''}.` : '',
  ].join('');
}

function formatSnapshot(snapshotAt: string | null): string {
  return snapshotAt === null ? 'Nothing scored yet' : `Figures of ${formatDate(snapshotAt, 'minute')}`;
}
