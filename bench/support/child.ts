import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts a program of this folder as a process of its own. */
export const begin = (file: string, args: string[] = []): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), args, { execArgv: ['--no-warnings'] });

/** Asks it to tell what it has seen. */
export async function ask<Answer>(child: ChildProcess): Promise<Answer> {
  const answer = once(child, 'message');
  child.send('tell');
  return (await answer)[0] as Answer;
}
