import { Command } from 'commander';
import { type CliContext, withStore } from './context.ts';

export function assignmentsCommand(context: CliContext): Command {
  return new Command('assignments').description('print every post with its signal, one JSON object a line').action(() =>
    withStore(context, async (store) => {
      for await (const assignment of store.assignments()) await context.print(JSON.stringify(assignment));
    }),
  );
}
