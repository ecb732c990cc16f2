import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import type { onSendAsyncHookHandler } from 'fastify';

const gzip = promisify(gzipCallback);

/** Below about one packet, packing gains nothing. */
const LEAST_PACKED_BYTES = 1_400;
/** Most of the default's gain for half its time. */
const LEVEL = 4;

interface Packed {
  etag: string;
  gzipped?: Promise<Buffer>;
}

/** Whether gzip is named with another weight than 0, which refuses it. */
const takesGzip = (acceptEncoding = ''): boolean =>
  acceptEncoding.split(',').some((coding) => {
    const [name, ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
    return name === 'gzip' && !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each));
  });

/**
 * Adds an ETag, answers 304 to a caller that has the body already, and packs it for one that takes gzip. Bodies without anybody's
 * secrets alone: packing those together with what a stranger sent would give them away (BREACH).
 */
export function createEtagAndGzip(): onSendAsyncHookHandler {
  // Cached answers are the same bytes each time.
  const known = new WeakMap<Buffer, Packed>();
  const packedOf = (bytes: Buffer): Packed => {
    const packed = known.get(bytes) ?? { etag: `W/"${createHash('sha1').update(bytes).digest('base64url')}"` };
    known.set(bytes, packed);
    return packed;
  };

  return async ({ headers }, reply, payload: unknown) => {
    if (!Buffer.isBuffer(payload) || reply.statusCode !== 200) return payload;
    const packed = packedOf(payload);
    reply.headers({ etag: packed.etag, vary: 'accept-encoding' });
    if (headers['if-none-match']?.split(',').some((etag) => etag.trim() === packed.etag)) {
      reply.code(304);
      return '';
    }
    if (payload.length < LEAST_PACKED_BYTES || !takesGzip(headers['accept-encoding'])) return payload;
    packed.gzipped ??= gzip(payload, { level: LEVEL });
    reply.header('content-encoding', 'gzip');
    return packed.gzipped;
  };
}
