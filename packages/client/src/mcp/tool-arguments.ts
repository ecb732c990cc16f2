import { z } from 'zod';
import { UnexpectedAnswerError } from '../http/errors.ts';

export interface EvidenceToolQuery {
  signalId: string;
  mode: 'summary' | 'full';
  /** The first is 0. */
  page: number;
  size: number;
}

type Role = 'signalId' | 'mode' | 'page' | 'size' | 'offset';

/** The names that servers use for an argument, without case and underscores. */
const ROLES: Record<string, Role> = {
  ...nameAll('signalId', [
    'signalid',
    'painsignalid',
    'signal',
    'painsignal',
    'signaluuid',
    'painsignaluuid',
    'id',
    'uuid',
  ]),
  ...nameAll('mode', ['mode', 'excerptmode', 'detail', 'detaillevel', 'verbosity', 'excerpts', 'length']),
  ...nameAll('page', ['page', 'pagenumber', 'pageindex', 'pageno']),
  ...nameAll('size', ['size', 'pagesize', 'limit', 'perpage', 'count', 'maxresults', 'maxitems', 'first']),
  ...nameAll('offset', ['offset', 'skip', 'start', 'from']),
};

function nameAll(role: Role, names: readonly string[]): Record<string, Role> {
  return Object.fromEntries(names.map((name) => [name, role]));
}

/**
 * The arguments in the names and types of the tool's input schema, without those it does not have. Throws
 * {@link UnexpectedAnswerError} when it requires an argument that we do not have.
 * @param published the tool's input schema; when it has no properties, the names of this project's own service are used
 */
export function matchArguments(query: EvidenceToolQuery, published: unknown): Record<string, unknown> {
  const schema = parseSchema(published);
  if (!schema.properties || Object.keys(schema.properties).length === 0) return { ...query };
  return fill(query, schema, published, 0);
}

const MAX_DEPTH = 3;

function fill(query: EvidenceToolQuery, schema: JsonSchema, root: unknown, depth: number): Record<string, unknown> {
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    schema: parseSchema(property, root),
    role: ROLES[name.toLowerCase().replace(/[^a-z]/g, '')],
    isRequired: required.has(name),
  }));
  // The one required string without a known name must be the signal's id.
  const lone = entries.filter((entry) => entry.isRequired && !entry.role && isOfType(entry.schema, 'string'));
  const idName = entries.some(({ role }) => role === 'signalId') ? null : (lone[0]?.name ?? null);

  const filled: Record<string, unknown> = {};
  for (const { name, schema: property, role, isRequired } of entries) {
    const nested = isRequired && property.properties && depth < MAX_DEPTH;
    const value = nested
      ? fill(query, property, root, depth + 1)
      : valueFor(name === idName ? 'signalId' : role, query, property);
    const given = value ?? (isRequired ? fallbackValue(property) : undefined);
    if (given !== undefined) filled[name] = given;
    else if (isRequired) throw new UnexpectedAnswerError(`The evidence tool requires an argument that we do not have`);
  }
  return filled;
}

/** undefined: the tool uses its default. */
function valueFor(role: Role | undefined, query: EvidenceToolQuery, schema: JsonSchema): unknown {
  switch (role) {
    case 'signalId':
      return query.signalId;
    case 'mode':
      return modeOf(query.mode, schema);
    case 'page':
      // A minimum of 1 means that pages are counted from 1.
      return number(query.page + Math.max(0, schema.minimum ?? 0), schema);
    case 'offset':
      return number(query.page * query.size, schema);
    case 'size':
      return number(Math.min(Math.max(query.size, schema.minimum ?? 1), schema.maximum ?? query.size), schema);
    default:
      return undefined;
  }
}

const number = (value: number, schema: JsonSchema): number | string =>
  isOfType(schema, 'string') && !isOfType(schema, 'integer') && !isOfType(schema, 'number') ? String(value) : value;

function modeOf(mode: string, schema: JsonSchema): unknown {
  if (isOfType(schema, 'boolean')) return mode === 'full';
  if (schema.enum) return schema.enum.find((value) => typeof value === 'string' && value.toLowerCase() === mode);
  return isOfType(schema, 'string') || schema.type === undefined ? mode : undefined;
}

const fallbackValue = ({ const: only, default: usual, enum: values }: JsonSchema): unknown =>
  only ?? usual ?? values?.[0];

/** The part of JSON Schema that is needed to fill in arguments; anything that cannot be parsed is ignored. */
const JsonSchema = z.object({
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

/** Parses one schema; follows references within the document and "this or null". */
function parseSchema(schema: unknown, root: unknown = schema, steps = 0): JsonSchema {
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

const isOfType = ({ type }: JsonSchema, name: string): boolean => [type].flat().includes(name);
