import { z } from 'zod';

/** The settings of a program are wrong; the message names every fault at once and repeats no value, since some are secrets. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
  readonly errors: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.errors = faults;
  }
}

/** Reads a program's settings from its environment; an empty variable counts as unset. Throws {@link ConfigurationError}. */
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

/** A TCP port, as plain decimals; 0 lets the system choose a free one. */
export const Port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_RULE)
  .transform(Number)
  .refine((port) => port <= 65_535, PORT_RULE);
