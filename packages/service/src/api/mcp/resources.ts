import { readFileSync } from 'node:fs';
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { withTimeout } from '@pain-signals/contract';
import { z } from 'zod';
import type { Queries } from '../../queries/index.ts';
import { toServiceError } from '../http/to-service-error.ts';
import { SIGNAL_VIEW } from './tools/signal.ts';
import { UNTRUSTED_TEXT_NOTICE } from './tools/text.ts';
import type { ToolContext } from './tools/tool.ts';

/** Listed for clients that offer resources to pick from. */
const LISTED = 10;

interface Kind {
  scheme: 'signal' | 'brief';
  title: string;
  description: string;
  list: (queries: Queries) => Promise<{ id: string; topic: string }[]>;
  read: (queries: Queries, id: string) => Promise<object>;
}

const KINDS: readonly Kind[] = [
  {
    scheme: 'signal',
    title: 'Pain signal',
    description: `A signal in full: summary, score with its parts, mentions. ${UNTRUSTED_TEXT_NOTICE}`,
    list: (queries) => queries.top({ metric: 'score', limit: LISTED }),
    read: (queries, id) => queries.getSignal(id),
  },
  {
    scheme: 'brief',
    title: 'Opportunity brief',
    description: `A signal's brief with its evidence, by the signal's id. ${UNTRUSTED_TEXT_NOTICE}`,
    list: async (queries) =>
      (await queries.opportunities()).slice(0, LISTED).map(({ painSignalId, topic }) => ({ id: painSignalId, topic })),
    read: (queries, id) => queries.brief(id),
  },
];

const VIEW = {
  uri: SIGNAL_VIEW,
  mimeType: 'text/html;profile=mcp-app',
  text: readFileSync(new URL('./view.html', import.meta.url), 'utf8'),
  _meta: { ui: { prefersBorder: true } },
};

/** The view of MCP Apps. It loads nothing and gets what it draws from the client. */
function addView(server: McpServer): void {
  const { uri, mimeType } = VIEW;
  const about = { title: 'Pain signal', description: 'Draws a signal with its chart, or evidence', mimeType };
  server.registerResource('signal-view', uri, about, () => ({ contents: [VIEW] }));
}

/** signal://{id} and brief://{id}, as JSON of the REST interface. */
export function addResources(server: McpServer, queries: Queries, { log, timeoutMs }: ToolContext): void {
  addView(server);
  for (const { scheme, title, description, list, read } of KINDS) {
    const mimeType = 'application/json';
    const template = new ResourceTemplate(`${scheme}://{id}`, {
      list: async () => ({
        resources: (await list(queries)).map(({ id, topic }) => ({ uri: `${scheme}://${id}`, name: topic, mimeType })),
      }),
    });
    server.registerResource(scheme, template, { title, description, mimeType }, async (uri, variables) => {
      const { data: id } = z.uuid().safeParse(variables.id);
      if (id === undefined) throw new ResourceNotFoundError(uri.href);
      try {
        const found = await withTimeout(timeoutMs, read(queries, id));
        return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(found) }] };
      } catch (error) {
        const { code } = toServiceError(error, log, { resource: scheme });
        if (code === 'NOT_FOUND') throw new ResourceNotFoundError(uri.href);
        throw error;
      }
    });
  }
}
