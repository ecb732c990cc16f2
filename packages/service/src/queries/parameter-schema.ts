import { z } from 'zod';

/** JSON schema of one parameter, as far as ours use it. */
export interface ParameterSchema {
  type: 'string' | 'integer' | 'number';
  description?: string;
  format?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
}
export interface ParametersSchema {
  type: 'object';
  properties: Record<string, ParameterSchema>;
  required: string[];
}

const schemaCache = new WeakMap<z.ZodType, ParametersSchema>();

/**
 * What callers may send, for the interface's descriptions and for messages. It is read off the parsed side of the schema, where a
 * number is a number and not text that looks like one; there a parameter with a default would count as required.
 */
export function parametersSchema(schema: z.ZodType): ParametersSchema {
  const cached = schemaCache.get(schema);
  if (cached !== undefined) return cached;
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'output',
    override: ({ jsonSchema }) => dropImpliedConstraints(jsonSchema),
  }) as Partial<ParametersSchema>;
  const result: ParametersSchema = {
    type: 'object',
    properties,
    required: required.filter((name) => properties[name]?.default === undefined),
  };
  schemaCache.set(schema, result);
  return result;
}

/** Bounds that only say "is safe in a double", and patterns that spell out a format, tell the caller nothing. */
export function dropImpliedConstraints(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.format !== undefined) delete schema.pattern;
}

/** "an integer from 1 to 10", "one of asc, desc", "3 to 500 characters" … */
export function describeAllowed(parameter: ParameterSchema): string {
  const { type, minimum, maximum, minLength, maxLength } = parameter;
  if (parameter.enum !== undefined) return `one of ${parameter.enum.join(', ')}`;
  if (parameter.format === 'uuid') return 'a UUID such as 6ba7b810-9dad-41d1-80b4-00c04fd430c8';
  if (type === 'string') return `${minLength ?? 0} to ${maxLength} characters`;
  const kind = type === 'integer' ? 'an integer' : 'a decimal number';
  if (minimum === undefined) return kind;
  return maximum === undefined ? `${kind} of at least ${minimum}` : `${kind} from ${minimum} to ${maximum}`;
}
