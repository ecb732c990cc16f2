import { OperatorError } from '@pain-signals/storage';
import { Command, InvalidArgumentError } from 'commander';
import { COHERENCE, TOGETHER_BONUS } from '../../clustering/consolidate.ts';
import { type UndoOutcome, undoMerge } from '../../jobs/undo-merge.ts';
import { isoInstant } from '../../model/day.ts';
import { countOf } from '../../model/pluralize.ts';
import type { NamedMove } from '../../store/index.ts';
import { type CliContext, helpExamples, jsonLine } from '../context/cli-context.ts';
import { withPipeline, withStore } from '../context/with-store.ts';

export function mergesCommand(context: CliContext): Command {
  return new Command('merges')
    .description(
      'list the merges, splits and moves of the nightly job, newest first; one JSON object per line unless on a terminal',
    )
    .option('--json', 'print JSON on a terminal too')
    .addHelpText('after', helpExamples('merges', 'merges --json > merges.ndjson'))
    .action(({ json }: { json?: true }) => listMoves(context, json === true || !context.printsToTerminal));
}

const percent = (share: number) => `${Math.round(share * 100)}%`;
const SIMILARITY_NOTE = `Similarity is the average over all pairs of posts. Signals merge at ${percent(COHERENCE)} and split below ${percent(COHERENCE - TOGETHER_BONUS)}. To undo one: merge undo NUMBER`;

function listMoves(context: CliContext, asJson: boolean): Promise<void> {
  return withStore(context, async (store) => {
    let listed = 0;
    for await (const move of store.mergeLog.newestFirst()) {
      listed += 1;
      await context.print(asJson ? jsonOf(move) : sentenceOf(move));
    }
    if (listed === 0) context.notify('No merges or splits yet.');
    else if (!asJson) context.notify(SIMILARITY_NOTE);
  });
}

function jsonOf({ id, at, kind, fromId, fromTopic, toId, toTopic, posts, similarity, undoneAt }: NamedMove): string {
  return jsonLine({
    id,
    at: isoInstant(at),
    kind,
    from: { id: fromId, topic: fromTopic || null },
    to: { id: toId, topic: toTopic || null },
    posts,
    similarity: similarity === null ? null : Number(similarity.toFixed(3)),
    undoneAt: undoneAt === null ? null : isoInstant(undoneAt),
  });
}

const DESCRIPTIONS = {
  merge: (posts: string, from: string, to: string) => `merged ${from} (${posts}) into ${to}`,
  split: (posts: string, from: string, to: string) => `split ${to} (${posts}) off ${from}`,
  move: (posts: string, from: string, to: string) => `moved ${posts} from ${from} to ${to}`,
} as const;

function sentenceOf(move: NamedMove): string {
  const { id, at, kind, posts, similarity, undoneAt } = move;
  const similar = similarity === null ? '' : `, ${percent(similarity)} similar`;
  const undone = undoneAt === null ? '' : `; undone ${isoMinute(undoneAt)}`;
  const [from, to] = [signalName(move.fromTopic, move.fromId), signalName(move.toTopic, move.toId)];
  const event = DESCRIPTIONS[kind](countOf(posts, 'post'), from, to);
  return `${String(id).padStart(5)}  ${isoMinute(at)}  ${event}${similar}${undone}`;
}

const signalName = (topic: string, id: string): string => (topic === '' ? id : `“${topic}”`);
const isoMinute = (at: number): string => isoInstant(at).slice(0, 16).replace('T', ' ');

export function mergeCommand(context: CliContext): Command {
  const merge = new Command('merge')
    .description('undo merges, splits and moves of the nightly job')
    .addHelpText('after', helpExamples('merge undo 12'));
  merge
    .command('undo')
    .description('undo a merge, a split or a move; the nightly job will not repeat it')
    .argument('<id>', 'its number, as in merges', parseMoveId)
    .addHelpText('after', helpExamples('merge undo 12'))
    .action((id: number) =>
      withPipeline(context, async (deps) => {
        await context.print(describeUndo(id, await undoMerge(deps, id)));
      }),
    );
  return merge;
}

function describeUndo(id: number, result: UndoOutcome): string {
  switch (result.outcome) {
    case 'undone': {
      const { kind, fromId, fromTopic, toId, toTopic } = result.move;
      const [from, to] = [signalName(fromTopic, fromId), signalName(toTopic, toId)];
      if (kind === 'merge') return `${id} undone: ${from} is a separate signal again and will not be merged again.`;
      const rest = kind === 'split' ? 'is no longer a signal' : 'is as it was before';
      return `${id} undone: the posts are back in ${from} and will stay there; ${to} ${rest}.`;
    }
    case 'unknown':
      throw new OperatorError(`There is no merge number ${id}. List them with: npm run -s cli -- merges`);
    case 'undone already':
      throw new OperatorError(`${id} was already undone on ${isoInstant(result.at)}.`);
    case 'blocked':
      throw new OperatorError(
        `${id} cannot be undone yet: later changes depend on it. Undo these first, in this order: ${result.by.toReversed().join(', ')}`,
      );
    case 'gone':
      throw new OperatorError(
        `${id} cannot be undone: its posts are no longer together, because posts were deleted or signals rebuilt.`,
      );
    case 'half hidden': {
      const { fromId, fromTopic, toId, toTopic } = result.move;
      const names = [signalName(fromTopic, fromId), signalName(toTopic, toId)];
      const [hidden, shown] = result.hiddenId === fromId ? names : names.toReversed();
      throw new OperatorError(
        `${id} cannot be undone yet: ${hidden} is hidden, and ${shown} is not. Hide both, or show it: npm run -s cli -- hide signal ${result.hiddenId} --undo`,
      );
    }
  }
}

function parseMoveId(text: string): number {
  const id = Number(text);
  if (/^\d{1,9}$/.test(text) && id >= 1) return id;
  throw new InvalidArgumentError('Use a number listed by: npm run -s cli -- merges');
}
