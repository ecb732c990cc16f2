import type { ServiceConfig } from '../../config/config.ts';
import type { Http } from '../../sources/http/index.ts';

/** What a command may reach. Nothing here loads the pipeline: `--help` must not wait for it. */
export interface CliContext {
  config(): Promise<ServiceConfig>;
  /** A line of the answer. Resolves when it is safe to write more. */
  print(line: string): Promise<void>;
  /** A line for the person at the terminal: progress, warnings, errors. */
  notify(line: string): void;
  /** The command did what it could, and something went wrong. */
  fail(): void;
  isTerminal: boolean;
  /** Whether the answer is read by a person, not by a program or into a file. */
  printsToTerminal: boolean;
  /** The way out to the sources' platforms. */
  openHttp(): Promise<Http>;
  /** Asks the person at the terminal to agree; null where nobody sits there. */
  confirm: ((question: string) => Promise<boolean>) | null;
}

/** Something the operator asked for cannot be done; the message says what to do instead. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** The words were understood one by one, but not together. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What follows a command's help: it as somebody types it. */
export const helpExamples = (...commands: readonly string[]): string =>
  `\n${commands.length === 1 ? 'Example' : 'Examples'}:\n${commands.map((command) => `  npm run -s cli -- ${command}`).join('\n')}`;

/** Before what cannot be taken back, whoever sits at the terminal is asked; a script has said what it wants. */
export async function confirmRemoval({ confirm }: CliContext, what: string, isAgreed: boolean): Promise<void> {
  if (isAgreed || confirm === null || (await confirm(`${what} Go on?`))) return;
  throw new OperatorError('Nothing was removed: everything is as it was.');
}
