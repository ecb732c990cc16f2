import type { ImageBlock, SectionBlock } from '@slack/types';
import { type Card, card } from './card.ts';
import { section } from './elements.ts';

/** Names the block that says in text what a picture says better. */
const PLACEHOLDER_ID = 'chart';

/** A chart where a message can find it: a file of the workspace, or an address that Slack can read. */
export interface Picture {
  altText: string;
  at: { fileId: string } | { address: string };
}

/** Words and a sparkline, in whose place the picture comes where one can be shown. */
export function picturePlaceholder(text: string): SectionBlock {
  return { ...section(text), block_id: PLACEHOLDER_ID };
}

/** The card with its picture: in the place of what stands for it, else behind the heading. */
export function insertPicture({ text, blocks }: Card, { altText, at }: Picture): Card {
  const source = 'fileId' in at ? { slack_file: { id: at.fileId } } : { image_url: at.address };
  const image: ImageBlock = { type: 'image', alt_text: altText, ...source };
  const place = blocks.findIndex(({ block_id: id }) => id === PLACEHOLDER_ID);
  if (place >= 0) return card(text, blocks.with(place, image));
  const heading = blocks.findIndex(({ type }) => type === 'header');
  const behind = blocks.findIndex(({ type }, at) => at > heading && type !== 'context');
  return card(text, blocks.toSpliced(behind < 0 ? blocks.length : behind, 0, image));
}
