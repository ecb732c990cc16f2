import { once } from 'node:events';
import { loadConfig } from '../config.ts';
import { openHttp } from '../sources/http/open-http.ts';
import { runCommand } from './program.ts';

export async function main(): Promise<void> {
  // Whoever reads the answer may have seen enough (`| head`): then there is nobody left to tell.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  process.exitCode = await runCommand(process.argv.slice(2), {
    config: loadConfig,
    isTerminal: process.stderr.isTTY,
    printsToTerminal: process.stdout.isTTY,
    openHttp,
    tell: (line) => void process.stderr.write(`${line}\n`),
    async print(line) {
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
    },
  });
}
