import { z } from 'zod';
import { UnexpectedAnswerError } from '../errors.ts';
import { type HttpResponse, parseJson } from '../exchange.ts';

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
export function parseResult(what: string, { header, text }: HttpResponse, id: number): unknown {
  const isStream = header('content-type')?.includes('text/event-stream') ?? false;
  const bodies = isStream ? parseEvents(text) : [parseJson(text)].flat();
  const answer = bodies.map(asMessage).find((message) => isAnswerTo(message, id));
  if (!answer) throw new UnexpectedAnswerError(`The answer is no JSON-RPC: ${what}`);
  if (answer.error) throw new JsonRpcError(what, answer.error.code);
  return answer.result;
}

/** A server may leave the stream open after its answer. */
export const holdsAnswerTo =
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
