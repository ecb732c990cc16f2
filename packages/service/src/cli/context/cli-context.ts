import { OperatorError } from '@pain-signals/storage';
import type { ServiceConfig } from '../../config/config.ts';
import type { Http } from '../../sources/http/http.ts';

/** What hides or reorders text: zero width, bidi, tags, variation selectors; and line breaks that aren't control characters. */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

const escapeUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/** What strangers wrote must not steer the operator's terminal: controls are left out, and what is invisible is escaped, as JSON takes it. */
export const withoutControls = (line: string): string =>
  line.replace(/[^\P{Cc}\n\t]/gu, '').replace(INVISIBLE, escapeUnits);

/** The same value on one line, without a character that a terminal or pager acts on. */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/\p{Cc}/gu, escapeUnits)
    .replace(INVISIBLE, escapeUnits);

/** A name from outside on one line, with each character visible. */
export const visibleName = (name: string): string =>
  name.replace(/\p{Cc}/gu, escapeUnits).replace(INVISIBLE, escapeUnits);

/** What a command may use. Nothing here loads the pipeline, so `--help` stays fast. */
export interface CliContext {
  config(): Promise<ServiceConfig>;
  /** Prints a line to stdout. Resolves when it is safe to write more. */
  print(line: string): Promise<void>;
  /** Prints a line to stderr: progress, warnings, errors. */
  notify(line: string): void;
  /** Sets exit status 1: the command went on despite an error. */
  fail(): void;
  /** Whether stderr is a terminal. */
  isTerminal: boolean;
  /** Whether stdout is a terminal. */
  printsToTerminal: boolean;
  openHttp(egress: Pick<ServiceConfig, 'privateSources' | 'httpsProxy'>): Promise<Http>;
  /** Asks for confirmation; null without a terminal. */
  confirm: ((question: string) => Promise<boolean>) | null;
}

/** Options that do not go together. Exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The examples at the end of a command's help. */
export const helpExamples = (...commands: readonly string[]): string =>
  `\n${commands.length === 1 ? 'Example' : 'Examples'}:\n${commands.map((command) => `  npm run -s cli -- ${command}`).join('\n')}`;

/** Asks before something irreversible; throws OperatorError when the answer is no, or when there is no terminal to ask on. */
export async function confirmRemoval({ confirm }: CliContext, what: string, isAgreed: boolean): Promise<void> {
  if (isAgreed) return;
  if (confirm === null) throw new OperatorError(`${what} Nothing was deleted. To go ahead, add --yes.`);
  if (await confirm(`${what} Continue?`)) return;
  throw new OperatorError('Nothing was removed.');
}
