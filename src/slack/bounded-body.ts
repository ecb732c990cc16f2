/** Far more than Slack answers. */
const MAX_BYTES = 4_000_000;

/** The body, as far as it fits into memory. Throws at a longer one. */
export async function* boundedBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error(`The answer is longer than ${MAX_BYTES} bytes`);
    yield part;
  }
}

/** The same response with a bounded body. */
export const boundedResponse = (response: Response): Response =>
  response.body === null ? response : new Response(ReadableStream.from(boundedBody(response.body)), response);
