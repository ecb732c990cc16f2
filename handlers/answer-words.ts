import { helpCard } from '#blocks/help-card.ts';
import { understoodCard } from '#blocks/understood-card.ts';
import { answer } from './answer.ts';
import { withDefaultArea } from './default-area.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';
import { drawnFor } from './reader.ts';
import { readWords } from './reading/read-words.ts';

/** The answer to somebody's own words, with what they were taken for. Too few of them get the help. */
export async function answerWords(deps: Deps, words: string, asker: Asker, { isAsk = false } = {}): Promise<Drawing> {
  const read = readWords(words);
  if (read === null) return helpCard;
  const reading = { ...read, question: await withDefaultArea(deps, read.question) };
  const draw = await answer(deps, reading.question, asker);
  return drawnFor(deps, asker, (audience) =>
    understoodCard(draw(audience), { ...reading, askedBy: asker.userId ?? '?', isAsk }),
  );
}
