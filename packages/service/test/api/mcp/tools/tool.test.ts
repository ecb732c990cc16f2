import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, MOST_CONTENT, MOST_TEXT } from '../../../../src/api/mcp/tools/tool.ts';

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

it('leaves out the last rows of structured content that is too long, and says how many', async () => {
  const items = Array.from({ length: 100 }, (_, number) => ({ number, excerpt: 'x'.repeat(2_000) }));
  const tool = defineTool({
    name: 'rows',
    title: 'Rows',
    description: 'Answers with rows',
    input: z.object({}),
    output: z.object({ items: z.array(z.object({ number: z.int(), excerpt: z.string() })), totalItems: z.int() }),
    answer: async () => ({ items, totalItems: 100 }),
    format: (answer) => `${answer.items.length} rows`,
  });
  const calls: ((args: unknown) => Promise<CallToolResult>)[] = [];
  const server = { registerTool: (_name: string, _config: unknown, call: (typeof calls)[number]) => calls.push(call) };
  const context = { log: pino({ level: 'silent' }), formatFreshness: async () => 'Today.', timeoutMs: 1_000 };
  tool.addTo(server as unknown as McpServer, context);
  const { structuredContent, content } = (await calls[0]?.({})) ?? {};
  const kept = z.object({ items: z.array(z.unknown()) }).parse(structuredContent).items;
  expect(kept).toEqual(items.slice(0, kept.length));
  expect(JSON.stringify(structuredContent).length).toBeLessThanOrEqual(MOST_CONTENT);
  expect(JSON.stringify({ items: items.slice(0, kept.length + 1) }).length).toBeGreaterThan(MOST_CONTENT - 20);
  expect(JSON.stringify(content)).toContain(`${kept.length} rows\\n\\nThe last ${100 - kept.length} are left out`);
});
