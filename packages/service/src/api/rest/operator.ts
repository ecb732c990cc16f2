import type { CheckToken } from '@pain-signals/telemetry';
import type { FastifyInstance } from 'fastify';
import type { WorkspaceKeys } from '../../accounts/keys/workspace-keys.ts';
import { rateLimitedError } from '../../accounts/limits/rate-limit.ts';
import { ServiceError } from '../../model/service-error.ts';

const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** A batch may wait for its turn behind others. */
const INGEST_TIMEOUT_MS = 10 * 60_000;
const TYPES = ['application/x-ndjson', 'application/json', 'text/plain'];
/** Slack's ids: T… for a workspace, E… for an organization. */
const WORKSPACE_ID = /^[TE][A-Z0-9]{2,30}$/;

export interface OperatorDeps {
  checkToken: CheckToken;
  /** Stores lines of the import format. Returns the counts and faults, of an earlier call with the same key where there was one. */
  ingest: (lines: Buffer, idempotencyKey: string | null) => Promise<{ answer: object; isRepeated: boolean }>;
  workspaceKeys: WorkspaceKeys;
}

/** Routes for the operator's own programs. Null: the operator set no token, and there are none. */
export function addOperatorRoutes(app: FastifyInstance, deps: OperatorDeps | null): void {
  if (deps === null) return;
  const { checkToken, ingest, workspaceKeys } = deps;
  app.register(async (scope) => {
    scope.addHook('onRequest', async ({ headers, ip }) => {
      const result = checkToken({ address: ip, authorization: headers.authorization });
      if (result === 'right') return;
      if (result === 'limited')
        throw rateLimitedError('Too many calls with a wrong OPERATOR_TOKEN from this address. Wait a minute.');
      throw new ServiceError('UNAUTHORIZED', 'Send OPERATOR_TOKEN as "Authorization: Bearer <OPERATOR_TOKEN>".');
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(TYPES, { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    const schema = { hide: true };
    scope.post('/operator/ingest', { schema }, async ({ body, socket, headers }, reply) => {
      socket.setTimeout(INGEST_TIMEOUT_MS);
      const key = headers['idempotency-key'];
      const lines = (body as Buffer | undefined) ?? Buffer.alloc(0);
      const { answer, isRepeated } = await ingest(lines, typeof key === 'string' ? key : null);
      if (isRepeated) reply.header('idempotency-replayed', 'true');
      return reply.code(202).send(answer);
    });
    scope.put('/operator/workspaces/:id/key', { schema }, ({ params }) => workspaceKeys.issue(idIn(params)));
    scope.delete('/operator/workspaces/:id/key', { schema }, async ({ params }, reply) => {
      await workspaceKeys.revoke(idIn(params));
      return reply.code(204).send();
    });
  });
}

function idIn(params: unknown): string {
  const { id } = params as { id: string };
  if (WORKSPACE_ID.test(id)) return id;
  throw new ServiceError('INVALID_PARAMETER', 'Parameter "id" must be the id of a Slack workspace, such as T012AB3CD.');
}
