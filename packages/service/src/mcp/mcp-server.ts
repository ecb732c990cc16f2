import { McpServer } from '@modelcontextprotocol/server';
import { RATE_LIMIT } from '@pain-signals/contract';
import type { Tool, ToolContext } from './tool.ts';
import { UNTRUSTED_TEXT_NOTICE } from './words-of-strangers.ts';

const INSTRUCTIONS = `Pain signals: what developers publicly complain about, clustered, scored (0-100) and backed by evidence. Read-only.
To look around, list trending, emerging or top signals; to look for something, search. Each signal has an id: with it, get the signal, then its evidence, then its opportunity brief. An empty list is a true answer.
${UNTRUSTED_TEXT_NOTICE}
Every request counts, ${RATE_LIMIT.calls} in any ${RATE_LIMIT.windowSeconds} seconds for each user over REST and MCP together; after a 429 wait one second and retry.
Not permitted: competitive scraping, data resale, training models on the corpus, paging through all signals.`;

/** Tools are the same until the service is started anew, so that agents need not spend their budget on asking again. */
const TOOLS_LIFETIME_MS = 3_600_000;

/** A server for one request: nothing is remembered from one to the next. */
export function createMcpServer(tools: readonly Tool[], context: ToolContext): McpServer {
  const server = new McpServer(
    { name: 'pain-signals', title: 'Pain Signals', version: '1.0.0' },
    {
      instructions: INSTRUCTIONS,
      capabilities: { tools: { listChanged: false } },
      cacheHints: { 'tools/list': { ttlMs: TOOLS_LIFETIME_MS, cacheScope: 'private' } },
    },
  );
  for (const tool of tools) tool.addTo(server, context);
  return server;
}
