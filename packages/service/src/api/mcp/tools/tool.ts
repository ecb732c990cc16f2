import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { withTimeout } from '@pain-signals/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import { toServiceError } from '../../http/to-service-error.ts';
import { toolInput, toolOutput } from './tool-schema.ts';

export interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  title: string;
  /** When to use it, and what not to use it for. */
  description: string;
  input: Input;
  output: Output;
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

/** A tool, shared by the servers of all requests. */
export interface Tool {
  name: string;
  addTo(server: McpServer, context: ToolContext): void;
}

/** All tools only read what this service has stored. */
const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Characters of an answer's text, about 10,000 tokens. */
export const MOST_TEXT = 40_000;

/** Cuts between lines and says so. */
function capText(text: string): string {
  if (text.length <= MOST_TEXT) return text;
  const cut = text.slice(0, text.lastIndexOf('\n', MOST_TEXT));
  return `${cut}\n\nCut at ${MOST_TEXT} characters. Ask for a smaller page or the summary mode for the rest.`;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, input, output, answer, format } = definition;
  const config = {
    title,
    description,
    annotations: { title, ...ANNOTATIONS },
    inputSchema: toolInput(input),
    outputSchema: toolOutput(output),
  };
  const answerInBoth = async (args: z.output<Input>, { formatFreshness }: ToolContext): Promise<CallToolResult> => {
    const structuredContent = output.parse(await answer(args));
    const text = `${capText(format(structuredContent))}\n\n${await formatFreshness()}`;
    return { structuredContent, content: [{ type: 'text', text }] };
  };
  const call = (args: z.output<Input>, context: ToolContext): Promise<CallToolResult> =>
    withTimeout(context.timeoutMs, answerInBoth(args, context)).catch((error: unknown) =>
      toErrorResult(error, name, context.log),
    );
  return {
    name,
    addTo: (server, context) => void server.registerTool(name, config, (args) => call(args, context)),
  };
}

/** Errors are results, so that the agent reads them and can correct itself. */
function toErrorResult(error: unknown, tool: string, log: FastifyBaseLogger): CallToolResult {
  const { code, message } = toServiceError(error, log, { tool });
  return { isError: true, content: [{ type: 'text', text: `${code}: ${message}` }] };
}
