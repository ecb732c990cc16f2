import { type EVIDENCE_MODES, type EvidenceItem, LIFETIME_SECONDS, PAGE_SIZE, type Page } from '@pain-signals/contract';
import type { Answer, Cache } from './cache.ts';
import { BadRequestError, PainClientError, RateLimitedError } from './http/errors.ts';
import type { EvidenceTool } from './mcp/evidence-tool.ts';
import type { Excerpt } from './mcp/parse-excerpts.ts';
import type { EvidenceToolQuery } from './mcp/tool-arguments.ts';
import type { Clock } from './rate-limit/turn-queue.ts';
import type { CallContext } from './resilience/call-policy.ts';

export interface ExcerptsQuery {
  /** Default `summary`. */
  mode?: (typeof EVIDENCE_MODES)[number];
  page?: number;
  size?: number;
}

export interface ExcerptPage extends Page<Excerpt> {
  /** `unavailable`: MCP failed, and this is the evidence from REST, which has no excerpts. */
  excerpts: 'available' | 'unavailable';
}

interface ExcerptsSources {
  evidenceTool: EvidenceTool;
  cache: Cache;
  clock: Clock;
  evidence(
    context: CallContext,
    id: string,
    query: { page: number; size: number },
  ): Promise<Answer<Page<EvidenceItem>>>;
}

/** The share of the time that MCP may take; the rest is for REST. */
const SHARE_OF_MCP = 0.5;

export function createEvidenceExcerpts({ evidenceTool, cache, clock, evidence }: ExcerptsSources) {
  const byMcp = async (context: CallContext, query: EvidenceToolQuery) => {
    const until = clock.now() + (context.until - clock.now()) * SHARE_OF_MCP;
    const { data, dropped } = await evidenceTool.fetch({ ...context, until, attempts: 1 }, query);
    const excerpts = { ...data, excerpts: 'available' } satisfies ExcerptPage;
    return { data: excerpts as ExcerptPage, dropped, lifetimeSeconds: LIFETIME_SECONDS.other };
  };

  return async (context: CallContext, signalId: string, query: ExcerptsQuery): Promise<Answer<ExcerptPage>> => {
    const resolved = resolveQuery(signalId, query);
    const key = `excerpts ${JSON.stringify(resolved)}`;
    try {
      // Never a stale answer: REST may be up and know the current evidence.
      return await cache.fetch(key, `${context.coalescingKey} ${key}`, () => byMcp(context, resolved), {
        mayStandIn: () => false,
      });
    } catch (error) {
      // REST spends the same budget.
      if (!(error instanceof PainClientError) || error instanceof RateLimitedError) throw error;
      const { page, size } = resolved;
      return withoutExcerpts(await evidence(context, signalId, { page, size }), size);
    }
  };
}

/** MCP servers count pages as they like and cut excerpts to what we ask for, so the query is checked here. */
function resolveQuery(
  signalId: string,
  { mode = 'summary', page = 0, size = PAGE_SIZE.default }: ExcerptsQuery,
): EvidenceToolQuery {
  if (!Number.isSafeInteger(page) || page < 0) throw new BadRequestError(`page is a whole number from 0, not ${page}`);
  if (!Number.isSafeInteger(size) || size < PAGE_SIZE.min || size > PAGE_SIZE.max) {
    throw new BadRequestError(`size is a whole number of ${PAGE_SIZE.min} to ${PAGE_SIZE.max}, not ${size}`);
  }
  return { signalId, mode, page, size };
}

/** A server may send more than it was asked for, here as over MCP. */
function withoutExcerpts({ data, ...answer }: Answer<Page<EvidenceItem>>, size: number): Answer<ExcerptPage> {
  const items = data.items.slice(0, size).map((item) => ({
    ...item,
    excerpt: null,
    url: null,
    author: null,
    licence: null,
    postedAt: null,
  }));
  return { ...answer, data: { ...data, items, excerpts: 'unavailable' } };
}
