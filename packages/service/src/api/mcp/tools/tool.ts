import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { withTimeout } from '@pain-signals/contract';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import {
  dropImpliedConstraints,
  invalidParameter,
  type ParametersSchema,
  parametersSchema,
  parameterToReport,
} from '../../../queries/parameters.ts';
import { toServiceError } from '../../http/to-service-error.ts';
import { visibleText } from './text.ts';

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  title: string;
  /** When to use it, and what not to use it for. */
  description: string;
  input: Input;
  output: Output;
  /** The address of a view (MCP Apps) that clients with an interface can show the answer in. */
  view?: string;
  /** Throws ServiceError. */
  answer(args: z.output<Input>): Promise<z.input<Output>>;
  /** The answer as text, for agents that do not read structured content. */
  format(answer: z.output<Output>): string;
}

export interface ToolContext {
  log: FastifyBaseLogger;
  /** How fresh the numbers are, for the end of every answer. */
  formatFreshness(): Promise<string>;
  timeoutMs: number;
}

/** All tools only read what this service has stored. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Characters of an answer's text, about 10,000 tokens. */
export const MOST_TEXT = 40_000;
/** Characters of an answer's structured content, as JSON. */
export const MOST_CONTENT = 100_000;

/** Cuts between lines and says so. */
function capText(text: string): string {
  if (text.length <= MOST_TEXT) return text;
  const cut = text.slice(0, text.lastIndexOf('\n', MOST_TEXT));
  return `${cut}\n\nCut at ${MOST_TEXT} characters. Ask for a smaller page or the summary mode for the rest.`;
}

/** Leaves out the last rows of a list that is too long; everything else is small. */
function capContent<Content extends object>(content: Content): { kept: Content; left: number } {
  if (!('items' in content && Array.isArray(content.items))) return { kept: content, left: 0 };
  const { items } = content;
  let room = MOST_CONTENT - JSON.stringify({ ...content, items: [] }).length;
  const end = items.findIndex((item) => {
    room -= JSON.stringify(item).length + 1;
    return room < 0;
  });
  if (end === -1) return { kept: content, left: 0 };
  return { kept: { ...content, items: items.slice(0, end) }, left: items.length - end };
}

/** Names of posts and people come as they were given. Ids and addresses stay: a change would make them others. */
function visibleTexts(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (Array.isArray(value)) return value.map(visibleTexts);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]) =>
    /(?:^id|Id|url)$/.test(name) ? [name, each] : [name, visibleTexts(each)],
  );
  return Object.fromEntries(fields);
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
) {
  const { name, title, description, input, output, view, answer, format } = definition;
  const config = {
    title,
    description,
    annotations: { title, ...ANNOTATIONS },
    inputSchema: toolInput(input),
    outputSchema: toolOutput(output),
    ...(view === undefined ? {} : { _meta: { ui: { resourceUri: view } } }),
  };
  const answerInBoth = async (args: z.output<Input>, { formatFreshness }: ToolContext): Promise<CallToolResult> => {
    const { kept, left } = capContent(output.parse(visibleTexts(await answer(args))));
    const cut =
      left === 0
        ? ''
        : `\n\nThe last ${left} are left out, because they exceed ${MOST_CONTENT} characters. Ask for smaller pages.`;
    const text = `${capText(format(kept))}${cut}\n\n${await formatFreshness()}`;
    return { structuredContent: kept, content: [{ type: 'text', text }] };
  };
  const call = (args: z.output<Input>, context: ToolContext): Promise<CallToolResult> =>
    withTimeout(context.timeoutMs, answerInBoth(args, context)).catch((error: unknown) =>
      toErrorResult(error, name, context.log),
    );
  return {
    name,
    addTo: (server: McpServer, context: ToolContext): void =>
      void server.registerTool(name, config, (args) => call(args, context)),
  };
}

/** A tool, shared by the servers of all requests. */
export type Tool = ReturnType<typeof defineTool>;

/** Errors are results, so that the agent reads them and can correct itself. */
function toErrorResult(error: unknown, tool: string, log: FastifyBaseLogger): CallToolResult {
  const { code, message } = toServiceError(error, log, { tool });
  return { isError: true, content: [{ type: 'text', text: `${code}: ${message}` }] };
}

type ToolSchema<Value> = StandardSchemaWithJSON<unknown, Value>;

/** A tool's input. Unknown arguments are errors, unlike in URLs: an agent must not believe that an invented filter worked. */
function toolInput<Schema extends z.ZodObject>(schema: Schema): ToolSchema<z.output<Schema>> {
  const parameters = parametersSchema(schema);
  const strict = schema.strict();
  return toolSchema({ ...parameters, additionalProperties: false }, (value) => {
    const given = withoutNulls(value);
    const parsed = strict.safeParse(given);
    if (parsed.success) return { value: parsed.data as z.output<Schema> };
    return { issues: [{ message: describeInvalidArguments(parsed.error, given, parameters) }] };
  });
}

/** A tool's output. Open, since fields may be added; validated in `defineTool`, so that errors are logged. */
function toolOutput<Schema extends z.ZodObject>(schema: Schema): ToolSchema<z.output<Schema>> {
  const published = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => dropImpliedConstraints(jsonSchema),
  });
  return toolSchema(published, (value) => ({ value: value as z.output<Schema> }));
}

/** Converted once, not for every request. */
const toolSchema = <Value>(
  published: Record<string, unknown>,
  validate: ToolSchema<Value>['~standard']['validate'],
): ToolSchema<Value> => ({
  '~standard': {
    version: 1,
    vendor: 'pain-signals',
    validate,
    jsonSchema: { input: () => published, output: () => published },
  },
});

/** Many agents send null for omitted arguments. */
const withoutNulls = (given: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null));

function describeInvalidArguments(
  { issues }: z.ZodError,
  given: Record<string, unknown>,
  parameters: ParametersSchema,
): string {
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  if (unknown.length > 0) {
    const known = Object.keys(parameters.properties).join(', ');
    return `Unknown argument ${JSON.stringify(unknown[0]?.slice(0, 60))}. Valid: ${known}.`;
  }
  const name = parameterToReport(issues.map(({ path }) => String(path[0])));
  return invalidParameter(name, asText(given[name]), parameters).message;
}

/** Lists and objects can be large, so only their kind is shown. */
function asText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) ? '[list]' : '[object]';
}
