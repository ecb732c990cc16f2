import { bearerMatches } from '@pain-signals/telemetry';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../model/service-error.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const TYPES = ['application/x-ndjson', 'application/json', 'text/plain'];

export interface IngestDeps {
  /** Null: the operator set none, and there is no such route. */
  operatorToken: string | null;
  /** Stores lines of the import format. Returns what came of them. */
  store: (lines: Buffer) => Promise<object>;
}

/** Takes lines of the import format from the operator's own programs. */
export function addIngestRoute(app: FastifyInstance, { operatorToken, store }: IngestDeps): void {
  if (operatorToken === null) return;
  app.register(async (scope) => {
    scope.addHook('onRequest', async ({ headers }) => {
      if (!bearerMatches(headers.authorization, operatorToken))
        throw new ServiceError('UNAUTHORIZED', 'Send OPERATOR_TOKEN as "Authorization: Bearer <OPERATOR_TOKEN>".');
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(TYPES, { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/operator/ingest', { schema: { hide: true } }, async ({ body }, reply) =>
      reply.code(202).send(await store((body as Buffer | undefined) ?? Buffer.alloc(0))),
    );
  });
}
