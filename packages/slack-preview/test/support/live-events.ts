import { onTestFinished } from 'vitest';

export interface LiveEvent {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Follows a page's server-sent events: each call waits for the next one. */
export async function followLive(address: string): Promise<() => Promise<LiveEvent>> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(address, { signal: stop.signal });
  const events = readEvents(response.body ?? new ReadableStream());
  return async () => {
    const { value } = await events.next();
    if (!value) throw new Error('The stream ended.');
    return value;
  };
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<LiveEvent> {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const [, event, data] = /^id: \d+\nevent: (\w+)\ndata: (.*)$/.exec(part) ?? [];
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
    }
  }
}
