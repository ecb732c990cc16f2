import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, MOST_TEXT } from '../../../../src/api/mcp/tools/tool.ts';

it('is given up when it does not answer in time, and says so to the agent', async () => {
  const tool = defineTool({
    name: 'never',
    title: 'Never',
    description: 'Never answers',
    input: z.object({}),
    output: z.object({}),
    answer: () => new Promise<never>(() => {}),
    format: () => '',
  });
  const calls: ((args: unknown) => Promise<CallToolResult>)[] = [];
  const server = { registerTool: (_name: string, _config: unknown, call: (typeof calls)[number]) => calls.push(call) };
  const log: string[] = [];
  tool.addTo(server as unknown as McpServer, {
    log: pino({}, { write: (line: string) => void log.push(line) }),
    formatFreshness: async () => '',
    timeoutMs: 5,
  });
  expect(await calls[0]?.({})).toEqual({
    isError: true,
    content: [{ type: 'text', text: 'INTERNAL: The request timed out. Try again later.' }],
  });
  expect(log.join()).toContain('request timed out');
});

it('cuts its text between lines at the size that is stated, and says so', async () => {
  const tool = defineTool({
    name: 'long',
    title: 'Long',
    description: 'Answers at length',
    input: z.object({}),
    output: z.object({}),
    answer: async () => ({}),
    format: () => 'a line of text\n'.repeat(10_000),
  });
  const calls: ((args: unknown) => Promise<CallToolResult>)[] = [];
  const server = { registerTool: (_name: string, _config: unknown, call: (typeof calls)[number]) => calls.push(call) };
  tool.addTo(server as unknown as McpServer, {
    log: pino({ level: 'silent' }),
    formatFreshness: async () => 'Numbers as of today.',
    timeoutMs: 1_000,
  });
  const [content] = (await calls[0]?.({}))?.content ?? [];
  const text = content?.type === 'text' ? content.text : '';
  expect(text).toMatch(/a line of text\n\nCut at 40000 characters\..+\n\nNumbers as of today\.$/);
  expect(text.length).toBeLessThan(MOST_TEXT + 200);
});
