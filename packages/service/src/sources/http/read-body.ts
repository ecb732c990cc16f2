import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { UnexpectedResponseError } from './errors.ts';

/** A hundred of the largest issues GitHub allows come to less. */
const MAX_BYTES = 32 * 1024 * 1024;

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The text of an answer's body, unpacked. Counts the unpacked bytes, so a small answer cannot swell without end. */
export async function readBody(what: string, body: Readable, encoding: string | null): Promise<string> {
  const decoder = DECODERS[encoding?.trim().toLowerCase() ?? ''];
  if (decoder === undefined && encoding !== null && encoding !== '' && encoding !== 'identity') {
    body.destroy();
    throw new UnexpectedResponseError(`The answer is packed in a way that was not asked for: ${what}`);
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of decoder === undefined ? body : pipeline(body, decoder(), () => {})) {
    size += part.length;
    if (size > MAX_BYTES) {
      body.destroy();
      throw new UnexpectedResponseError(`The answer is over ${MAX_BYTES} bytes: ${what}`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
