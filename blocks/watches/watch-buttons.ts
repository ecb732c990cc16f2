import { DAY_MS, MUTED_FOREVER, type Watch } from '@pain-signals/domain';
import type { Button, StaticSelect } from '@slack/types';
import { ACTION } from '../kit/action-ids.ts';
import { encodeQuery } from '../kit/button-values.ts';
import { button, placeholderSelect } from '../kit/elements.ts';

const SPANS = { day: '1 day', week: '1 week', good: 'until I resume it' } as const;
type Span = keyof typeof SPANS;

/** The value holds duration and watch id. */
export const muteMenu = ({ id }: Pick<Watch, 'id'>): StaticSelect =>
  placeholderSelect(
    ACTION.watchMute,
    'Mute',
    (Object.keys(SPANS) as Span[]).map((span) => ({
      text: span === 'good' ? `Mute ${SPANS[span]}` : `Mute for ${SPANS[span]}`,
      value: `${span} ${id}`,
    })),
  );

/** null for what this version did not write. */
export function decodeMute(value: unknown, now: number): { id: string; until: number } | null {
  const [, span, id] = /^(day|week|good) ([\w-]{1,100})$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (span === undefined || id === undefined) return null;
  return { id, until: span === 'good' ? MUTED_FOREVER : now + (span === 'week' ? 7 : 1) * DAY_MS };
}

export const adjustButton = ({ id }: Pick<Watch, 'id'>): Button | null =>
  button(ACTION.watchAdjust, { text: 'Edit', value: id, label: 'Edit this watch' });

export const stopButton = ({ id }: Pick<Watch, 'id'>): Button | null =>
  button(ACTION.watchStop, { text: 'Stop', value: id, label: 'Stop this watch for good' });

export const resumeButton = ({ id }: Pick<Watch, 'id'>): Button | null =>
  button(ACTION.watchResume, { text: 'Resume', value: id, label: 'Resume this watch' });

export const watchesButton = (): Button | null =>
  button(ACTION.watches, { text: 'All watches', value: encodeQuery({ show: 'watches' }) });

/** Null for a value of another version. */
export const decodeWatchId = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w-]{1,100}$/.test(value) ? value : null;
