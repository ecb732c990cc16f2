import { Command, CommanderError } from 'commander';
import { COMMANDS } from './commands.ts';
import { type CliContext, UsageError } from './context.ts';
import { describeError } from './say-fault.ts';

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
