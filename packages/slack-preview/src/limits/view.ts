import { z } from 'zod';
import { viewBlocks } from './blocks.ts';
import { plainText, typed } from './composition-objects.ts';
import { repeatedIds, slackErrorMessages } from './error-messages.ts';
import { isObject, walkObjects } from './json.ts';
import type { BlockKitError } from './message.ts';

const MAX_VIEW_BYTES = 250_000;

const shared = {
  private_metadata: z.string().max(3_000).optional(),
  callback_id: z.string().max(255).optional(),
};

const modal = typed('modal', {
  ...shared,
  title: plainText(24),
  submit: plainText(24).optional(),
  close: plainText(24).optional(),
  blocks: viewBlocks,
});

const home = typed('home', { ...shared, blocks: viewBlocks });

/** A modal or Home as the app sends it. */
export type ViewRequest = z.infer<typeof viewSchema>;
export const viewSchema = z.discriminatedUnion('type', [modal, home]);

/** What Slack refuses in a modal or an App Home, or null. */
export function validateView(view: unknown): BlockKitError | null {
  if (JSON.stringify(view ?? null).length > MAX_VIEW_BYTES) return { error: 'view_too_large', messages: [] };
  const parsed = viewSchema.safeParse(view);
  const messages = parsed.success
    ? contradictions(parsed.data)
    : slackErrorMessages(parsed.error.issues, view, '/view');
  return messages.length > 0 ? { error: 'invalid_arguments', messages } : null;
}

function contradictions(view: ViewRequest): string[] {
  const focused = walkObjects(view.blocks).filter(({ object }) => object.focus_on_load === true);
  return [
    ...repeatedIds(view.blocks, '/view/blocks'),
    ...(view.type === 'modal' && view.submit === undefined ? inputsWithoutSubmit(view.blocks) : []),
    ...focused
      .slice(1)
      .map(({ path }) => `only one element can have \`focus_on_load\` [json-pointer:/view/blocks/${path.join('/')}]`),
  ];
}

function inputsWithoutSubmit(blocks: readonly unknown[]): string[] {
  return blocks.flatMap((block, index) =>
    isObject(block) && block.type === 'input'
      ? [`must define \`submit\` to use an \`input\` block in modals [json-pointer:/view/blocks/${index}/input]`]
      : [],
  );
}
