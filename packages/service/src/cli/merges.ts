import { Command } from 'commander';
import { SAME_PAIN, TOGETHER_BONUS } from '../pipeline/consolidate.ts';
import type { NamedMove } from '../store/index.ts';
import type { CliContext } from './context.ts';
import { examples } from './examples.ts';
import { withStore } from './with-store.ts';

export function mergesCommand(context: CliContext): Command {
  return new Command('merges')
    .description(
      'list what the nights have merged and parted, newest first; one JSON object a line unless on a terminal',
    )
    .option('--json', 'as JSON on a terminal too')
    .addHelpText('after', examples('merges', 'merges --json > merges.ndjson'))
    .action(({ json }: { json?: true }) => listMoves(context, json === true || !context.printsToTerminal));
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const HOW_ALIKE = `Alike is how much words and meaning have in common, on the average of all pairs, less what chance adds: signals are merged from ${percent(SAME_PAIN)}, and parted under ${percent(SAME_PAIN - TOGETHER_BONUS)}. Wrong? merge undo NUMBER`;

function listMoves(context: CliContext, asJson: boolean): Promise<void> {
  return withStore(context, async (store) => {
    let listed = 0;
    for await (const move of store.mergeLog.newestFirst()) {
      listed += 1;
      await context.print(asJson ? jsonOf(move) : sentenceOf(move));
    }
    if (listed === 0) context.tell('Nothing was merged or parted yet.');
    else if (!asJson) context.tell(HOW_ALIKE);
  });
}

function jsonOf({ id, at, kind, fromId, fromTopic, toId, toTopic, posts, similarity, undoneAt }: NamedMove): string {
  return JSON.stringify({
    id,
    at: instant(at),
    kind,
    from: { id: fromId, topic: fromTopic },
    to: { id: toId, topic: toTopic },
    posts,
    similarity: similarity === null ? null : Number(similarity.toFixed(3)),
    undoneAt: undoneAt === null ? null : instant(undoneAt),
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
  const undone = undoneAt === null ? '' : `; undone ${minute(undoneAt)}`;
  const what = WHAT_HAPPENED[kind](count, nameOf(fromTopic, fromId), nameOf(toTopic, toId));
  return `${String(id).padStart(5)}  ${minute(at)}  ${what}${alike}${undone}`;
}

const nameOf = (topic: string, id: string): string => (topic === '' ? id : `“${topic}”`);
const instant = (at: number): string => new Date(at).toISOString();
const minute = (at: number): string => instant(at).slice(0, 16).replace('T', ' ');
