import { Command, InvalidArgumentError } from 'commander';
import { MERGE_SIMILARITY, TOGETHER_BONUS } from '../../clustering/consolidate.ts';
import { type UndoOutcome, undoMove } from '../../jobs/undo-move.ts';
import type { NamedMove } from '../../store/index.ts';
import { type CliContext, helpExamples, OperatorError } from '../context/cli-context.ts';
import { announceWait, withPipeline, withStore } from '../context/with-store.ts';

export function mergesCommand(context: CliContext): Command {
  return new Command('merges')
    .description(
      'list what the nights have merged and parted, newest first; one JSON object a line unless on a terminal',
    )
    .option('--json', 'as JSON on a terminal too')
    .addHelpText('after', helpExamples('merges', 'merges --json > merges.ndjson'))
    .action(({ json }: { json?: true }) => listMoves(context, json === true || !context.printsToTerminal));
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const SIMILARITY_NOTE = `Alike is how much words and meaning have in common, on the average of all pairs, less what chance adds: signals are merged from ${percent(MERGE_SIMILARITY)}, and parted under ${percent(MERGE_SIMILARITY - TOGETHER_BONUS)}. Wrong? merge undo NUMBER`;

function listMoves(context: CliContext, asJson: boolean): Promise<void> {
  return withStore(context, async (store) => {
    let listed = 0;
    for await (const move of store.mergeLog.newestFirst()) {
      listed += 1;
      await context.print(asJson ? jsonOf(move) : sentenceOf(move));
    }
    if (listed === 0) context.notify('Nothing was merged or parted yet.');
    else if (!asJson) context.notify(SIMILARITY_NOTE);
  });
}

function jsonOf({ id, at, kind, fromId, fromTopic, toId, toTopic, posts, similarity, undoneAt }: NamedMove): string {
  return JSON.stringify({
    id,
    at: isoInstant(at),
    kind,
    from: { id: fromId, topic: fromTopic },
    to: { id: toId, topic: toTopic },
    posts,
    similarity: similarity === null ? null : Number(similarity.toFixed(3)),
    undoneAt: undoneAt === null ? null : isoInstant(undoneAt),
  });
}

const WHAT_HAPPENED = {
  merge: (posts: string, from: string, to: string) => `merged ${from} (${posts}) into ${to}`,
  split: (posts: string, from: string, to: string) => `split ${to} (${posts}) off ${from}`,
  move: (posts: string, from: string, to: string) => `moved ${posts} of ${from} to ${to}`,
} as const;

function sentenceOf({
  id,
  at,
  kind,
  fromTopic,
  toTopic,
  fromId,
  toId,
  posts,
  similarity,
  undoneAt,
}: NamedMove): string {
  const count = posts === 1 ? '1 post' : `${posts} posts`;
  const alike = similarity === null ? '' : `, ${percent(similarity)} alike`;
  const undone = undoneAt === null ? '' : `; undone ${isoMinute(undoneAt)}`;
  const what = WHAT_HAPPENED[kind](count, signalName(fromTopic, fromId), signalName(toTopic, toId));
  return `${String(id).padStart(5)}  ${isoMinute(at)}  ${what}${alike}${undone}`;
}

const signalName = (topic: string, id: string): string => (topic === '' ? id : `“${topic}”`);
const isoInstant = (at: number): string => new Date(at).toISOString();
const isoMinute = (at: number): string => isoInstant(at).slice(0, 16).replace('T', ' ');

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
