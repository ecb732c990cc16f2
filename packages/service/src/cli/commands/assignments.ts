import { Command } from 'commander';
import { type CliContext, helpExamples, jsonLine } from '../context/cli-context.ts';
import { withStore } from '../context/with-store.ts';

export function assignmentsCommand(context: CliContext): Command {
  return new Command('assignments')
    .description('print every post with its signal, one JSON object per line')
    .addHelpText('after', helpExamples('assignments > assignments.ndjson'))
    .action(() =>
      withStore(context, async (store) => {
        for await (const assignment of store.assignments()) await context.print(jsonLine(assignment));
      }),
    );
}
