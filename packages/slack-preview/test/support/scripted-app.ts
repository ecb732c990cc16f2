import Fastify, { type FastifyInstance } from 'fastify';

/** What came to the app: the form or JSON fields, and the interaction's payload where there is one. */
export interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly payload: Record<string, unknown> & { readonly actions?: readonly Record<string, unknown>[] };
}

export interface ScriptedApp {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

export type Answer = (received: Received) => unknown;

/** An app that does what the test says: `answer` gives the acknowledgement's body. */
export async function startScriptedApp(answer: Answer = () => ''): Promise<ScriptedApp> {
  const server: FastifyInstance = Fastify({ forceCloseConnections: true });
  const received: Received[] = [];
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.post('/slack/events', async (request, reply) => {
    const item = read(request.headers, String(request.body));
    received.push(item);
    return reply.send((await answer(item)) ?? '');
  });
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url: `${origin}/slack/events`, received, close: () => server.close() };
}

function read(headers: Received['headers'], body: string): Received {
  if (body.startsWith('{')) return { headers, body, fields: {}, payload: JSON.parse(body) };
  const fields = Object.fromEntries(new URLSearchParams(body));
  return { headers, body, fields, payload: JSON.parse(fields.payload ?? '{}') };
}
