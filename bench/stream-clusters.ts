import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  clusterPosts,
  consolidateClusters,
  nothingClustered,
} from '../packages/service/test/clustering/support/cluster-posts.ts';
import { measureClustering } from '../packages/service/test/clustering/support/clustering-measures.ts';

/**
 * How well short texts are clustered in one pass: `node bench/stream-clusters.ts FOLDER`, where FOLDER holds NAME-stream.jsonl
 * files, one text a line in order of arrival: {Id, clusterNo, textCleaned} (the sets of MStream, KDD'18, look so). One setting for
 * all; the product's own. A text is read once and never leaves its micro-cluster. Three figures: the micro-clusters by themselves;
 * the signals made of them when the stream comes in imports, each of which ends with a consolidation; the same when it comes in one
 * (what `import` and then `assignments` give).
 */

const ENDING = '-stream.jsonl';
const FIRST_AT = Date.parse('2026-01-01T00:00:00Z');
const EVERY_MS = 60_000;
const TEXTS_AN_IMPORT = 5_000;

const ShortText = z.object({ Id: z.coerce.string(), clusterNo: z.coerce.string(), textCleaned: z.string().min(1) });
type ShortText = z.infer<typeof ShortText>;

const labelled = ({ Id, textCleaned }: ShortText, place: number) => ({
  post: {
    provider: 'bench',
    externalId: Id,
    title: textCleaned,
    body: '',
    createdAt: new Date(FIRST_AT + place * EVERY_MS).toISOString(),
  },
});

/** As the product takes them: the signals after the last of the consolidations that end each import. */
function clusterInImports(texts: readonly ShortText[], textsAnImport: number) {
  let clustered = nothingClustered();
  let signalOf = new Map<string, string>();
  const clusterIds: string[] = [];
  const posts = texts.map(labelled);
  for (let from = 0; from < texts.length; from += textsAnImport) {
    clustered = clusterPosts(posts.slice(from, from + textsAnImport), clustered);
    ({ signalOf } = consolidateClusters(clustered, signalOf));
    clusterIds.push(...clustered.clusterIds.map((id, place) => id ?? `none ${from + place}`));
  }
  return { clusterIds, signals: clusterIds.map((id) => signalOf.get(id) ?? id) };
}

function measure(name: string, texts: readonly ShortText[]): void {
  const truth = texts.map(({ clusterNo }) => clusterNo);
  const report = (when: string, labels: readonly string[]) => {
    const { nmiGeometric, ari, pairPrecision } = measureClustering(truth, labels);
    const figures = `NMI (geometric) ${nmiGeometric.toFixed(3)}, ARI ${ari.toFixed(3)}, pair precision ${pairPrecision.toFixed(3)}`;
    console.log(`${name} (${texts.length}), ${when}: ${figures}, ${new Set(labels).size} clusters`);
  };
  const { clusterIds, signals } = clusterInImports(texts, texts.length);
  report('micro-clusters as they arrive', clusterIds);
  report(`one pass in imports of ${TEXTS_AN_IMPORT}`, clusterInImports(texts, TEXTS_AN_IMPORT).signals);
  report('one pass in one import', signals);
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error(`Say which folder holds *${ENDING} files: node bench/stream-clusters.ts FOLDER`);
  process.exit(2);
}
for (const file of readdirSync(folder).filter((name) => name.endsWith(ENDING))) {
  const lines = readFileSync(join(folder, file), 'utf8').trim().split('\n');
  measure(
    file.slice(0, -ENDING.length),
    lines.map((line) => ShortText.parse(JSON.parse(line))),
  );
}
