import type { Agent } from 'undici';

/** An OpenAI-compatible server, such as https://api.example/v1, and one of its models. */
export interface ModelSettings {
  url: string;
  model: string;
  apiKey: string | null;
}

/** The server gave no usable response. The message contains neither the key nor any text that was sent. */
export class ModelError extends Error {
  override name = 'ModelError';
}

export interface ModelResponse {
  status: number;
  text: string;
}

/** Posts a body as JSON and returns the response of any status. Throws {@link ModelError} without one. */
export type PostToModel = (body: object, timeoutMs: number) => Promise<ModelResponse>;

/** `path` is appended to the URL unless it ends with it. Redirects are not followed, so the key goes to this server only. */
export function createModelEndpoint(
  { url, apiKey }: ModelSettings,
  path: string,
  maxResponseSize: number,
): PostToModel {
  const base = url.replace(/\/+$/, '');
  const address = base.endsWith(path) ? base : `${base}${path}`;
  let dispatcher: Agent | undefined;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  return async (body, timeoutMs) => {
    // Loaded with the first request: most runs ask no model, and loading it takes a tenth of a short command's time.
    const { Agent, request } = await import('undici');
    // The timeout of each request covers connecting too.
    dispatcher ??= new Agent({ maxResponseSize, connect: { timeout: 0 } });
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { method: 'POST', headers, body: JSON.stringify(body), dispatcher, signal } as const;
    try {
      const { statusCode, body: stream } = await request(address, options);
      return { status: statusCode, text: await stream.text() };
    } catch {
      // undici's message may quote the request, including the key.
      throw new ModelError(
        signal.aborted ? `The model did not answer within ${timeoutMs} ms.` : 'The model cannot be reached.',
      );
    }
  };
}

/** The response's text. Throws {@link ModelError} unless its status is 200. */
export function expectOk({ status, text }: ModelResponse): string {
  if (status !== 200) throw new ModelError(`The model's server responded with status ${status}.`);
  return text;
}
