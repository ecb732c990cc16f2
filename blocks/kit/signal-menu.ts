import type { ChartQuery, Query, SignalQuery } from '@pain-signals/domain';
import type { Overflow } from '@slack/types';
import { ACTION, decodeQuery, encodeQuery, withoutBackQuery } from './buttons.ts';
import { type MenuOption, overflow } from './elements.ts';
import { BLOCK_LIMITS } from './limits.ts';

/** A menu's values are short, so the query is in the block id. */
type AboutSignal = SignalQuery | ChartQuery;

/** Null when the query doesn't fit in a block id; then there is no menu. */
export function menuBlockId(question: AboutSignal): string | null {
  const ids = [encodeQuery(question), JSON.stringify(withoutBackQuery(question))];
  // The card adds a space, for a second menu about the same.
  return ids.find((id) => id !== null && id.length < BLOCK_LIMITS.blockId) ?? null;
}

/** The query in the id of a menu's block. */
export function decodeAboutSignal(blockId: unknown): AboutSignal | null {
  const about = decodeQuery(blockId);
  return about?.show === 'signal' || about?.show === 'chart' ? about : null;
}

/** The "⋯" menu of a signal's own cards; `sharesTo` where no button beside it does. Slack takes five entries. */
export function moreMenu(link: string | null, { sharesTo }: { sharesTo: boolean }): Overflow {
  return overflow(ACTION.more, [
    sharesTo ? { text: 'Share to…', value: MORE.share } : null,
    { text: 'Compare…', value: MORE.compare },
    { text: 'Watch', value: 'watch' },
    { text: 'Hide this signal', value: 'hide' },
    openEntry(link),
  ]);
}

/** The "⋯" menu of other cards about a signal. Null for ids longer than Slack's values. */
export const signalMenu = (id: string, link: string | null = null): Overflow | null =>
  id.length > MAX_ID
    ? null
    : overflow(ACTION.more, [
        { text: 'Watch', value: `watch ${id}` },
        { text: 'Hide this signal', value: `hide ${id}` },
        openEntry(link),
      ]);

const openEntry = (link: string | null): MenuOption | null =>
  link === null || link.length > BLOCK_LIMITS.buttonUrl ? null : { text: 'Open page', value: OPEN, url: link };

const MAX_ID = 70;

/** What opens a dialog. */
export const MORE = { share: 'share', compare: 'compare', delete: 'delete' } as const;

/** Slack opens the link by itself. */
const OPEN = 'open';

/** The query of a choice in either menu; `open` needs no answer, null is another menu's choice. */
export function decodeSignalChoice(blockId: unknown, value: unknown): Query | typeof OPEN | null {
  const [, wanted, ofSignal] = /^(watch|hide) (\S{1,70})$/.exec(String(value)) ?? [];
  if (ofSignal !== undefined) return wanted === 'hide' ? { show: 'hide', id: ofSignal } : watchQuery(ofSignal);
  if (value === OPEN) return OPEN;
  const about = decodeAboutSignal(blockId);
  if (about === null) return null;
  if (value === MORE.share || value === MORE.compare) return about;
  if (value === 'hide') return { show: 'hide', id: about.id, ...(about.back ? { back: about.back } : {}) };
  return value === 'watch' ? watchQuery(about.id) : null;
}

const watchQuery = (id: string): Query => ({
  show: 'watch',
  what: { of: 'signal', name: { by: 'id', id } },
  tell: 'me',
});
