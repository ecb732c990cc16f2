import { parseJson } from '@pain-signals/contract';
import { z } from 'zod';
import { PainClientError, UnexpectedAnswerError, UnreachableError } from '../http/errors.ts';
import type { HttpClient, HttpResponse } from '../http/http-client.ts';
import type { Priority } from '../rate-limit/turn-queue.ts';
import type { CallContext, Task } from '../resilience/call-policy.ts';

/** A conversation with an MCP server over Streamable HTTP. */
export interface McpSession {
  /** Sends a request and gives its result. Throws {@link PainClientError}s. */
  request(errand: CallContext, method: string, params: object): Promise<unknown>;
}

interface SessionOptions {
  /** {mcp_url}/mcp. */
  url: string;
  exchange: HttpClient;
  /** Spends the budget, as every call does. */
  perform: <T>(errand: CallContext, task: Pick<Task<T>, 'what' | 'send'>) => Promise<T>;
}

/** The newest revision in which a client greets first; a server that speaks an older one says so. */
const PROTOCOL_VERSION = '2025-11-25';

const InitializeResult = z.object({ protocolVersion: z.string().regex(/^[\w.-]{1,40}$/) }).loose();

/**
 * The specification shows a plain POST without a greeting, and a greeting would cost two calls of the budget, so one is made only
 * where the server refuses without, and again when it has forgotten us.
 */
export function createMcpSession({ url, exchange, perform }: SessionOptions): McpSession {
  let session: Record<string, string> = {};
  const greetings = new Map<Priority, Promise<void>>();
  let lastId = 0;

  const post = (errand: CallContext, method: string, message: object, id?: number): Promise<HttpResponse> => {
    const what = `POST /mcp ${method}`;
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...session };
    const body = JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, ...message });
    const isWhole = id === undefined ? () => true : holdsAnswerTo(id);
    const letter = { what, method: 'POST', url: new URL(url), headers, body, isWhole } as const;
    return perform(errand, { what, send: (timeoutMs) => exchange(letter, timeoutMs) });
  };

  const request = async (errand: CallContext, method: string, params: object) => {
    const id = ++lastId;
    const reply = await post(errand, method, { params }, id);
    return { reply, result: parseResult(`POST /mcp ${method}`, reply, id) };
  };

  const greet = async (errand: CallContext) => {
    session = {};
    const client = {
      protocolVersion: PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: 'pain-signals', version: '1.0' },
    };
    const { reply, result } = await request(errand, 'initialize', client);
    const read = InitializeResult.safeParse(result);
    if (!read.success) throw new UnexpectedAnswerError('The MCP server did not greet back: POST /mcp initialize');
    const id = reply.header('mcp-session-id');
    session = {
      'mcp-protocol-version': read.data.protocolVersion,
      ...(id !== null && /^[\x21-\x7e]{1,500}$/.test(id) ? { 'mcp-session-id': id } : {}),
    };
    await post(errand, 'notifications/initialized', {});
  };

  /** Many may find at once that there is no session; a person does not wait behind background work that stands in line. */
  const greetOnce = (errand: CallContext) => {
    const started = greetings.get(errand.priority) ?? greet(errand).finally(() => greetings.delete(errand.priority));
    greetings.set(errand.priority, started);
    return started;
  };

  return {
    async request(errand, method, params) {
      await greetings.get(errand.priority);
      try {
        return (await request(errand, method, params)).result;
      } catch (error) {
        if (error instanceof UnreachableError) session = {};
        if (!needsInitialize(error)) throw error;
        await greetOnce(errand);
        return (await request(errand, method, params)).result;
      }
    },
  };
}

/** JSON-RPC's "invalid request", and the range that servers keep for their own. */
const isSessionError = ({ rpcCode }: JsonRpcError) => rpcCode === -32600 || (rpcCode <= -32000 && rpcCode >= -32099);

/** 400: there must be a session; 404: it is over. As a JSON-RPC error it may come with any status. */
const needsInitialize = (error: unknown): boolean =>
  error instanceof JsonRpcError
    ? isSessionError(error)
    : error instanceof PainClientError && (error.status === 400 || error.status === 404);

const Message = z
  .object({
    id: z.union([z.number(), z.string()]).nullish(),
    result: z.unknown().optional(),
    error: z.object({ code: z.number() }).loose().optional(),
  })
  .loose();
type Message = z.output<typeof Message>;

/** The server took the request and answered it with an error. */
export class JsonRpcError extends UnexpectedAnswerError {
  override name = 'JsonRpcError';
  readonly rpcCode: number;

  constructor(what: string, rpcCode: number) {
    super(`The MCP server answered with error ${rpcCode}: ${what}`);
    this.rpcCode = rpcCode;
  }
}

/** The result of request `id`, whether the server answered as JSON or as an event stream. Throws {@link UnexpectedAnswerError}s. */
function parseResult(what: string, { header, text }: HttpResponse, id: number): unknown {
  const isStream = header('content-type')?.includes('text/event-stream') ?? false;
  const bodies = isStream ? parseEvents(text) : [parseJson(text)].flat();
  const answer = bodies.map(asMessage).find((message) => isAnswerTo(message, id));
  if (!answer) throw new UnexpectedAnswerError(`The answer is no JSON-RPC: ${what}`);
  if (answer.error) throw new JsonRpcError(what, answer.error.code);
  return answer.result;
}

/** A server may leave the stream open after its answer. */
const holdsAnswerTo =
  (id: number) =>
  (text: string): boolean =>
    /^(?:data|event|id|:)/m.test(text) && parseEvents(text).some((body) => isAnswerTo(asMessage(body), id));

/** The data of every complete event: lines that begin with "data:", up to an empty line. */
function parseEvents(text: string): unknown[] {
  const events = text.replace(/\r\n?/g, '\n').split('\n\n');
  return events.map((event) => {
    const lines = event.split('\n').filter((line) => line.startsWith('data:'));
    return parseJson(lines.map((line) => line.slice('data:'.length)).join('\n'));
  });
}

function asMessage(body: unknown): Message | null {
  const parsed = Message.safeParse(body);
  return parsed.success ? parsed.data : null;
}

/** Some servers give an error back without the id. */
const isAnswerTo = (message: Message | null, id: number): message is Message =>
  message !== null && (message.result !== undefined ? String(message.id) === String(id) : message.error !== undefined);
