import { z } from 'zod';

export const Tool = z
  .object({
    name: z.string().min(1).max(200),
    description: z.string().optional().catch(undefined),
    inputSchema: z.unknown().optional(),
    annotations: z
      .object({ destructiveHint: z.boolean().optional(), readOnlyHint: z.boolean().optional() })
      .optional()
      .catch(undefined),
  })
  .loose();
export type Tool = z.output<typeof Tool>;

/** The specification's name for it. */
const TOOL_NAME = 'get_signal_evidence';

/** What the name or the description must say where that name is not there, the surest first. */
const TOOL_MATCHERS: readonly ((tool: Tool) => boolean)[] = [
  ({ name }) => lettersOnly(name) === lettersOnly(TOOL_NAME),
  ({ name }) => lettersOnly(name).includes('evidence'),
  ({ description = '' }) => /\bevidence\b/i.test(description) && /excerpt|quot|wrote/i.test(description),
  ({ description = '' }) => /excerpt/i.test(description),
];

const lettersOnly = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** The tool that gives evidence with excerpts; null when none does. One that says it changes things is never taken. */
export function findEvidenceTool(tools: readonly Tool[]): Tool | null {
  const harmless = tools.filter(({ annotations }) => annotations?.readOnlyHint !== false);
  for (const fits of TOOL_MATCHERS) {
    const found = harmless.find(fits);
    if (found) return found;
  }
  return null;
}
