import type { SlackCommandMiddlewareArgs } from '@slack/bolt';
import type { Question } from '#blocks/question.ts';
import { usageCard } from '#blocks/usage-card.ts';
import { answer } from './answer.ts';
import { answerWords } from './answer-words.ts';
import { withDefaultArea } from './default-area.ts';
import { deliver } from './deliver.ts';
import type { Asker, Deps } from './deps.ts';
import { openByCommand } from './dialog-command.ts';
import type { Drawing } from './drawing.ts';
import { placeOf } from './place.ts';
import { readCommand } from './read-command.ts';
import { RefusedPress } from './refused-press.ts';

/** `/pain …`. Acknowledged before any work, so that a slow answer never shows as Slack's own timeout. */
export const painCommand =
  (deps: Deps) =>
  async ({ ack, command }: SlackCommandMiddlewareArgs): Promise<void> => {
    await ack();
    const place = placeOf(command);
    const parsed = readCommand(command.text ?? '');
    if ('question' in parsed && (await openByCommand(deps, parsed.question, command))) return;
    // No command is of use to them, so each is told the same.
    if (await deps.isOutsider(place)) throw new RefusedPress('outsider');
    if ('problem' in parsed) return deliver(deps, place, () => usageCard(parsed.problem));
    const drawing =
      'words' in parsed ? await answerWords(deps, parsed.words, place) : await draw(deps, parsed.question, place);
    await deliver(deps, place, () => drawing({ kind: 'person' }));
  };

/** What is asked in own words may mean a command. */
const draw = async (deps: Deps, question: Question, asker: Asker): Promise<Drawing> =>
  question.show === 'ask'
    ? answerWords(deps, question.question, asker, { isAsk: true })
    : answer(deps, await withDefaultArea(deps, question), asker);
