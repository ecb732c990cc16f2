import { z } from 'zod';

/** As much of JSON Schema as it takes to fill in a form; whatever cannot be read is as if it were not there. */
export const JsonSchema = z.object({
  type: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  properties: z.record(z.string(), z.unknown()).optional().catch(undefined),
  required: z.array(z.string()).optional().catch(undefined),
  enum: z.array(z.unknown()).optional().catch(undefined),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional().catch(undefined),
  maximum: z.number().optional().catch(undefined),
});
export type JsonSchema = z.output<typeof JsonSchema>;

const Reference = z.object({ $ref: z.string().regex(/^#\/[^/]+\/[^/]+$/) });
const Choice = z.union([
  z.object({ anyOf: z.array(z.unknown()) }).transform(({ anyOf }) => anyOf),
  z.object({ oneOf: z.array(z.unknown()) }).transform(({ oneOf }) => oneOf),
]);

const MAX_STEPS = 5;

/** Reads one schema; references inside the same document and "this or null" are followed. */
export function parseSchema(schema: unknown, root: unknown = schema, steps = 0): JsonSchema {
  if (steps < MAX_STEPS) {
    const reference = Reference.safeParse(schema);
    if (reference.success) return parseSchema(lookUp(root, reference.data.$ref), root, steps + 1);
    const choice = Choice.safeParse(schema);
    if (choice.success) {
      const options = choice.data.map((option) => parseSchema(option, root, steps + 1));
      return options.find(({ type }) => type !== 'null') ?? JsonSchema.parse({});
    }
  }
  const parsed = JsonSchema.safeParse(schema);
  return parsed.success ? parsed.data : JsonSchema.parse({});
}

function lookUp(root: unknown, reference: string): unknown {
  let found = root;
  for (const step of reference.slice(2).split('/')) {
    found = typeof found === 'object' && found !== null && Object.hasOwn(found, step) ? Reflect.get(found, step) : null;
  }
  return found;
}

export const isOfType = ({ type }: JsonSchema, name: string): boolean => [type].flat().includes(name);
