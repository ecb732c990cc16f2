import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { CliContext } from '../../src/cli/context/cli-context.ts';
import { runCommand } from '../../src/cli/program.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Http } from '../../src/sources/http/http.ts';

const START = fileURLToPath(new URL('../../../../start.mjs', import.meta.url));

export interface CliOutcome {
  status: number;
  /** Lines on stdout and stderr. */
  printed: string[];
  told: string[];
}

/** Runs an operator's command in this process, on the given environment, which reaches no platform. */
export const runCli = (environment: Record<string, string>, ...args: string[]): Promise<CliOutcome> =>
  runCliOn(environment, args, () => {
    throw new Error('this test reaches no platform');
  });

/** The same, with a way out to platforms. */
export async function runCliOn(
  environment: Record<string, string>,
  args: readonly string[],
  openHttp: () => Http,
  confirm: CliContext['confirm'] = null,
): Promise<CliOutcome> {
  const printed: string[] = [];
  const told: string[] = [];
  const status = await runCommand(args, {
    config: async () => loadConfig(environment),
    isTerminal: false,
    printsToTerminal: environment.TERM !== undefined,
    openHttp: async () => openHttp(),
    confirm,
    notify: (line) => void told.push(line),
    print: async (line) => void printed.push(line),
  });
  return { status, printed, told };
}

export interface CliProcess {
  process: ChildProcess;
  outcome: Promise<{ status: number | null; stdout: string; stderr: string }>;
}

/** Starts an operator's command as the operator does, in a process of its own. */
export function startCli(environment: Record<string, string>, ...args: string[]): CliProcess {
  const child = spawn(process.execPath, [START, 'cli', ...args], {
    env: { ...environment, PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const outcome = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [status]]) => ({ status, stdout, stderr }),
  );
  return { process: child, outcome };
}
