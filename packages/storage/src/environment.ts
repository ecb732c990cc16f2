import { readFileSync } from 'node:fs';
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

type Environment = Record<string, string | undefined>;

/**
 * Parses a program's environment. An empty variable counts as unset; NAME can also be read from the file that NAME_FILE names.
 * Throws {@link ConfigurationError} with every error at once.
 */
export function parseEnvironment<Settings extends z.ZodObject>(
  settingsOf: Settings | ((given: Environment) => Settings),
  environment: Environment,
): z.output<Settings> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  // Which settings there are may depend on which are given, by value or by file.
  const named = Object.keys(given).flatMap((name) => (name.endsWith('_FILE') ? [name.slice(0, -'_FILE'.length)] : []));
  const outline = { ...Object.fromEntries(named.map((name) => [name, 'file'])), ...given };
  const settings = typeof settingsOf === 'function' ? settingsOf(outline) : settingsOf;
  const errors: string[] = [];
  const unreadable = new Set<string>();
  for (const name of named.filter((each) => Object.hasOwn(settings.shape, each))) {
    const problem = readSettingFile(name, given);
    if (problem === null) continue;
    errors.push(`${name}_FILE: ${problem}`);
    unreadable.add(name);
  }
  const result = settings.safeParse(given);
  if (result.success && errors.length === 0) return result.data;
  for (const issue of result.error?.issues ?? []) {
    if (!unreadable.has(String(issue.path[0])))
      errors.push(`${issue.path.join('.') || 'environment'}: ${issue.message}`);
  }
  throw new ConfigurationError(errors);
}

/** Larger than any key, smaller than a mistake such as naming a log file. */
const MAX_SETTING_FILE_LENGTH = 65_536;

/** Puts the content of NAME_FILE into `given`. Returns what is wrong with the file, or null. */
function readSettingFile(name: string, given: Environment): string | null {
  if (given[name] !== undefined) return `is set, and so is ${name}: set one of the two`;
  try {
    const text = readFileSync(given[`${name}_FILE`] ?? '', 'utf8');
    if (text.length > MAX_SETTING_FILE_LENGTH) return `names a file of more than ${MAX_SETTING_FILE_LENGTH} characters`;
    // Editors and `echo` end a file with a newline that belongs to nobody's secret.
    given[name] = text.replace(/\r?\n$/, '');
    return given[name] === '' ? 'names an empty file' : null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return `names a file that can't be read${code}`;
  }
}

const PORT_RULE = 'must be a port, 0 to 65535';

/** A TCP port, in plain digits; 0 lets the system choose a free one. */
export const Port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_RULE)
  .transform(Number)
  .refine((port) => port <= 65_535, PORT_RULE);
