import type { z } from 'zod';

/** 64 vectors of 8,192 numbers fit. An object of millions of keys takes seconds and a gigabyte. */
export const MAX_JSON_VALUES = 600_000;

/** The value that a JSON text holds; undefined when the text is not JSON or holds more than `most` values. Never throws. */
export function parseJson(text: string, most = MAX_JSON_VALUES): unknown {
  if (holdsMore(text, most)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value that a JSON text holds, in the schema's shape; null when it is no text, no JSON or another shape. Never throws. */
export const decodeJson = <Schema extends z.ZodType>(schema: Schema, text: unknown): z.output<Schema> | null =>
  typeof text === 'string' ? (schema.safeParse(parseJson(text)).data ?? null) : null;

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Counts values by what precedes each. */
function holdsMore(text: string, most: number): boolean {
  if (text.length < most) return false;
  let values = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (isText && sign === BACKSLASH) at += 1;
    else if (sign === QUOTE) isText = !isText;
    else if (!isText && (sign === COMMA || sign === LIST || sign === OBJECT)) values += 1;
  }
  return values > most;
}
