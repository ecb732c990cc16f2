import { Command } from 'commander';
import { MERGE_SIMILARITY, TOGETHER_BONUS } from '../pipeline/consolidate.ts';
import type { NamedMove } from '../store/index.ts';
import type { CliContext } from './context.ts';
import { helpExamples } from './examples.ts';
import { withStore } from './with-store.ts';

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
