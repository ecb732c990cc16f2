import { z } from 'zod';
import { walkObjects } from '../limits/json.ts';
import { fileReferences, type MessageContent, validateMessage } from '../limits/message.ts';
import { imageType, type StoredFile } from '../workspace/files.ts';
import { assignIds } from '../workspace/ids.ts';
import type { Block } from '../workspace/message.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';

export const contentFields = {
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional(),
};

/** What a message shows, checked against Slack's limits, with the ids that Slack adds. */
export function checkContent(
  { text, blocks, attachments }: MessageContent,
  { isEphemeral, state }: { isEphemeral: boolean; state: State },
): { text: string; blocks: Block[] } {
  const refusal = validateMessage({ text, blocks, attachments }, { isEphemeral });
  if (refusal !== null) throw new SlackApiError(refusal.error, { messages: refusal.messages });
  const list = Array.isArray(blocks) ? blocks : [];
  refuseNewBlocks(list, state);
  shareFiles(list, state);
  return { text: typeof text === 'string' ? text : '', blocks: assignIds(list) };
}

/** As a workspace that a new kind of block has not reached yet answers. */
function refuseNewBlocks(blocks: readonly unknown[], { traffic }: State): void {
  const messages = walkObjects(blocks).flatMap(({ object, path }) =>
    traffic.refusedBlocks.has(String(object.type))
      ? [`unsupported type: ${object.type} [json-pointer:/blocks/${[...path, 'type'].join('/')}]`]
      : [],
  );
  if (messages.length > 0) throw new SlackApiError('invalid_blocks', { messages });
}

/** Views never show uploaded files here, because their viewer may lack access. */
export function rejectFiles(blocks: readonly unknown[]): void {
  const messages = fileReferences(blocks, '/view/blocks').map(({ message }) => message);
  if (messages.length > 0) throw new SlackApiError('invalid_arguments', { messages });
}

/** A message can show a file that exists, is processed and is a picture. It then counts as shared. */
function shareFiles(blocks: readonly unknown[], { files }: State): void {
  const shown = fileReferences(blocks, '/blocks').map(({ id, message }) => ({ file: files.find(id), message }));
  const messages = shown.filter(({ file }) => !isShowable(file)).map(({ message }) => message);
  if (messages.length > 0) throw new SlackApiError('invalid_blocks', { messages });
  for (const { file } of shown) if (file) file.isShared = true;
}

function isShowable(file: StoredFile | undefined): boolean {
  if (file?.isComplete !== true || imageType(file) === null) return false;
  if (file.refusals === 0) return true;
  file.refusals -= 1;
  return false;
}
