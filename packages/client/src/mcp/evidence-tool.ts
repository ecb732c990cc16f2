import type { Page } from '@pain-signals/contract';
import { z } from 'zod';
import {
  isOutage,
  PainClientError,
  RateLimitedError,
  UnexpectedAnswerError,
  UnreachableError,
} from '../http/errors.ts';
import type { Parsed } from '../http/parse-answers.ts';
import type { Clock, Priority } from '../rate-limit/turn-queue.ts';
import type { CallContext } from '../resilience/call-policy.ts';
import { type Excerpt, lettersOnly, parseExcerpts } from './parse-excerpts.ts';
import { JsonRpcError, type McpSession } from './session.ts';
import { type EvidenceToolQuery, matchArguments } from './tool-arguments.ts';

/** The tool's answer has no excerpts; it may have some for other signals. */
class NoExcerptsError extends UnexpectedAnswerError {}

/** A server's tools can change when it restarts. */
const TOOL_CACHE_MS = 60 * 60 * 1000;

/** How long a server that rejects us is not called; for one that is down there is the circuit breaker. */
const REFUSAL_PAUSE_MS = 60_000;

const MAX_LISTS = 5;

const ToolList = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional().catch(undefined) });

/** @param warn called with why the server rejects us, for the operator */
export function createEvidenceTool(session: McpSession, clock: Clock, warn: (message: string) => void) {
  let kept: { tool: Tool; until: number } | null = null;
  let refusal: { error: unknown; until: number } | null = null;
  let lastError: string | null = null;

  const findTool = async (context: CallContext): Promise<Tool> => {
    const tool = findEvidenceTool(await listTools(session, context));
    if (!tool) throw new UnexpectedAnswerError('The MCP server has no tool that gives evidence: POST /mcp tools/list');
    kept = { tool, until: clock.now() + TOOL_CACHE_MS };
    return tool;
  };

  /** Concurrent calls share one search per priority, because a person does not wait behind queued background work. */
  const findingTool = new Map<Priority, Promise<Tool>>();
  const find = async (context: CallContext): Promise<Tool> => {
    if (kept && clock.now() < kept.until) return kept.tool;
    const started =
      findingTool.get(context.priority) ?? findTool(context).finally(() => findingTool.delete(context.priority));
    findingTool.set(context.priority, started);
    return started;
  };

  const call = async (context: CallContext, query: EvidenceToolQuery) => {
    const { name, inputSchema } = await find(context);
    const result = await session.request(context, 'tools/call', {
      name,
      arguments: matchArguments(query, inputSchema),
    });
    const parsed = parseExcerpts(result, query);
    if (!parsed) throw new NoExcerptsError('The evidence tool gave no excerpts: POST /mcp tools/call');
    return parsed;
  };

  /** Retries once after a broken connection, or with a new list of tools when the server no longer knows ours. */
  const callTwice = async (context: CallContext, query: EvidenceToolQuery) => {
    const hadTool = kept !== null;
    try {
      return await call(context, query);
    } catch (error) {
      const isWorthAnother = error instanceof UnreachableError || (hadTool && error instanceof JsonRpcError);
      if (!isWorthAnother) throw error;
      kept = null;
      return call(context, query);
    }
  };

  return {
    /** Throws {@link PainClientError}s. */
    async fetch(context: CallContext, query: EvidenceToolQuery): Promise<Parsed<Page<Excerpt>>> {
      if (refusal && clock.now() < refusal.until) throw refusal.error;
      try {
        const parsed = await callTwice(context, query);
        lastError = null;
        return parsed;
      } catch (error) {
        lastError = error instanceof PainClientError ? error.message : 'Unknown fault';
        if (isServerRefusal(error)) {
          refusal = { error, until: clock.now() + REFUSAL_PAUSE_MS };
          warn(lastError);
        }
        throw error;
      }
    },
    /** Asks the server for its tools. Throws {@link PainClientError}s, also where none of them gives evidence. */
    async check(context: CallContext): Promise<void> {
      await findTool(context);
    },
    /** The last error, never in the service's words; null after a success. */
    lastError: (): string | null => lastError,
  };
}

export type EvidenceTool = ReturnType<typeof createEvidenceTool>;

/** Whether the server would reject the call for any signal. */
const isServerRefusal = (error: unknown): boolean =>
  !isOutage(error) &&
  !(error instanceof RateLimitedError || error instanceof NoExcerptsError) &&
  !(error instanceof JsonRpcError && error.rpcCode === INVALID_PARAMS);

const INVALID_PARAMS = -32602;

async function listTools(session: McpSession, context: CallContext): Promise<Tool[]> {
  const tools: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_LISTS; page++) {
    const list = ToolList.safeParse(
      await session.request(context, 'tools/list', cursor === undefined ? {} : { cursor }),
    );
    if (!list.success) throw new UnexpectedAnswerError('The MCP server gave no list: POST /mcp tools/list');
    tools.push(...list.data.tools);
    cursor = list.data.nextCursor;
    if (cursor === undefined) break;
  }
  return tools.flatMap((tool) => Tool.safeParse(tool).data ?? []);
}

const Tool = z
  .object({
    name: z.string().min(1).max(200),
    description: z.string().optional().catch(undefined),
    inputSchema: z.unknown().optional(),
    annotations: z
      .object({ destructiveHint: z.boolean().optional(), readOnlyHint: z.boolean().optional() })
      .optional()
      .catch(undefined),
  })
  .loose();
export type Tool = z.output<typeof Tool>;

/** The tool's name in the specification. */
const TOOL_NAME = 'get_signal_evidence';

/** How the tool is recognized by name or description, the surest first. */
const TOOL_MATCHERS: readonly ((tool: Tool) => boolean)[] = [
  ({ name }) => lettersOnly(name) === lettersOnly(TOOL_NAME),
  ({ name }) => lettersOnly(name).includes('evidence'),
  ({ description = '' }) => /\bevidence\b/i.test(description) && /excerpt|quot|wrote/i.test(description),
  ({ description = '' }) => /excerpt/i.test(description),
];

/** The tool that gives evidence with excerpts; null when there is none. Tools that change something are never used. */
function findEvidenceTool(tools: readonly Tool[]): Tool | null {
  const harmless = tools.filter(({ annotations }) => annotations?.readOnlyHint !== false);
  for (const fits of TOOL_MATCHERS) {
    const found = harmless.find(fits);
    if (found) return found;
  }
  return null;
}
