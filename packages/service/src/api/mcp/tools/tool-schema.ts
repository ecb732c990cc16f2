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

/** What a tool takes. Unlike a URL's, an unknown argument is refused: an agent that invents a filter must not believe it worked. */
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

/** What a tool gives. It stays open, since fields may be added, and is checked where it is made, so that a fault gets into the log. */
export function toolOutput<Schema extends z.ZodObject>(schema: Schema): ToolSchema<z.output<Schema>> {
  const published = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => dropImpliedConstraints(jsonSchema),
  });
  return toolSchema(published, (value) => ({ value: value as z.output<Schema> }));
}

/** Written out once, not for each of the servers that live for one request. */
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

/** Many agents write null for what they leave out. */
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
    return `There is no argument ${JSON.stringify(unknown[0]?.slice(0, 60))}. There are: ${known}.`;
  }
  const name = parameterToReport(issues.map(({ path }) => String(path[0])));
  return invalidParameter(name, asText(given[name]), parameters).message;
}

/** Lists and objects may be deep: they are named, not written out. */
function asText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) ? '[list]' : '[object]';
}
