import { areaName, MACRO_AREAS } from '@pain-signals/contract';
import { areaKeyword, COMMAND } from '@pain-signals/domain';
import { type Card, card } from '../kit/card.ts';
import { context, header, section } from '../kit/elements.ts';
import { areaPicker } from '../signals/list-controls.ts';

/** Every area with the word for it, and a menu that opens one. */
export const areasCard: Card = card(`Areas: ${MACRO_AREAS.map(areaName).join(', ')}.`, [
  header('Areas'),
  section(MACRO_AREAS.map((area) => `${areaName(area)}: \`area:${areaKeyword(area)}\``).join('\n')),
  areaPicker(),
  context([`For example: \`${COMMAND} trending area:${areaKeyword(MACRO_AREAS[0])}\``]),
]);
