import { type CliContext, OperatorError } from './context.ts';

/** Before what cannot be taken back, whoever sits at the terminal is asked; a script has said what it wants. */
export async function confirmRemoval({ confirm }: CliContext, what: string, isAgreed: boolean): Promise<void> {
  if (isAgreed || confirm === null || (await confirm(`${what} Go on?`))) return;
  throw new OperatorError('Nothing was removed: everything is as it was.');
}
