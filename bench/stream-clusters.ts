/**
 * How well short texts are clustered as they arrive, and after the night: `node bench/stream-clusters.ts FOLDER`, where FOLDER
 * holds NAME-stream.jsonl files, one text a line in order of arrival: {Id, clusterNo, textCleaned} (the sets of MStream,
 * KDD'18, look so). One setting for all; the product's own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { clusterPosts, consolidateClusters } from '../packages/service/test/support/cluster-posts.ts';
import { measureClustering } from '../packages/service/test/support/clustering-measures.ts';

const ENDING = '-stream.jsonl';
const FIRST_AT = Date.parse('2026-01-01T00:00:00Z');
const EVERY_MS = 60_000;

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

function measure(name: string, texts: readonly ShortText[]): void {
  const truth = texts.map(({ clusterNo }) => clusterNo);
  const clustered = clusterPosts(texts.map(labelled));
  const { signalOf } = consolidateClusters(clustered);
  const clusterIds = clustered.clusterIds.map((id, place) => id ?? `none ${place}`);
  const report = (when: string, labels: readonly string[]) => {
    const { nmiGeometric, ari, pairPrecision } = measureClustering(truth, labels);
    const figures = `NMI (geometric) ${nmiGeometric.toFixed(3)}, ARI ${ari.toFixed(3)}, pair precision ${pairPrecision.toFixed(3)}`;
    console.log(`${name} (${texts.length}), ${when}: ${figures}, ${new Set(labels).size} clusters`);
  };
  report('as they arrive', clusterIds);
  report(
    'after the night',
    clusterIds.map((id) => signalOf.get(id) ?? id),
  );
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
