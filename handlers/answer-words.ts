import { helpCard } from '#blocks/help-card.ts';
import { interpretationCard } from '#blocks/understood-card.ts';
import { answerQuery } from './answer.ts';
import { withDefaultArea } from './default-area.ts';
import type { Deps, Requester } from './deps.ts';
import type { CardRenderer } from './drawing.ts';
import { renderInLocale } from './reader.ts';
import { parseNaturalLanguage } from './reading/read-words.ts';

/** The answer to somebody's own words, with what they were taken for. Too few of them get the help. */
export async function answerText(
  deps: Deps,
  words: string,
  requester: Requester,
  { isAsk = false } = {},
): Promise<CardRenderer> {
  const read = parseNaturalLanguage(words);
  if (read === null) return helpCard;
  const reading = { ...read, question: await withDefaultArea(deps, read.question) };
  const draw = await answerQuery(deps, reading.question, requester);
  return renderInLocale(deps, requester, (audience) =>
    interpretationCard(draw(audience), { ...reading, askedBy: requester.userId ?? '?', isAsk }),
  );
}
