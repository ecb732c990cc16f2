import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { runCommand } from './program.ts';

export async function main(): Promise<void> {
  // Whoever reads the answer may have seen enough (`| head`): then there is nobody left to tell.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  process.exitCode = await runCommand(process.argv.slice(2), {
    config: async () => (await import('../config.ts')).loadConfig(),
    isTerminal: process.stderr.isTTY,
    printsToTerminal: process.stdout.isTTY,
    openHttp: async () => (await import('../sources/http/open-http.ts')).openHttp(),
    confirm: process.stdin.isTTY && process.stderr.isTTY ? confirm : null,
    tell: (line) => void process.stderr.write(`${line}\n`),
    async print(line) {
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
    },
  });
}

/** Anything but a yes is a no. */
async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
