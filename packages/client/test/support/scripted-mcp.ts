import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { failure, json, type Script, type ScriptedService, startScriptedService } from './scripted-service.ts';

interface Call {
  method: string;
  params: Record<string, unknown>;
  session: string | undefined;
}

export interface McpScript {
  tools: unknown;
  /** The result of tools/call. */
  result: unknown;
  /** Answers as an event stream that stays open. */
  isStream?: boolean;
  /** Refuses whoever has not greeted, and forgets all sessions when this is counted up. */
  sessions?: { generation: number };
  /** Goes before everything else; true when it has answered. */
  first?: (request: IncomingMessage, response: ServerResponse) => boolean;
  rest?: Script;
}

export interface ScriptedMcp extends ScriptedService {
  calls: Call[];
  script: McpScript;
}

const SCHEMA = {
  type: 'object',
  properties: {
    signalId: { type: 'string' },
    mode: { type: 'string', enum: ['summary', 'full'] },
    page: { type: 'integer', minimum: 0 },
    size: { type: 'integer', minimum: 1, maximum: 100 },
  },
  required: ['signalId'],
};

export const evidenceTool = (tool: object = {}) => ({ name: 'get_signal_evidence', inputSchema: SCHEMA, ...tool });

/** A real HTTP server with an MCP server at /mcp and REST evidence beside it, as odd as the test scripts it. */
export async function startScriptedMcp(script: Partial<McpScript> = {}): Promise<ScriptedMcp> {
  const calls: Call[] = [];
  const scripted: McpScript = { tools: [evidenceTool()], result: { structuredContent: { items: [] } }, ...script };
  const service = await startScriptedService((request, response) => {
    if (scripted.first?.(request, response)) return;
    if (request.method === 'POST') void answerRpc(scripted, calls, request, response);
    else (scripted.rest ?? failure(404, 'NOT_FOUND'))(request, response);
  });
  return Object.assign(service, { calls, script: scripted });
}

async function answerRpc(script: McpScript, calls: Call[], request: IncomingMessage, response: ServerResponse) {
  const { id, method, params } = JSON.parse(await text(request));
  const session = request.headers['mcp-session-id']?.toString();
  calls.push({ method, params, session });
  const current = script.sessions && `session-${script.sessions.generation}`;
  if (method === 'initialize') {
    const headers = current === undefined ? undefined : { 'mcp-session-id': current };
    return send(script, response, { id, result: { protocolVersion: '2025-06-18', capabilities: {} } }, headers);
  }
  if (session !== current) {
    const status = session === undefined ? 400 : 404;
    return json({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'No session' } }, status)(
      request,
      response,
    );
  }
  if (id === undefined) return void response.writeHead(202).end();
  if (method === 'tools/list') return send(script, response, { id, result: { tools: script.tools } });
  if (method === 'tools/call') return send(script, response, { id, result: script.result });
  send(script, response, { id, error: { code: -32601, message: 'Method not found' } });
}

function send(
  { isStream }: McpScript,
  response: ServerResponse,
  message: object,
  headers: Record<string, string> = {},
) {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  if (!isStream) return void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  response.write(': hello\n\n');
  response.write('event: message\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n');
  response.write(`event: message\nid: 7\ndata: ${body}\n\n`);
}
