import { Command, InvalidArgumentError } from 'commander';
import { type UndoOutcome, undoMove } from '../pipeline/run-undo.ts';
import { type CliContext, OperatorError } from './context.ts';
import { helpExamples } from './examples.ts';
import { announceWait, withPipeline } from './with-store.ts';

export function mergeCommand(context: CliContext): Command {
  const merge = new Command('merge')
    .description('what the nights have merged and parted')
    .addHelpText('after', helpExamples('merge undo 12'));
  merge
    .command('undo')
    .description('take back a merge, a split or a move for good: the nights to come do not do it again')
    .argument('<id>', 'its number, as merges lists it', parseMoveId)
    .addHelpText('after', helpExamples('merge undo 12'))
    .action((id: number) =>
      withPipeline(context, async (deps) => {
        await context.print(describeUndo(id, await undoMove(deps, id, announceWait(context))));
      }),
    );
  return merge;
}

function describeUndo(id: number, result: UndoOutcome): string {
  switch (result.outcome) {
    case 'undone': {
      const { kind, fromId, toId } = result.move;
      if (kind === 'merge')
        return `${id} is undone: ${fromId} is a signal of its own again, which the nights merge with no other.`;
      const from = kind === 'split' ? 'no signal of its own any more' : 'as it was before';
      return `${id} is undone: the posts are back in ${fromId}, and stay there; ${toId} is ${from}.`;
    }
    case 'unknown':
      throw new OperatorError(`There is no merge with the number ${id}. See them with: merges`);
    case 'undone already':
      throw new OperatorError(`${id} was undone already, ${new Date(result.at).toISOString()}.`);
    case 'blocked':
      throw new OperatorError(
        `${id} cannot be undone while later changes rest on it. Undo first, the newest first: ${result.by.toReversed().join(', ')}`,
      );
    case 'gone':
      throw new OperatorError(
        `${id} cannot be undone: the posts that moved are no longer together, since posts were removed or the signals rebuilt.`,
      );
  }
}

function parseMoveId(text: string): number {
  const id = Number(text);
  if (/^\d{1,9}$/.test(text) && id >= 1) return id;
  throw new InvalidArgumentError('It must be a whole number, as merges lists it.');
}
