import { createHmac, hkdfSync } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Logger } from 'pino';
import type { Picture } from '#blocks/charts/picture.ts';
import type { ChartDescription } from '#blocks/charts/plots/chart-description.ts';
import { planChart } from '#blocks/charts/plots/plan-chart.ts';
import { BLOCK_LIMITS } from '#blocks/kit/limits.ts';
import { truncate } from '#blocks/kit/text.ts';
import { isEqualInConstantTime } from '../slack/receiver.ts';
import { createCache } from '../store/cache.ts';
import type { ChartRenderer } from './renderer.ts';

/** Charts at our own addresses, for messages that can't show files. */
export interface SignedChartAddresses {
  addressOf(description: ChartDescription): Picture | null;
  /** Serves every path under /charts/. */
  serve: RequestListener;
}

interface SignedChartAddressesOptions {
  /** Where Slack reaches the app. Null: there are no addresses. */
  publicUrl: string | null;
  /** Signs addresses. Shared by all processes of the app. */
  secret: string;
  renderer: Pick<ChartRenderer, 'renderChart'>;
  logger: Logger;
  now: () => number;
}

/** Slack fetches a picture when the message arrives, and caches it. */
const LIFETIME_S = 24 * 60 * 60;
const MAX_DESCRIPTION_BYTES = 512 * 1024;
const MAX_TOPIC_LENGTH = 300;
const MAX_CACHED_BYTES = 32 * 1024 * 1024;
const PATH_PATTERN = /^\/charts\/([\w-]{1,3000})\.([\w-]{43})\.png$/;

/**
 * An address contains what its chart shows, so that any process can draw it, also after a restart. It is signed, so that nobody can
 * have other charts drawn. It contains nothing that the card doesn't show.
 */
export function createSignedChartAddresses({
  publicUrl,
  secret,
  renderer,
  logger,
  now,
}: SignedChartAddressesOptions): SignedChartAddresses {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'chart addresses', 32));
  const sign = (content: string) => createHmac('sha256', key).update(content).digest('base64url');
  /** The size of a picture is known once it is drawn. */
  const pictures = createCache<{ png: Promise<Buffer>; bytes: number }>({
    max: MAX_CACHED_BYTES,
    sizeOf: ({ bytes }) => bytes,
  });

  const read = (path: string): { content: string; description: ChartDescription; expiresAt: number } | null => {
    const [, content = '', signature = ''] = PATH_PATTERN.exec(path) ?? [];
    if (content === '' || !isEqualInConstantTime(signature, sign(content))) return null;
    const { expiresAt, description } = unpack(content);
    return now() / 1_000 < expiresAt ? { content, description, expiresAt } : null;
  };

  const drawOnce = (content: string, description: ChartDescription): Promise<Buffer> => {
    const known = pictures.get(content);
    if (known !== undefined) return known.png;
    const png = renderer.renderChart(description).then((chart) => chart.png);
    pictures.set(content, { png, bytes: 1 });
    png.then(
      ({ length }) => pictures.set(content, { png, bytes: length }),
      () => pictures.delete(content),
    );
    return png;
  };

  return {
    addressOf(description) {
      if (publicUrl === null) return null;
      const content = pack(withShortTopics(description), Math.ceil(now() / 1_000) + LIFETIME_S);
      const address = `${publicUrl}/charts/${content}.${sign(content)}.png`;
      if (address.length > BLOCK_LIMITS.imageUrl) return null;
      return { altText: planChart(description).caption.altText, at: { address } };
    },
    serve(request, response) {
      const found = read((request.url ?? '').split('?')[0] ?? '');
      if (found === null) return refuse(response, 404);
      drawOnce(found.content, found.description).then(
        (png) =>
          sendPicture(response, png, { isHead: request.method === 'HEAD', maxAge: found.expiresAt - now() / 1_000 }),
        (error: unknown) => {
          logger.warn({ err: error }, 'chart not drawn');
          refuse(response, 503);
        },
      );
    },
  };
}

function pack(description: ChartDescription, expiresAt: number): string {
  const json = Buffer.from(JSON.stringify({ expiresAt, description }));
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: json.length, [constants.BROTLI_PARAM_QUALITY]: 9 };
  return brotliCompressSync(json, { params }).toString('base64url');
}

/** Content is trusted because we signed it. */
function unpack(content: string): { expiresAt: number; description: ChartDescription } {
  const json = brotliDecompressSync(Buffer.from(content, 'base64url'), { maxOutputLength: MAX_DESCRIPTION_BYTES });
  return JSON.parse(json.toString());
}

/** No chart has room for longer topics. */
function withShortTopics(description: ChartDescription): ChartDescription {
  const cut = (_key: string, value: unknown) => (typeof value === 'string' ? truncate(value, MAX_TOPIC_LENGTH) : value);
  return JSON.parse(JSON.stringify(description, cut));
}

function sendPicture(response: ServerResponse, png: Buffer, { isHead, maxAge }: { isHead: boolean; maxAge: number }) {
  response.writeHead(200, {
    'content-type': 'image/png',
    'content-length': png.length,
    'cache-control': `public, max-age=${Math.max(0, Math.floor(maxAge))}, immutable`,
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
  response.end(isHead ? undefined : png);
}

function refuse(response: ServerResponse, status: 404 | 503): void {
  response.writeHead(status, { 'cache-control': 'no-store', ...(status === 503 ? { 'retry-after': '5' } : {}) });
  response.end();
}
