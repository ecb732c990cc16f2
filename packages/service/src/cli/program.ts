import { VERSION } from '@pain-signals/contract';
import { describeDatabaseError, StoppedError } from '@pain-signals/storage';
import { Command, CommanderError } from 'commander';
import { type CliContext, UsageError, withoutControls } from './context/cli-context.ts';

type LoadCommand = () => Promise<(context: CliContext) => Command>;

/** The commands, as the help lists them. */
export const COMMANDS: readonly [name: string, usage: string, summary: string][] = [
  ['import', '<file>', 'import the posts of a file and find their signals'],
  ['fetch', '[kind]', 'fetch new posts from the sources in the SOURCES file'],
  ['snapshot', '', 'update signals, scores and briefs'],
  ['assignments', '', 'print every post with its signal, as JSON lines'],
  ['explain', '<provider:id>', 'say why a post counts in a signal or not'],
  ['merges', '', 'list the merges, splits and moves of the nightly job'],
  ['merge', 'undo <id>', 'undo one of them'],
  ['rebuild', '', 'rebuild all signals from the stored posts'],
  ['sample', 'remove', 'remove the sample data'],
  ['forget', '', 'delete posts for good, with everything that quotes them'],
  ['hide', 'signal|post <id>', 'exclude a signal or a post everywhere, or restore it'],
  ['backup', '<file>', 'back up the service and the Slack app to a new file'],
  ['restore', '<file>', 'replace everything with a backup'],
  ['migrate', '', "bring the service's and the Slack app's tables up to date"],
  ['user', 'add|plan|reset <email>', 'manage accounts'],
  ['key', 'create|list|revoke|restore', 'manage API keys'],
  ['doctor', '[--live]', 'check the configuration and suggest fixes'],
  // start.mjs runs this one: the service does not know the Slack app.
  ['encryption', 'rotate', "re-encrypt the Slack app's tokens and keys"],
];

/** Each loads only what it needs, which may be the whole pipeline. */
const LOADERS: Readonly<Record<string, LoadCommand>> = {
  import: async () => (await import('./commands/import.ts')).importCommand,
  fetch: async () => (await import('./commands/fetch.ts')).fetchCommand,
  snapshot: async () => (await import('./commands/snapshot.ts')).snapshotCommand,
  assignments: async () => (await import('./commands/assignments.ts')).assignmentsCommand,
  explain: async () => (await import('./commands/explain.ts')).explainCommand,
  merges: async () => (await import('./commands/merges.ts')).mergesCommand,
  merge: async () => (await import('./commands/merges.ts')).mergeCommand,
  rebuild: async () => (await import('./commands/rebuild.ts')).rebuildCommand,
  sample: async () => (await import('./commands/sample.ts')).sampleCommand,
  forget: async () => (await import('./commands/forget.ts')).forgetCommand,
  hide: async () => (await import('./commands/hide.ts')).hideCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/backup.ts')).restoreCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  user: async () => (await import('./commands/user.ts')).userCommand,
  key: async () => (await import('./commands/key.ts')).keyCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
};

/** The codes of SQLite, PostgreSQL and the system for the same error. */
const DISK_FULL: ReadonlySet<unknown> = new Set([13, '53100', 'ENOSPC']);

/** What went wrong, in one line for the person at the terminal. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'errcode' in error ? error.errcode : 'code' in error ? error.code : undefined;
  if (DISK_FULL.has(code))
    return 'The disk is full. What is stored so far is intact. Free some space and run the command again.';
  return describeDatabaseError(error) ?? error.message;
}

const EXIT_STATUS = { ok: 0, failed: 1, usage: 2 } as const;

/** Runs one command and returns its exit status. Errors are printed as one line. */
export async function runCommand(args: readonly string[], outside: Omit<CliContext, 'fail'>): Promise<number> {
  let status: number = EXIT_STATUS.ok;
  const context: CliContext = {
    ...outside,
    // What another program reads stays as it is.
    print: (line) => outside.print(outside.printsToTerminal ? withoutControls(line) : line),
    notify: (line) => outside.notify(withoutControls(line)),
    fail: () => {
      status = EXIT_STATUS.failed;
    },
  };
  try {
    await (await createProgram(context, args)).parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    // Commander has printed its own errors already; --help is not an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_STATUS.ok : EXIT_STATUS.usage;
    context.notify(`error: ${describeError(error)}`);
    if (error instanceof StoppedError) return error.exitStatus;
    return error instanceof UsageError ? EXIT_STATUS.usage : EXIT_STATUS.failed;
  }
}

/** Loads only the requested command; help lists the others by name. */
async function createProgram(context: CliContext, args: readonly string[]): Promise<Command> {
  const program = new Command('npm run -s cli --')
    .description('Operate the Pain Signals service. For details of a command: COMMAND --help')
    .version(VERSION, '-V, --version', 'print the version');
  const requested = args.find((word) => !word.startsWith('-') && word !== 'help');
  for (const [name, usage, summary] of COMMANDS) {
    const load = name === requested ? LOADERS[name] : undefined;
    const command = load === undefined ? new Command(name).usage(usage) : (await load())(context);
    program.addCommand(command.summary(summary));
  }
  program.configureHelp({ subcommandTerm: (command) => `${command.name()} ${usageOf(command)}`.trim() });
  for (const command of commandsBelow(program)) {
    if (command.commands.length > 0) command.helpCommand('help [command]', 'show help for a command');
    command
      .helpOption('-h, --help', 'show help')
      .exitOverride()
      .showHelpAfterError(`For help: npm run -s cli -- ${pathOf(command)}--help`)
      .configureOutput({
        writeOut: (text) => void context.print(text.trimEnd()),
        writeErr: (text) => context.notify(withoutJargon(text.trimEnd())),
      });
  }
  return program;
}

/** `hide signal `, and nothing for all commands. */
const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)}${command.name()} `;

/** Commander says of which kind of argument a value is. */
const withoutJargon = (text: string): string =>
  text
    .replace(
      /^error: command-argument value '(.*)' is invalid for argument '(.*?)'\. /,
      "error: '$1' isn't a valid $2. ",
    )
    .replace(/^error: option '(.*?)' argument '(.*)' is invalid\. /, "error: '$2' isn't valid for $1. ")
    .replace('Allowed choices are ', 'Choose one of: ');

/** Commands that are not loaded have no arguments of their own. */
const usageOf = (command: Command): string => COMMANDS.find(([name]) => name === command.name())?.[1] ?? '[command]';

const commandsBelow = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsBelow)];
