import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { OperatorError } from './database/data-folder.ts';

/** A program's settings are invalid. The message lists every error and no values, since some are secrets. */
export class ConfigurationError extends OperatorError {
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(
      `The configuration has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:\n${errors.map((error) => `  - ${error}`).join('\n')}`,
    );
    this.errors = errors;
  }
}

/** The least length of a bearer token that the operator chooses. */
export const MIN_TOKEN_LENGTH = 20;

type Environment = Record<string, string | undefined>;

/** The program's settings. When they are invalid, prints every error and ends the program. */
export function readOrExit<Settings>(read: () => Settings): Settings {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Why a program can't listen, and which setting helps; null for other errors. */
export function describeListenError(error: unknown, setting: string, { host, port }: { host: string; port: number }) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program: set ${setting} to a free one`;
  return code === 'EADDRNOTAVAIL' ? `This machine has no address ${host}: set HOST to one it has` : null;
}

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
  for (const name of Object.keys(settings.shape)) {
    if (!given[name]?.includes(PLACEHOLDER)) continue;
    errors.push(`${name}: is still the example's ${PLACEHOLDER}`);
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

/** What the example for Kubernetes has in the place of secrets. */
const PLACEHOLDER = 'CHANGE_ME';

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

export const wholeNumber = (least: number, most: number) => {
  const rule = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(rule).int(rule).min(least, rule).max(most, rule);
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const LogLevel = z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info');

/** Credentials in an address would show up in logs and cards. */
const isPlainAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && [url.username, url.password, url.search, url.hash].every((part) => part === '');
};

export const HttpAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine(isPlainAddress, { error: 'must be an http or https address without a query or credentials' });

const NETWORK_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Whether a text is an IP address or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}
const isProxyAddress = (text: string): boolean => NETWORK_NAMES.has(text) || isNetwork(text);

/** Addresses, comma-separated. */
export const addressList = (isValid: (item: string) => boolean, message: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .refine((items) => items.every(isValid), message);

/** Whose X-Forwarded-For counts: addresses, networks, or names such as loopback. */
export const TrustedProxies = addressList(
  isProxyAddress,
  'must be addresses or networks such as 10.0.0.0/8, or loopback',
).default(['loopback']);

/** Where a program keeps its data. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres:// or postgresql://' })
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_POOL_SIZE: wholeNumber(2, 500).default(10),
  AUTO_MIGRATE: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('true')
    .transform((text) => text === 'true'),
};

/** Where a program on this machine finds another one: a wildcard can be listened on, but not opened. */
export function localAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
