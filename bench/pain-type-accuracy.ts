import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PainType } from '@pain-signals/contract';
import { z } from 'zod';
import { classifyPainType } from '../packages/service/src/classify/pain-type.ts';
import { preparePost } from '../packages/service/src/jobs/pipeline/prepare-post.ts';
import { IncomingPost } from '../packages/service/src/model/post.ts';

/**
 * How well the pain type of single posts is told: `node bench/pain-type-accuracy.ts FOLDER`, where FOLDER holds
 * issue-types.ndjson, one labelled issue a line: {repository, title, body, painType}. What the product leaves open, or takes for a
 * complaint, counts as wrong. A signal's type rests on many posts and is right more often than this.
 */

const LabelledIssue = z.object({ repository: z.string(), title: z.string(), body: z.string(), painType: PainType });
type LabelledIssue = z.infer<typeof LabelledIssue>;

/** The labels of the set; it knows no complaints. */
const LABELS = ['bug', 'feature_request', 'question'] as const;

function predict(issue: LabelledIssue): PainType | null {
  const post = IncomingPost.parse({ ...issue, provider: 'github', externalId: '1', createdAt: '2026-01-01T00:00:00Z' });
  return classifyPainType([preparePost(post)]);
}

function measure(name: string, issues: readonly LabelledIssue[]): void {
  const judged = issues.map((issue) => ({ truth: issue.painType, said: predict(issue) }));
  const scores = LABELS.map((label) => {
    const right = judged.filter(({ truth, said }) => truth === label && said === label).length;
    const said = judged.filter((it) => it.said === label).length;
    const truth = judged.filter((it) => it.truth === label).length;
    return (2 * right) / Math.max(1, said + truth);
  });
  const macro = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const coverage = judged.filter(({ said }) => said !== null).length / Math.max(1, judged.length);
  const each = LABELS.map((label, index) => `${label} ${scores[index]?.toFixed(3)}`).join(', ');
  console.log(`${name} (${issues.length}): macro-F1 ${macro.toFixed(3)}; ${each}; coverage ${coverage.toFixed(3)}`);
}

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Say which folder holds issue-types.ndjson: node bench/pain-type-accuracy.ts FOLDER');
  process.exit(2);
}
const lines = readFileSync(join(folder, 'issue-types.ndjson'), 'utf8').trim().split('\n');
const issues = lines.map((line) => LabelledIssue.parse(JSON.parse(line)));
for (const repository of new Set(issues.map((issue) => issue.repository))) {
  measure(
    repository,
    issues.filter((issue) => issue.repository === repository),
  );
}
measure('all', issues);
