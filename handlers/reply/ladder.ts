import { blocksWith, type Card, nativeKindsOf } from '#blocks/kit/card.ts';
import type { NativeKind } from '#blocks/kit/native-blocks.ts';
import type { Deps, Surface } from '../ports.ts';
import type { Message, SendResult } from '../slack-port.ts';

/** Slack refused the layout of a message. A plainer version may still pass. */
const LAYOUT_ERRORS =
  /^(invalid_slack_file|invalid_blocks|invalid_blocks_format|invalid_attachments|invalid_arguments|view_too_large|msg_blocks_too_long|msg_too_long|http_400|http_500)$/;

/** True when Slack may accept a plainer version. */
export const isLayoutError = (result: SendResult): boolean =>
  !result.ok && result.isConfirmed && LAYOUT_ERRORS.test(result.error);

export interface LadderDeps extends Pick<Deps, 'logger' | 'nativeBlocks'> {
  surface: Surface;
}

/** What Slack's documentation does not rule out. Private answers are not mentioned, so they are tried. */
const KINDS_OF: Record<Surface, ReadonlySet<NativeKind>> = {
  channel: new Set(['chart', 'table', 'container', 'feedback']),
  private: new Set(['chart', 'table', 'container', 'feedback']),
  dialog: new Set(['chart']),
};

/** Slack takes these from few surfaces. */
const DATA_KINDS: ReadonlySet<NativeKind> = new Set(['chart', 'table']);

const KIND_OF_TYPE: Readonly<Record<string, NativeKind>> = {
  data_visualization: 'chart',
  data_table: 'table',
  table: 'table',
  container: 'container',
  context_actions: 'feedback',
};

/**
 * Sends a card with as many of Slack's newer blocks as the surface takes: all, then without charts and tables, then none. What had
 * to be left out is remembered for a day, so the next card starts one rung lower. Without text alone as the last rung.
 */
export async function sendRichest<Sent extends SendResult>(
  { surface, nativeBlocks, logger }: LadderDeps,
  send: (message: Message) => Promise<Sent>,
  card: Card,
): Promise<Sent> {
  const used = nativeKindsOf(card).filter((kind) => KINDS_OF[surface].has(kind));
  if (used.length === 0) return send({ text: card.text, blocks: card.blocks });
  const refused = await nativeBlocks.refused(surface);
  const wanted = used.filter((kind) => !refused.has(kind));
  for (let kinds = wanted; ; ) {
    const result = await send({ text: card.text, blocks: blocksWith(card, new Set(kinds)) });
    if (!isLayoutError(result) || kinds.length === 0) {
      const dropped = wanted.filter((kind) => !kinds.includes(kind));
      if (result.ok && dropped.length > 0) {
        logger.info({ surface, dropped }, 'newer blocks refused by Slack');
        await nativeBlocks.refuse(surface, dropped);
      }
      return result;
    }
    if (isFileError(result)) return result;
    kinds = lowerRung(kinds, result);
  }
}

/** Without the kind that Slack named, else without charts and tables, else without any. */
function lowerRung(kinds: readonly NativeKind[], result: SendResult): NativeKind[] {
  const named = result.ok ? undefined : KIND_OF_TYPE[result.refusedBlock ?? ''];
  const without = kinds.filter((kind) => (named === undefined ? !DATA_KINDS.has(kind) : kind !== named));
  return without.length < kinds.length ? without : [];
}

export const isFileError = (result: SendResult): boolean => !result.ok && result.error === 'invalid_slack_file';
