import type { SlackCommandMiddlewareArgs } from '@slack/bolt';
import type { Query } from '#blocks/question.ts';
import { usageCard } from '#blocks/usage-card.ts';
import { answerQuery } from './answer.ts';
import { answerText } from './answer-words.ts';
import { withDefaultArea } from './default-area.ts';
import { deliver } from './deliver.ts';
import type { Deps, Requester } from './deps.ts';
import { openCommandDialog } from './dialog-command.ts';
import type { CardRenderer } from './drawing.ts';
import { parseRequestContext } from './place.ts';
import { parseCommandOrText } from './read-command.ts';
import { ActionRejectedError } from './refused-press.ts';

/** `/pain …`. Acknowledged before any work, so that a slow answer never shows as Slack's own timeout. */
export const painCommand =
  (deps: Deps) =>
  async ({ ack, command }: SlackCommandMiddlewareArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(command);
    const parsed = parseCommandOrText(command.text ?? '');
    if ('question' in parsed && (await openCommandDialog(deps, parsed.question, command))) return;
    // No command is of use to them, so each is told the same.
    if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
    if ('problem' in parsed) return deliver(deps, context, () => usageCard(parsed.problem));
    const renderer =
      'words' in parsed
        ? await answerText(deps, parsed.words, context)
        : await answerCommand(deps, parsed.question, context);
    await deliver(deps, context, () => renderer({ kind: 'person' }));
  };

/** What is asked in own words may mean a command. */
const answerCommand = async (deps: Deps, query: Query, requester: Requester): Promise<CardRenderer> =>
  query.show === 'ask'
    ? answerText(deps, query.question, requester, { isAsk: true })
    : answerQuery(deps, await withDefaultArea(deps, query), requester);
