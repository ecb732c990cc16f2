import { MACRO_AREAS } from '@pain-signals/contract';
import { z } from 'zod';
import { ServiceError } from '../model/service-error.ts';

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
 * The JSON schema of a request's parameters. It describes zod's output, in which numbers are numbers and not text, so parameters
 * with a default have to be removed from `required`.
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

/** Drops zod's bounds of safe integers and patterns that repeat a format: they only add noise. */
export function dropImpliedConstraints(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.format !== undefined) delete schema.pattern;
}

/** "an integer from 1 to 10", "one of asc, desc", "3 to 500 characters" … */
function describeAllowed(parameter: ParameterSchema): string {
  const { type, minimum, maximum, minLength, maxLength } = parameter;
  if (parameter.enum !== undefined) return `one of ${parameter.enum.join(', ')}`;
  if (parameter.format === 'uuid') return 'a UUID such as 6ba7b810-9dad-41d1-80b4-00c04fd430c8';
  if (type === 'string') return `${minLength ?? 0} to ${maxLength} characters`;
  const kind = type === 'integer' ? 'an integer' : 'a decimal number';
  if (minimum === undefined) return kind;
  return maximum === undefined ? `${kind} of at least ${minimum}` : `${kind} from ${minimum} to ${maximum}`;
}

const MAX_SHOWN_LENGTH = 60;

/** The value, percent-encoded: always printable, and without commas, by which clients find the list of valid areas. */
function printableValue(value: string): string {
  const points = [...value.toWellFormed()];
  const shortened =
    points.length > MAX_SHOWN_LENGTH ? `${points.slice(0, MAX_SHOWN_LENGTH).join('')}…` : points.join('');
  return `"${encodeURIComponent(shortened).replaceAll('%20', ' ').replaceAll('%E2%80%A6', '…')}"`;
}

/** The invalid parameter to report; macroArea first, since it has its own error code. */
export const parameterToReport = (names: readonly string[]): string =>
  names.find((name) => name === 'macroArea') ?? names[0] ?? '';

/** What a parameter allows, in words; unknown parameters should be left out. */
export function allowedValues(name: string, { properties }: ParametersSchema): string {
  const parameter = properties[name];
  return parameter === undefined ? 'left out' : describeAllowed(parameter);
}

/** The error that names the parameter, the given value (undefined: missing) and what is allowed. */
export function invalidParameter(name: string, given: string | undefined, schema: ParametersSchema): ServiceError {
  const allowed = allowedValues(name, schema);
  if (given === undefined) return new ServiceError('INVALID_PARAMETER', `${name} is missing. Allowed: ${allowed}.`);
  if (name === 'macroArea') {
    const areas = MACRO_AREAS.join(', ');
    return new ServiceError(
      'INVALID_MACRO_AREA',
      `macroArea is ${printableValue(given)}, which is not a known area. Valid: ${areas}`,
    );
  }
  return new ServiceError('INVALID_PARAMETER', `${name} is ${printableValue(given)}. Allowed: ${allowed}.`);
}
