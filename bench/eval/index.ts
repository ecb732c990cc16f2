import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { printClusters } from './clusters.ts';
import { evaluateModelAnswers } from './model-answers.ts';
import { evaluateNaming } from './naming.ts';
import { evaluateProduct } from './product.ts';
import { printResampled } from './resample.ts';

/** One measured figure of the table. */
export interface EvalRow {
  set: string;
  figure: string;
  value: string;
  /** What it was in version 0.1, where that was measured. */
  before?: string;
}

/**
 * Prints the figures of everything the folder has data for: `npm run eval FOLDER [-- --names --answers --questions --replays]`, or only means of several imports with `--resample`. FOLDER holds words/ (groups.jsonl,
 * gold.jsonl), trackers/ (posts.ndjson, pains.jsonl), NAME-stream.jsonl, or some of them; words/ wants posts-gitbugs.ndjson beside it or one
 * folder up for its clusters.
 */
async function main([folder, ...options]: readonly string[]): Promise<void> {
  if (folder === undefined || !existsSync(folder))
    throw new Error('Usage: npm run eval FOLDER [-- --names --answers --questions --replays --resample]');
  if (options.includes('--resample')) return printResampled(folder);
  const rows: EvalRow[] = [];
  for (const set of ['words', 'trackers'] as const)
    if (existsSync(join(folder, set))) rows.push(...evaluateNaming(folder, set, options.includes('--names')));
  if (existsSync(join(folder, 'words'))) rows.push(...evaluateModelAnswers(folder, options.includes('--answers')));
  const [questions, replays] = [options.includes('--questions'), options.includes('--replays')];
  rows.push(...(await evaluateProduct(folder, { questions, replays })));
  console.table(rows);
  printClusters(folder);
}

await main(process.argv.slice(2));
