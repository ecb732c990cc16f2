import { z } from 'zod';

/** A program's settings are invalid. The message lists every error and no values, since some are secrets. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(
      `The configuration has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:\n${errors.map((error) => `  - ${error}`).join('\n')}`,
    );
    this.errors = errors;
  }
}

/** Parses a program's environment. An empty variable counts as unset. Throws {@link ConfigurationError}. */
export function parseEnvironment<Settings extends z.ZodType>(
  settings: Settings,
  environment: Record<string, string | undefined>,
): z.output<Settings> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = settings.safeParse(given);
  if (result.success) return result.data;
  throw new ConfigurationError(
    result.error.issues.map((issue) => `${issue.path.join('.') || 'environment'}: ${issue.message}`),
  );
}

const PORT_RULE = 'must be a port, 0 to 65535';

/** A TCP port, in plain digits; 0 lets the system choose a free one. */
export const Port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_RULE)
  .transform(Number)
  .refine((port) => port <= 65_535, PORT_RULE);
