import { z } from 'zod';
import { blockId, boundedText, plainText } from './text.ts';

// Slack's own servers fetch the picture, so an address of this machine or a private network shows nothing.
const UNREACHABLE =
  /^(localhost|.*\.local|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|0\.0\.0\.0|\[.*\])$/;

const imageUrl = boundedText(3_000).refine(isReachable, 'downloading image failed');

const slackFile = z
  .strictObject({ id: boundedText(255).optional(), url: boundedText(3_000).optional() })
  .refine((file) => (file.id === undefined) !== (file.url === undefined), 'must define either `id` or `url`');

const picture = { image_url: imageUrl.optional(), slack_file: slackFile.optional() };

function hasOnePicture(image: { image_url?: unknown; slack_file?: unknown }): boolean {
  return (image.image_url === undefined) !== (image.slack_file === undefined);
}

const ONE_PICTURE = 'must define either `image_url` or `slack_file`';

export const imageElement = z
  .strictObject({ type: z.literal('image'), alt_text: boundedText(2_000), ...picture })
  .refine(hasOnePicture, ONE_PICTURE);

export const imageBlock = z
  .strictObject({
    type: z.literal('image'),
    ...blockId,
    alt_text: boundedText(2_000),
    title: plainText(2_000).optional(),
    ...picture,
  })
  .refine(hasOnePicture, ONE_PICTURE);

function isReachable(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && !UNREACHABLE.test(url.hostname);
}
