import { z } from 'zod';
import {
  actions,
  alert,
  context,
  contextActions,
  divider,
  header,
  imageBlock,
  input,
  markdown,
  section,
} from './blocks.ts';
import { card, carousel, container } from './card-blocks.ts';
import { dataTable, dataVisualization, table } from './data-blocks.ts';
import { richText } from './rich-text.ts';

const everywhere = [section, divider, header, imageBlock, context, actions, richText, card] as const;

// https://docs.slack.dev/reference/block-kit/blocks: which block is allowed where, and how many
export const messageBlocks = z
  .array(
    z.discriminatedUnion('type', [
      ...everywhere,
      contextActions,
      markdown,
      table,
      dataTable,
      dataVisualization,
      carousel,
      container,
    ]),
  )
  .max(50);

export const modalBlocks = z.array(z.discriminatedUnion('type', [...everywhere, input, alert])).max(100);

export const homeBlocks = z.array(z.discriminatedUnion('type', [...everywhere, input, carousel])).max(100);
