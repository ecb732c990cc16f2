import type { MessageShortcut, SlackShortcutMiddlewareArgs } from '@slack/bolt';
import { nothingToSearchCard } from '#blocks/related-card.ts';
import { deliver } from './deliver.ts';
import type { Deps } from './deps.ts';
import { parseRequestContext } from './place.ts';
import { renderInLocale } from './reader.ts';
import { parseMessage } from './reading/message-text.ts';
import { ActionRejectedError } from './refused-press.ts';
import { showRelated } from './related.ts';
import { withTimeout } from './within.ts';

/** As manifest.yml registers it. */
export const FIND_RELATED = 'find_related_pain';

/** "Find related pain" in the menu of any message: seen by the one who asked, where they asked. */
export const findRelated =
  (deps: Deps) =>
  async ({ ack, shortcut, body }: SlackShortcutMiddlewareArgs<MessageShortcut>): Promise<void> => {
    await ack();
    const context = parseRequestContext(body);
    if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
    const { ts, thread_ts: thread = ts, text = '' } = shortcut.message;
    const query = parseMessage(text);
    if (query === null) return deliver(deps, context, () => nothingToSearchCard(), { isThreadFirst: true });
    const draw = await withTimeout(deps.timeouts.answerMs, showRelated(deps, query, { thread, asker: context }));
    const drawn = await renderInLocale(deps, context, draw);
    await deliver(deps, context, () => drawn({ kind: 'person' }), { isThreadFirst: true });
  };
