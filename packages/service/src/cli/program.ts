import { Command, CommanderError } from 'commander';
import { assignmentsCommand } from './assignments.ts';
import { backupCommand } from './backup.ts';
import { type CliContext, UsageError } from './context.ts';
import { doctorCommand } from './doctor.ts';
import { fetchCommand } from './fetch.ts';
import { forgetCommand } from './forget.ts';
import { hideCommand } from './hide.ts';
import { importCommand } from './import.ts';
import { keyCommand } from './key.ts';
import { mergeCommand } from './merge.ts';
import { mergesCommand } from './merges.ts';
import { rebuildCommand } from './rebuild.ts';
import { restoreCommand } from './restore.ts';
import { sampleCommand } from './sample.ts';
import { sayFault } from './say-fault.ts';
import { snapshotCommand } from './snapshot.ts';
import { userCommand } from './user.ts';

const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Runs one operator's command and answers its exit status; what went wrong is told, in one line. */
export async function runCommand(args: readonly string[], outside: Omit<CliContext, 'fail'>): Promise<number> {
  let status: number = EXIT.ok;
  const context: CliContext = {
    ...outside,
    fail: () => {
      status = EXIT.failed;
    },
  };
  try {
    await createProgram(context).parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    // Commander has told its own errors already; asking for help is none.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    context.tell(`error: ${sayFault(error)}`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

function createProgram(context: CliContext): Command {
  const program = new Command('cli')
    .description("The operator's commands of Pain Signals.")
    .addHelpText(
      'after',
      '\nOf the Slack app:\n  encryption rotate   encrypts its tokens and keys anew, under another key',
    );
  const commands = [
    importCommand(context),
    fetchCommand(context),
    snapshotCommand(context),
    assignmentsCommand(context),
    mergesCommand(context),
    mergeCommand(context),
    rebuildCommand(context),
    sampleCommand(context),
    forgetCommand(context),
    hideCommand(context),
    backupCommand(context),
    restoreCommand(context),
    userCommand(context),
    keyCommand(context),
    doctorCommand(context),
  ];
  for (const command of commands) program.addCommand(command);
  for (const command of [program, ...commands, ...commands.flatMap(({ commands }) => commands)])
    command
      .exitOverride()
      .showHelpAfterError('(add --help for how to use it)')
      .configureOutput({
        writeOut: (text) => void context.print(text.trimEnd()),
        writeErr: (text) => context.tell(text.trimEnd()),
      });
  return program;
}
