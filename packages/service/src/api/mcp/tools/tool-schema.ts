import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  dropImpliedConstraints,
  invalidParameter,
  type ParametersSchema,
  parametersSchema,
  parameterToReport,
} from '../../../queries/parameters.ts';

type ToolSchema<Value> = StandardSchemaWithJSON<unknown, Value>;

/** A tool's input. Unknown arguments are errors, unlike in URLs: an agent must not believe that an invented filter worked. */
export function toolInput<Schema extends z.ZodObject>(schema: Schema): ToolSchema<z.output<Schema>> {
  const parameters = parametersSchema(schema);
  const strict = schema.strict();
  return toolSchema({ ...parameters, additionalProperties: false }, (value) => {
    const given = withoutNulls(value);
    const parsed = strict.safeParse(given);
    if (parsed.success) return { value: parsed.data as z.output<Schema> };
    return { issues: [{ message: describeInvalidArguments(parsed.error, given, parameters) }] };
  });
}

/** A tool's output. Open, since fields may be added; validated in `defineTool`, so that errors are logged. */
export function toolOutput<Schema extends z.ZodObject>(schema: Schema): ToolSchema<z.output<Schema>> {
  const published = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => dropImpliedConstraints(jsonSchema),
  });
  return toolSchema(published, (value) => ({ value: value as z.output<Schema> }));
}

/** Converted once, not for every request. */
const toolSchema = <Value>(
  published: Record<string, unknown>,
  validate: ToolSchema<Value>['~standard']['validate'],
): ToolSchema<Value> => ({
  '~standard': {
    version: 1,
    vendor: 'pain-signals',
    validate,
    jsonSchema: { input: () => published, output: () => published },
  },
});

/** Many agents send null for omitted arguments. */
const withoutNulls = (given: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== null));

function describeInvalidArguments(
  { issues }: z.ZodError,
  given: Record<string, unknown>,
  parameters: ParametersSchema,
): string {
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  if (unknown.length > 0) {
    const known = Object.keys(parameters.properties).join(', ');
    return `Unknown argument ${JSON.stringify(unknown[0]?.slice(0, 60))}. Valid: ${known}.`;
  }
  const name = parameterToReport(issues.map(({ path }) => String(path[0])));
  return invalidParameter(name, asText(given[name]), parameters).message;
}

/** Lists and objects can be large, so only their kind is shown. */
function asText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) ? '[list]' : '[object]';
}
