import { parseJson } from '@pain-signals/contract';
import { z } from 'zod';
import { PainClientError, UnexpectedAnswerError, UnreachableError } from '../http/errors.ts';
import { type HttpClient, type HttpResponse, MAX_ANSWER_VALUES } from '../http/http-client.ts';
import type { Priority } from '../rate-limit/turn-queue.ts';
import type { CallContext, Task } from '../resilience/call-policy.ts';

interface SessionOptions {
  /** {mcp_url}/mcp. */
  url: string;
  http: HttpClient;
  /** Makes the call within the budget, with retries. */
  perform: <T>(context: CallContext, task: Pick<Task<T>, 'what' | 'send'>) => Promise<T>;
}

/** The newest revision that has `initialize`; a server of an older one answers with its own. */
const PROTOCOL_VERSION = '2025-11-25';

const InitializeResult = z.object({ protocolVersion: z.string().regex(/^[\w.-]{1,40}$/) }).loose();

/**
 * The specification shows a plain POST without `initialize`, which would cost two calls of the budget. So a session is
 * initialized only when the server rejects a request without one, and again when it has dropped the session.
 */
export function createMcpSession({ url, http, perform }: SessionOptions) {
  let session: Record<string, string> = {};
  const initializing = new Map<Priority, Promise<void>>();
  let lastId = 0;

  const post = (context: CallContext, method: string, message: object, id?: number): Promise<HttpResponse> => {
    const what = `POST /mcp ${method}`;
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...session };
    const body = JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), method, ...message });
    const isWhole = id === undefined ? () => () => true : watchForAnswer(id);
    const httpRequest = { what, method: 'POST', url: new URL(url), headers, body, isWhole } as const;
    return perform(context, { what, send: (timeoutMs) => http(httpRequest, timeoutMs) });
  };

  const request = async (context: CallContext, method: string, params: object) => {
    const id = ++lastId;
    const reply = await post(context, method, { params }, id);
    return { reply, result: parseResult(`POST /mcp ${method}`, reply, id) };
  };

  const initialize = async (context: CallContext) => {
    session = {};
    const client = {
      protocolVersion: PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: 'pain-signals', version: '1.0' },
    };
    const { reply, result } = await request(context, 'initialize', client);
    const read = InitializeResult.safeParse(result);
    if (!read.success) throw new UnexpectedAnswerError('The MCP server gave no protocol version: POST /mcp initialize');
    const id = reply.header('mcp-session-id');
    session = {
      'mcp-protocol-version': read.data.protocolVersion,
      ...(id !== null && /^[\x21-\x7e]{1,500}$/.test(id) ? { 'mcp-session-id': id } : {}),
    };
    await post(context, 'notifications/initialized', {});
  };

  /** Concurrent calls share one `initialize` per priority, because a person does not wait behind queued background work. */
  const initializeOnce = (context: CallContext) => {
    const started =
      initializing.get(context.priority) ?? initialize(context).finally(() => initializing.delete(context.priority));
    initializing.set(context.priority, started);
    return started;
  };

  return {
    /** The result of a JSON-RPC request. Throws {@link PainClientError}s. */
    async request(context: CallContext, method: string, params: object): Promise<unknown> {
      await initializing.get(context.priority);
      try {
        return (await request(context, method, params)).result;
      } catch (error) {
        if (error instanceof UnreachableError) session = {};
        if (!needsInitialize(error)) throw error;
        await initializeOnce(context);
        return (await request(context, method, params)).result;
      }
    },
  };
}

/** A session with an MCP server over Streamable HTTP. */
export type McpSession = ReturnType<typeof createMcpSession>;

/** JSON-RPC's "invalid request", and the range of codes reserved for servers. */
const isSessionError = ({ rpcCode }: JsonRpcError) => rpcCode === -32600 || (rpcCode <= -32000 && rpcCode >= -32099);

/** 400: a session is required; 404: it has ended. A JSON-RPC error may come with any status. */
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

/** A JSON-RPC error from the server. */
export class JsonRpcError extends UnexpectedAnswerError {
  readonly rpcCode: number;

  constructor(what: string, rpcCode: number) {
    super(`The MCP server answered with error ${rpcCode}: ${what}`);
    this.rpcCode = rpcCode;
  }
}

/** The result of request `id`, whether the server answered as JSON or as an event stream. Throws {@link UnexpectedAnswerError}s. */
function parseResult(what: string, { header, text }: HttpResponse, id: number): unknown {
  const isStream = header('content-type')?.includes('text/event-stream') ?? false;
  const bodies = isStream ? parseEvents(text) : [parseJson(text, MAX_ANSWER_VALUES)].flat();
  const answer = bodies.map(asMessage).find((message) => isAnswerTo(message, id));
  if (!answer) throw new UnexpectedAnswerError(`The answer is no JSON-RPC: ${what}`);
  if (answer.error) throw new JsonRpcError(what, answer.error.code);
  return answer.result;
}

/** Whether an event stream holds the answer; servers may leave the stream open after it. Each event is read once, when it has ended. */
const watchForAnswer = (id: number) => () => {
  let parts: string[] = [];
  let tail = '';
  return (part: string): boolean => {
    parts.push(part);
    const searched = tail + part;
    tail = searched.slice(1 - LONGEST_END);
    const end = endOfEvents(searched);
    if (end === 0) return false;
    const unread = parts.join('');
    const whole = unread.length - (searched.length - end);
    parts = [unread.slice(whole)];
    return parseEvents(unread.slice(0, whole)).some((body) => isAnswerTo(asMessage(body), id));
  };
};

const EVENT_ENDS = ['\n\n', '\r\n\r\n', '\r\r'];
const LONGEST_END = 4;

/** Where the last whole event ends; 0 without one. */
const endOfEvents = (text: string): number =>
  Math.max(...EVENT_ENDS.map((end) => (text.includes(end) ? text.lastIndexOf(end) + end.length : 0)));

/** The data of each event: its lines that start with "data:". */
function parseEvents(text: string): unknown[] {
  const events = text.replace(/\r\n?/g, '\n').split('\n\n');
  return events.map((event) => {
    const lines = event.split('\n').filter((line) => line.startsWith('data:'));
    return parseJson(lines.map((line) => line.slice('data:'.length)).join('\n'), MAX_ANSWER_VALUES);
  });
}

function asMessage(body: unknown): Message | null {
  const parsed = Message.safeParse(body);
  return parsed.success ? parsed.data : null;
}

/** Some servers send errors without the id. */
const isAnswerTo = (message: Message | null, id: number): message is Message =>
  message !== null && (message.result !== undefined ? String(message.id) === String(id) : message.error !== undefined);
