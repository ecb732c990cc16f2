import { z } from 'zod';
import { errorCard } from '#blocks/error-card.ts';
import { decodeCorrection, decodeQuery, decodeShareRequest, type Query } from '#blocks/question.ts';
import { deliver } from './deliver.ts';
import type { Deps } from './deps.ts';
import { failureOf, isUserError } from './failure-of.ts';
import { logFailure } from './log-failure.ts';
import { parseRequestContext } from './place.ts';
import { parseMenuChoice } from './read-choice.ts';
import { parseCommandOrText } from './read-command.ts';
import { parseNaturalLanguage } from './reading/read-words.ts';

/** The one end of every error: into the log with a reference, and to the person with the same one and the next step. */
export async function deliverError(
  deps: Deps,
  error: unknown,
  body: unknown,
  context = parseRequestContext(body),
): Promise<void> {
  const reference = deps.newReference();
  const query = requestedQuery(body);
  const failure = failureOf(error, query, deps.now());
  const message = isUserError(failure) ? 'A question was refused' : 'A question failed';
  logFailure(deps, 'error', { reference, failure, error, asked: query?.show }, message);
  await deliver(deps, context, () => errorCard(failure, { reference, question: query }));
}

const Asked = z.object({
  text: z.string().optional().catch(undefined),
  event: z.object({ text: z.string() }).optional().catch(undefined),
  actions: z.array(z.unknown()).optional().catch(undefined),
});

const Pressed = z.object({ value: z.string() });

/** What was asked, by the command's text or by what was pressed or chosen, so that it can be asked again. */
function requestedQuery(body: unknown): Query | null {
  const { text, actions, event } = Asked.parse(body);
  const [action] = actions ?? [];
  const chosen = parseMenuChoice(action);
  if (chosen !== null && chosen !== 'open') return chosen;
  const value = Pressed.safeParse(action).data?.value;
  if (value !== undefined)
    return decodeQuery(value) ?? decodeShareRequest(value)?.subject ?? decodeCorrection(value)?.question ?? null;
  if (event !== undefined) return parseNaturalLanguage(event.text.replace(/<@[^>]*>/g, ' '))?.question ?? null;
  const read = parseCommandOrText(text ?? '');
  if ('words' in read) return parseNaturalLanguage(read.words)?.question ?? null;
  return text !== undefined && 'question' in read ? read.question : null;
}
