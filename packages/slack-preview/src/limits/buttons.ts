import { z } from 'zod';
import { confirm } from './options.ts';
import { actionId, boundedText, link, plainText } from './text.ts';

const label = { accessibility_label: boundedText(75).optional() };
const value = { value: boundedText(2_000).optional() };
const style = { style: z.enum(['primary', 'danger']).optional() };

export const button = z.strictObject({
  type: z.literal('button'),
  ...actionId,
  ...confirm,
  ...label,
  ...value,
  ...style,
  text: plainText(75),
  url: link.optional(),
});

export const workflowButton = z.strictObject({
  type: z.literal('workflow_button'),
  ...actionId,
  ...confirm,
  ...label,
  ...style,
  text: plainText(75),
  workflow: z.strictObject({
    trigger: z.strictObject({
      url: link,
      customizable_input_parameters: z.array(z.strictObject({ name: boundedText(255), value: z.string() })).optional(),
    }),
  }),
});

const opinion = z.strictObject({ text: plainText(75), value: boundedText(2_000), ...label });

export const feedbackButtons = z.strictObject({
  type: z.literal('feedback_buttons'),
  ...actionId,
  positive_button: opinion,
  negative_button: opinion,
});

export const iconButton = z.strictObject({
  type: z.literal('icon_button'),
  ...actionId,
  ...confirm,
  ...label,
  ...value,
  icon: boundedText(255),
  text: plainText(75),
  visible_to_user_ids: z.array(boundedText(255)).optional(),
});
