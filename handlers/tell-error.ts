import { z } from 'zod';
import { errorCard } from '#blocks/error-card.ts';
import { decodeCorrection, decodeQuestion, decodeShare, type Question } from '#blocks/question.ts';
import { deliver } from './deliver.ts';
import type { Deps } from './deps.ts';
import { failureOf, isPersonsFault } from './failure-of.ts';
import { logFailure } from './log-failure.ts';
import { placeOf } from './place.ts';
import { readChoice } from './read-choice.ts';
import { readCommand } from './read-command.ts';
import { readWords } from './reading/read-words.ts';

/** The one end of every error: into the log with a reference, and to the person with the same one and the next step. */
export async function tellError(deps: Deps, error: unknown, body: unknown, place = placeOf(body)): Promise<void> {
  const reference = deps.newReference();
  const question = questionOf(body);
  const failure = failureOf(error, question, deps.now());
  const message = isPersonsFault(failure) ? 'A question was refused' : 'A question failed';
  logFailure(deps, 'error', { reference, failure, error, asked: question?.show }, message);
  await deliver(deps, place, () => errorCard(failure, { reference, question }));
}

const Asked = z.object({
  text: z.string().optional().catch(undefined),
  event: z.object({ text: z.string() }).optional().catch(undefined),
  actions: z.array(z.unknown()).optional().catch(undefined),
});

const Pressed = z.object({ value: z.string() });

/** What was asked, by the command's text or by what was pressed or chosen, so that it can be asked again. */
function questionOf(body: unknown): Question | null {
  const { text, actions, event } = Asked.parse(body);
  const [action] = actions ?? [];
  const chosen = readChoice(action);
  if (chosen !== null && chosen !== 'open') return chosen;
  const value = Pressed.safeParse(action).data?.value;
  if (value !== undefined)
    return decodeQuestion(value) ?? decodeShare(value)?.subject ?? decodeCorrection(value)?.question ?? null;
  if (event !== undefined) return readWords(event.text.replace(/<@[^>]*>/g, ' '))?.question ?? null;
  const read = readCommand(text ?? '');
  if ('words' in read) return readWords(read.words)?.question ?? null;
  return text !== undefined && 'question' in read ? read.question : null;
}
