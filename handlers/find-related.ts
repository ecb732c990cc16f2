import type { MessageShortcut, SlackShortcutMiddlewareArgs } from '@slack/bolt';
import { nothingToSearchCard } from '#blocks/related-card.ts';
import { deliver } from './deliver.ts';
import type { Deps } from './deps.ts';
import { placeOf } from './place.ts';
import { drawnFor } from './reader.ts';
import { readMessage } from './reading/message-text.ts';
import { RefusedPress } from './refused-press.ts';
import { showRelated } from './related.ts';
import { within } from './within.ts';

/** As manifest.yml registers it. */
export const FIND_RELATED = 'find_related_pain';

/** "Find related pain" in the menu of any message: seen by the one who asked, where they asked. */
export const findRelated =
  (deps: Deps) =>
  async ({ ack, shortcut, body }: SlackShortcutMiddlewareArgs<MessageShortcut>): Promise<void> => {
    await ack();
    const place = placeOf(body);
    if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
    const { ts, thread_ts: thread = ts, text = '' } = shortcut.message;
    const question = readMessage(text);
    if (question === null) return deliver(deps, place, () => nothingToSearchCard(), { isThreadFirst: true });
    const draw = await within(deps.patience.answerMs, showRelated(deps, question, { thread, asker: place }));
    const drawn = await drawnFor(deps, place, draw);
    await deliver(deps, place, () => drawn({ kind: 'person' }), { isThreadFirst: true });
  };
