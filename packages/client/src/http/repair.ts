import { z } from 'zod';

/** Counts what was left out of lists. */
export interface Tally {
  dropped: number;
}

/**
 * The value as our own service would send it, by its strict schema: what is nullable and missing or unreadable is null, an instant
 * may have any offset, numbers are kept within their range, rows of a list that can't be read are left out and counted. What can't
 * be repaired stays as it is. Unknown fields are kept.
 */
export function repair(schema: z.core.$ZodType, value: unknown, tally: Tally): unknown {
  if (schema instanceof z.ZodNullable) return readable(schema.unwrap(), value, tally) ?? null;
  if (schema instanceof z.ZodOptional) {
    const inner = schema.unwrap();
    // Null says something; what can't be read says nothing.
    if (inner instanceof z.ZodNullable) return value === null ? null : readable(inner.unwrap(), value, tally);
    return readable(inner, value, tally);
  }
  if (schema instanceof z.ZodObject) return repairObject(schema, value, tally);
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? repairRows(schema.element, value, tally) : value;
  if (schema instanceof z.ZodNumber) return repairNumber(schema, value);
  if (schema instanceof z.ZodISODateTime) return instantOf(value);
  if (schema instanceof z.ZodISODate) return String(instantOf(value)).slice(0, 10);
  return schema instanceof z.ZodString && typeof value === 'number' ? String(value) : value;
}

/** The rows that can be read. */
export function repairRows<Row extends z.core.$ZodType>(
  row: Row,
  values: readonly unknown[],
  tally: Tally,
): z.output<Row>[] {
  const rows = values.map((value) => z.safeParse(row, repair(row, value, tally))).filter(({ success }) => success);
  tally.dropped += values.length - rows.length;
  return rows.map(({ data }) => data as z.output<Row>);
}

/** Undefined when it is missing or can't be read. */
function readable(schema: z.core.$ZodType, value: unknown, tally: Tally): unknown {
  if (value === null || value === undefined) return undefined;
  const repaired = repair(schema, value, tally);
  return z.safeParse(schema, repaired).success ? repaired : undefined;
}

function repairObject({ shape }: z.ZodObject, value: unknown, tally: Tally): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const given = new Map(Object.entries(value));
  const fields = Object.entries(shape).map(([name, schema]) => [name, repair(schema, given.get(name), tally)] as const);
  return { ...value, ...Object.fromEntries(fields.filter(([name, field]) => field !== undefined || given.has(name))) };
}

/** The specification's longs are larger than what JavaScript counts exactly. */
function repairNumber({ minValue, maxValue, isInt }: z.ZodNumber, value: unknown): unknown {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || Number.isNaN(number)) return value;
  const least = Math.max(minValue ?? Number.NEGATIVE_INFINITY, -Number.MAX_SAFE_INTEGER);
  const most = Math.min(maxValue ?? Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER);
  return Math.min(most, Math.max(least, isInt ? Math.round(number) : number));
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?/;

/** An instant without an offset is in UTC, as section 2 says. */
function instantOf(value: unknown): unknown {
  if (typeof value !== 'string' || !ISO_INSTANT.test(value)) return value;
  const hasTime = value.length > 10;
  const hasOffset = /(?:z|[+-]\d{2}:?\d{2})$/i.test(value);
  const at = Date.parse(hasTime && !hasOffset ? `${value.replace(' ', 'T')}Z` : value);
  return Number.isNaN(at) ? value : new Date(at).toISOString();
}
