import { Command, CommanderError } from 'commander';
import { type CliContext, UsageError } from './context/cli-context.ts';

/** A command as the list of all names it; `load` brings the rest, which may be the whole pipeline. */
export interface ListedCommand {
  name: string;
  usage: string;
  summary: string;
  load: (() => Promise<(context: CliContext) => Command>) | null;
}

export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'import',
    usage: '<file>',
    summary: 'store the posts of a file and find their signals',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  {
    name: 'fetch',
    usage: '[source]',
    summary: 'read what is new at the sources of the SOURCES file',
    load: async () => (await import('./commands/fetch.ts')).fetchCommand,
  },
  {
    name: 'snapshot',
    usage: '',
    summary: 'bring signals, scores and briefs up to now',
    load: async () => (await import('./commands/snapshot.ts')).snapshotCommand,
  },
  {
    name: 'assignments',
    usage: '',
    summary: 'print every post with its signal, as JSON lines',
    load: async () => (await import('./commands/assignments.ts')).assignmentsCommand,
  },
  {
    name: 'merges',
    usage: '',
    summary: 'list what the nights have merged and parted',
    load: async () => (await import('./commands/merges.ts')).mergesCommand,
  },
  {
    name: 'merge',
    usage: 'undo <id>',
    summary: 'take back one of those merges',
    load: async () => (await import('./commands/merges.ts')).mergeCommand,
  },
  {
    name: 'rebuild',
    usage: '',
    summary: 'make all signals again from the stored posts',
    load: async () => (await import('./commands/rebuild.ts')).rebuildCommand,
  },
  {
    name: 'sample',
    usage: 'remove',
    summary: 'end the invented posts',
    load: async () => (await import('./commands/sample.ts')).sampleCommand,
  },
  {
    name: 'forget',
    usage: '',
    summary: 'remove posts for good, with all that quotes them',
    load: async () => (await import('./commands/forget.ts')).forgetCommand,
  },
  {
    name: 'hide',
    usage: 'signal|post <id>',
    summary: 'put a signal or a post out of sight, or back',
    load: async () => (await import('./commands/hide.ts')).hideCommand,
  },
  {
    name: 'backup',
    usage: '<file>',
    summary: 'write everything the service keeps to a new file',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  {
    name: 'restore',
    usage: '<file>',
    summary: 'put a backup in the place of everything',
    load: async () => (await import('./commands/backup.ts')).restoreCommand,
  },
  {
    name: 'user',
    usage: 'add|plan|reset <email>',
    summary: 'the accounts that keys belong to',
    load: async () => (await import('./commands/user.ts')).userCommand,
  },
  {
    name: 'key',
    usage: 'create|list|revoke|restore',
    summary: 'API keys',
    load: async () => (await import('./commands/key.ts')).keyCommand,
  },
  {
    name: 'doctor',
    usage: '',
    summary: 'check the configuration, and say what to do',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  // Of the Slack app, which the service does not know: start.mjs runs it.
  { name: 'encryption', usage: 'rotate', summary: "encrypt the Slack app's tokens and keys anew", load: null },
];

/** SQLite's, PostgreSQL's and the system's words for the same thing. */
const DISK_FULL: ReadonlySet<unknown> = new Set([13, '53100', 'ENOSPC']);

/** What went wrong, in one line for the person at the terminal. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'errcode' in error ? error.errcode : 'code' in error ? error.code : undefined;
  if (DISK_FULL.has(code))
    return 'The disk is full. What was stored before is whole: make room, then run the command again.';
  return error.message;
}

const EXIT_STATUS = { ok: 0, failed: 1, usage: 2 } as const;

/** Runs one operator's command and answers its exit status; what went wrong is told, in one line. */
export async function runCommand(args: readonly string[], outside: Omit<CliContext, 'fail'>): Promise<number> {
  let status: number = EXIT_STATUS.ok;
  const context: CliContext = {
    ...outside,
    fail: () => {
      status = EXIT_STATUS.failed;
    },
  };
  try {
    await (await createProgram(context, args)).parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    // Commander has told its own errors already; asking for help is none.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_STATUS.ok : EXIT_STATUS.usage;
    context.notify(`error: ${describeError(error)}`);
    return error instanceof UsageError ? EXIT_STATUS.usage : EXIT_STATUS.failed;
  }
}

/** Loads the command that is asked for and no other; of the rest the list of all needs the names. */
async function createProgram(context: CliContext, args: readonly string[]): Promise<Command> {
  const program = new Command('npm run -s cli --')
    .description("The operator's commands of Pain Signals. Each has more to say: COMMAND --help")
    .helpOption('-h, --help', 'show this list, or how to use a command')
    .helpCommand('help [command]', 'show how to use a command');
  const asked = args.find((word) => !word.startsWith('-') && word !== 'help');
  for (const { name, usage, summary, load } of COMMANDS) {
    const command = name === asked && load !== null ? (await load())(context) : new Command(name).usage(usage);
    program.addCommand(command.summary(summary));
  }
  program.configureHelp({ subcommandTerm: (command) => `${command.name()} ${usageOf(command)}`.trim() });
  for (const command of commandsBelow(program))
    command
      .exitOverride()
      .showHelpAfterError('(add --help for how to use it)')
      .configureOutput({
        writeOut: (text) => void context.print(text.trimEnd()),
        writeErr: (text) => context.notify(text.trimEnd()),
      });
  return program;
}

/** Of those that are not loaded only the list knows the arguments. */
const usageOf = (command: Command): string =>
  COMMANDS.find(({ name }) => name === command.name())?.usage ?? '[command]';

const commandsBelow = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsBelow)];
