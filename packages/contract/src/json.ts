import type { z } from 'zod';

/** The value that a JSON text holds; undefined when the text is not JSON. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value that a JSON text holds, in the schema's shape; null when it is no text, no JSON or another shape. Never throws. */
export const decodeJson = <Schema extends z.ZodType>(schema: Schema, text: unknown): z.output<Schema> | null =>
  typeof text === 'string' ? (schema.safeParse(parseJson(text)).data ?? null) : null;
