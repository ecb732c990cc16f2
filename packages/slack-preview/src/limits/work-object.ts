import { z } from 'zod';
import { boundedText, link } from './composition-objects.ts';

// https://docs.slack.dev/messaging/work-objects-implementation and /reference/methods/entity.presentDetails
const action = z.strictObject({
  text: boundedText(75),
  action_id: boundedText(255),
  value: boundedText(2_000).optional(),
  url: link.max(3_000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: boundedText(75).optional(),
  processing_state: z.looseObject({}).optional(),
});

const FIELD_TYPES = ['string', 'integer', 'boolean', 'array'] as const;
const SLACK_TYPES = ['user', 'channel_id', 'timestamp', 'date', 'image', 'entity_ref', 'link', 'email'] as const;

const customField = z.looseObject({
  key: boundedText(255),
  label: boundedText(255),
  type: z.enum([...FIELD_TYPES, ...SLACK_TYPES.map((type) => `slack#/types/${type}` as const)]),
  value: z.union([z.string().min(1), z.number(), z.boolean(), z.array(z.unknown())]).optional(),
  link: link.optional(),
  long: z.boolean().optional(),
  tag_color: z.enum(['red', 'yellow', 'green', 'gray', 'blue']).optional(),
});

/** Something of another system, as the app describes it; Slack shows it by itself. */
export type Entity = z.infer<typeof entity>;
export const entity = z
  .strictObject({
    entity_type: z.enum(['file', 'task', 'incident', 'content_item', 'item'].map((type) => `slack#/entities/${type}`)),
    url: link,
    external_ref: z.strictObject({ id: boundedText(255), type: z.string().optional() }),
    app_unfurl_url: link.optional(),
    entity_payload: z.strictObject({
      attributes: z.looseObject({
        title: z.looseObject({ text: z.string().min(1) }),
        display_type: z.string().optional(),
        product_name: z.string().optional(),
      }),
      fields: z.looseObject({}).optional(),
      custom_fields: z.array(customField).default([]),
      display_order: z.array(z.string()).optional(),
      actions: z
        .strictObject({
          primary_actions: z.array(action).max(2).optional(),
          overflow_actions: z.array(action).max(5).optional(),
        })
        .optional(),
      slack_file: z.looseObject({}).optional(),
    }),
  })
  .refine(({ entity_type: type, entity_payload: { fields } }) => !type.endsWith('/item') || fields === undefined);
