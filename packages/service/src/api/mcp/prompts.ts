import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { oneLine, UNTRUSTED_TEXT_NOTICE } from './tools/text.ts';

const asUser = (lines: readonly string[]) => ({
  messages: [
    { role: 'user' as const, content: { type: 'text' as const, text: [...lines, UNTRUSTED_TEXT_NOTICE].join('\n') } },
  ],
});

const MOST_QUESTION = 500;

/** What people often want of the tools, as prompts that a client can offer. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'weekly_review',
    {
      title: 'Weekly review',
      description: 'What changed this week, what to read first, and what might be worth building.',
    },
    () =>
      asUser([
        'Review this week’s pain signals for a product team.',
        '1. Call list_trending_signals and list_emerging_signals. An empty list means that nothing changed significantly: say so.',
        '2. For the three signals with the most mentions this week call get_signal and get_signal_evidence.',
        '3. Call opportunity_brief without an id, and with the id of each brief about one of the three.',
        'Answer with one paragraph a signal: what breaks, for whom, the numbers, one quote with its link, and what to do next. Give the ids.',
      ]),
  );
  server.registerPrompt(
    'is_this_known',
    {
      title: 'Is this known?',
      description: 'Whether other developers have the same problem, how many, and what they do about it.',
      argsSchema: z.object({ problem: z.string().min(3).max(MOST_QUESTION).describe('The problem in your own words') }),
    },
    ({ problem }) =>
      asUser([
        'Find out whether developers publicly complain about this problem:',
        `> ${oneLine(problem)}`,
        '1. Call semantic_search_signals with it, and search_signals with its two or three most telling words.',
        '2. For the best match call get_signal_evidence and check that the excerpts are about the same problem. If none is, say that it is not known.',
        '3. Call opportunity_brief with its id for workarounds.',
        'Answer: known or not, how many people and since when, whether it grows, the workarounds with their links. Give the id.',
      ]),
  );
}
