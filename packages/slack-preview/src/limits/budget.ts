import { walkObjects } from './walk.ts';

// Undocumented. Slack speaks of 12,000 characters "with a buffer for block containers", and people saw refusals of plain
// Markdown from 13,297 characters, of mixed blocks from 13,172, and of many small ones from 11,341.
// https://github.com/slackapi/bolt-js/issues/2509 and /2867
const MAX_CHARACTERS = 13_200;
const CHARACTERS_PER_CONTAINER = 25;
const MAX_MARKDOWN_CHARACTERS = 12_000;
const MAX_CELL_CHARACTERS = 10_000;

/** Whether the blocks together are longer than one message may be. */
export function isTooLong(blocks: readonly unknown[]): boolean {
  const markdown = charactersOf(blocks.filter((block) => typeOf(block) === 'markdown'));
  const containers = [...walkObjects(blocks)].filter(({ object }) => typeOf(object) !== undefined).length;
  return (
    markdown > MAX_MARKDOWN_CHARACTERS || charactersOf(blocks) + containers * CHARACTERS_PER_CONTAINER > MAX_CHARACTERS
  );
}

/** Whether the cells of all tables together hold more than a message may. */
export function hasTooMuchInCells(blocks: readonly unknown[]): boolean {
  return charactersOf(blocks.filter((block) => /table$/.test(typeOf(block) ?? ''))) > MAX_CELL_CHARACTERS;
}

function charactersOf(value: unknown): number {
  let sum = 0;
  for (const { object } of walkObjects(value)) sum += typeof object.text === 'string' ? object.text.length : 0;
  return sum;
}

function typeOf(block: unknown): string | undefined {
  const type = typeof block === 'object' && block !== null ? Reflect.get(block, 'type') : undefined;
  return typeof type === 'string' ? type : undefined;
}
