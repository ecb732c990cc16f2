import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { stopsItself } from '@pain-signals/storage';
import { runCommand } from './program.ts';

/** Undoes what a progress bar does: it hides the cursor and turns off line wrapping. */
const RESET_TERMINAL = '\r\x1b[0J\x1b[?25h\x1b[?7h';
/** Every step of a command is one transaction. */
const STOPPED_MESSAGE = 'Stopped. What is stored so far is intact. Run the command again to continue.';
/** As shells report a process that SIGINT ended. */
const SIGINT_EXIT_STATUS = 130;

export async function main(): Promise<void> {
  // The reader of a pipe may stop early, as `| head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  process.on('SIGINT', () => {
    if (stopsItself()) return;
    process.stderr.write(`${process.stderr.isTTY ? RESET_TERMINAL : ''}${STOPPED_MESSAGE}\n`);
    process.exit(SIGINT_EXIT_STATUS);
  });
  process.exitCode = await runCommand(process.argv.slice(2), {
    config: async () => (await import('../config/config.ts')).loadConfig(),
    isTerminal: process.stderr.isTTY,
    printsToTerminal: process.stdout.isTTY,
    openHttp: async (egress) => (await import('../sources/http/http.ts')).openHttp(egress),
    confirm: process.stdin.isTTY && process.stderr.isTTY ? confirm : null,
    notify: (line) => void process.stderr.write(`${line}\n`),
    async print(line) {
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
    },
  });
}

/** Anything but y or yes means no. */
async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
