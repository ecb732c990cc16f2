import { messageBlocks } from './blocks.ts';
import { repeatedIds, slackErrorMessages } from './error-messages.ts';
import { isObject, objectsIn, walkObjects } from './json.ts';

/** Why Slack refuses a message or a view: its error code, and its messages with JSON pointers. */
export interface BlockKitError {
  readonly error: string;
  readonly messages: readonly string[];
}

export interface MessageContent {
  readonly text?: unknown;
  readonly blocks?: unknown;
  readonly attachments?: unknown;
}

const MAX_CHARTS = 2;

/**
 * What Slack refuses in a message, or null. In a message that only one person sees (`isEphemeral`) no uploaded file can be
 * shown.
 */
export function validateMessage(message: MessageContent, { isEphemeral = false } = {}): BlockKitError | null {
  const { text, blocks = [] } = message;
  if (message.attachments !== undefined) {
    return {
      error: 'invalid_attachments',
      messages: ['this workspace draws blocks only: send the content as `blocks`'],
    };
  }
  if (text !== undefined && typeof text !== 'string') {
    return { error: 'invalid_arguments', messages: ['must provide a string [json-pointer:/text]'] };
  }
  if (!Array.isArray(blocks)) return { error: 'invalid_blocks_format', messages: [] };
  if (blocks.length === 0 && (text ?? '').trim() === '') return { error: 'no_text', messages: [] };
  return validateBlocks(blocks, isEphemeral);
}

function validateBlocks(blocks: readonly unknown[], isEphemeral: boolean): BlockKitError | null {
  const parsed = messageBlocks.safeParse(blocks);
  const messages = parsed.success
    ? [
        ...repeatedIds(blocks, '/blocks'),
        ...(isEphemeral ? fileReferences(blocks, '/blocks').map(({ message }) => message) : []),
        ...tooManyCharts(blocks),
      ]
    : slackErrorMessages(parsed.error.issues, blocks, '/blocks');
  if (messages.length > 0) return { error: 'invalid_blocks', messages };

  const tables = blocks.flatMap((block, index) => (isObject(block) && block.type === 'table' ? [index] : []));
  if (tables.length > 1) {
    return { error: 'invalid_attachments', messages: [`only_one_table_allowed [json-pointer:/blocks/${tables[1]}]`] };
  }
  if (hasTooMuchInCells(blocks))
    return { error: 'invalid_blocks', messages: ['tables hold more than 10000 characters [json-pointer:/blocks]'] };
  return isTooLong(blocks) ? { error: 'msg_blocks_too_long', messages: [] } : null;
}

function tooManyCharts(blocks: readonly unknown[]): string[] {
  const charts = objectsIn(blocks).filter(({ type }) => type === 'data_visualization');
  return charts.length > MAX_CHARTS ? ['too many data_visualization blocks'] : [];
}

/** The uploaded files that blocks show, each with Slack's message for refusing it. `prefix` starts its JSON pointer. */
export function fileReferences(blocks: readonly unknown[], prefix: string): { id: string; message: string }[] {
  return walkObjects(blocks).flatMap(({ object, path }) => {
    if (!isObject(object.slack_file)) return [];
    const message = `invalid slack file [json-pointer:${prefix}/${path.join('/')}/slack_file]`;
    return [{ id: String(object.slack_file.id), message }];
  });
}

// Undocumented. Slack speaks of 12,000 characters "with a buffer for block containers", and people saw refusals of plain
// Markdown from 13,297 characters, of mixed blocks from 13,172, and of many small ones from 11,341.
// https://github.com/slackapi/bolt-js/issues/2509 and /2867
const MAX_CHARACTERS = 13_200;
const CHARACTERS_PER_CONTAINER = 25;
const MAX_MARKDOWN_CHARACTERS = 12_000;
const MAX_CELL_CHARACTERS = 10_000;

/** Whether the blocks together are longer than one message may be. */
function isTooLong(blocks: readonly unknown[]): boolean {
  const markdown = charactersOf(blocks.filter((block) => typeOf(block) === 'markdown'));
  const containers = walkObjects(blocks).filter(({ object }) => typeOf(object) !== undefined).length;
  return (
    markdown > MAX_MARKDOWN_CHARACTERS || charactersOf(blocks) + containers * CHARACTERS_PER_CONTAINER > MAX_CHARACTERS
  );
}

/** Whether the cells of all tables together hold more than a message may. */
function hasTooMuchInCells(blocks: readonly unknown[]): boolean {
  return charactersOf(blocks.filter((block) => /table$/.test(typeOf(block) ?? ''))) > MAX_CELL_CHARACTERS;
}

function charactersOf(value: unknown): number {
  let sum = 0;
  for (const { object } of walkObjects(value)) sum += typeof object.text === 'string' ? object.text.length : 0;
  return sum;
}

function typeOf(block: unknown): string | undefined {
  return isObject(block) && typeof block.type === 'string' ? block.type : undefined;
}
