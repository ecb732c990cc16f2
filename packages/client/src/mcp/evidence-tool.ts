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
import type { Clock } from '../rate-limit/clock.ts';
import type { Priority } from '../rate-limit/turn-queue.ts';
import type { CallContext } from '../resilience/call-policy.ts';
import { type Excerpt, parseExcerpts } from './parse-excerpts.ts';
import { JsonRpcError, type McpSession } from './session.ts';
import { type EvidenceToolQuery, matchArguments } from './tool-arguments.ts';

/** The tool answered, but not with excerpts: that signal may be unknown, and the next one be answered. */
class NoExcerptsError extends UnexpectedAnswerError {
  override name = 'NoExcerptsError';
}

export interface EvidenceTool {
  /** Throws {@link PainClientError}s. */
  fetch(errand: CallContext, question: EvidenceToolQuery): Promise<Parsed<Page<Excerpt>>>;
  /** What went wrong last, in our own words; null when nothing did. */
  lastError(): string | null;
}

/** The tools of a server change when it is started anew. */
const TOOL_CACHE_MS = 60 * 60 * 1000;

/** A server that is there and refuses is left alone this long; one that is down has its circuit breaker. */
const REFUSAL_PAUSE_MS = 60_000;

const MAX_LISTS = 5;

const ToolList = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional().catch(undefined) });

export function createEvidenceTool(session: McpSession, clock: Clock): EvidenceTool {
  let kept: { tool: Tool; until: number } | null = null;
  let refusal: { error: unknown; until: number } | null = null;
  let lastFault: string | null = null;

  const look = async (errand: CallContext): Promise<Tool> => {
    const tool = findEvidenceTool(await listTools(session, errand));
    if (!tool) throw new UnexpectedAnswerError('The MCP server has no tool that gives evidence: POST /mcp tools/list');
    kept = { tool, until: clock.now() + TOOL_CACHE_MS };
    return tool;
  };

  /** Many ask at the same time; a person does not wait behind background work that stands in line. */
  const looking = new Map<Priority, Promise<Tool>>();
  const find = async (errand: CallContext): Promise<Tool> => {
    if (kept && clock.now() < kept.until) return kept.tool;
    const started = looking.get(errand.priority) ?? look(errand).finally(() => looking.delete(errand.priority));
    looking.set(errand.priority, started);
    return started;
  };

  const call = async (errand: CallContext, query: EvidenceToolQuery) => {
    const { name, inputSchema } = await find(errand);
    const result = await session.request(errand, 'tools/call', { name, arguments: matchArguments(query, inputSchema) });
    const reading = parseExcerpts(result, query);
    if (!reading) throw new NoExcerptsError('The evidence tool gave no excerpts: POST /mcp tools/call');
    return reading;
  };

  /** A broken connection is made again once, and the tools of a server that knows ours no longer are listed again. */
  const callTwice = async (errand: CallContext, query: EvidenceToolQuery) => {
    const hadTool = kept !== null;
    try {
      return await call(errand, query);
    } catch (error) {
      const isWorthAnother = error instanceof UnreachableError || (hadTool && error instanceof JsonRpcError);
      if (!isWorthAnother) throw error;
      kept = null;
      return call(errand, query);
    }
  };

  return {
    async fetch(errand, query) {
      if (refusal && clock.now() < refusal.until) throw refusal.error;
      try {
        const reading = await callTwice(errand, query);
        lastFault = null;
        return reading;
      } catch (error) {
        lastFault = error instanceof PainClientError ? error.message : 'Unknown fault';
        if (isServerRefusal(error)) refusal = { error, until: clock.now() + REFUSAL_PAUSE_MS };
        throw error;
      }
    },
    lastError: () => lastFault,
  };
}

/** What would be refused whichever signal is asked about. */
const isServerRefusal = (error: unknown): boolean =>
  !isOutage(error) &&
  !(error instanceof RateLimitedError || error instanceof NoExcerptsError) &&
  !(error instanceof JsonRpcError && error.rpcCode === INVALID_PARAMS);

const INVALID_PARAMS = -32602;

async function listTools(session: McpSession, errand: CallContext): Promise<Tool[]> {
  const tools: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_LISTS; page++) {
    const list = ToolList.safeParse(
      await session.request(errand, 'tools/list', cursor === undefined ? {} : { cursor }),
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

/** The specification's name for it. */
const TOOL_NAME = 'get_signal_evidence';

/** What the name or the description must say where that name is not there, the surest first. */
const TOOL_MATCHERS: readonly ((tool: Tool) => boolean)[] = [
  ({ name }) => lettersOnly(name) === lettersOnly(TOOL_NAME),
  ({ name }) => lettersOnly(name).includes('evidence'),
  ({ description = '' }) => /\bevidence\b/i.test(description) && /excerpt|quot|wrote/i.test(description),
  ({ description = '' }) => /excerpt/i.test(description),
];

const lettersOnly = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** The tool that gives evidence with excerpts; null when none does. One that says it changes things is never taken. */
function findEvidenceTool(tools: readonly Tool[]): Tool | null {
  const harmless = tools.filter(({ annotations }) => annotations?.readOnlyHint !== false);
  for (const fits of TOOL_MATCHERS) {
    const found = harmless.find(fits);
    if (found) return found;
  }
  return null;
}
