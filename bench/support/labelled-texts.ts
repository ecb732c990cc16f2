import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

/** Short texts with the topic of each. */
export interface LabelledTexts {
  name: string;
  texts: string[];
  labels: string[];
}

const Text = z.string().trim().min(1);
const Label = z.union([z.string().trim().min(1), z.number()]).transform(String);
const firstOf = <Value>(
  names: readonly string[],
  value: z.ZodType<Value>,
  row: Record<string, unknown>,
): Value | undefined => names.map((name) => value.safeParse(row[name]).data).find((found) => found !== undefined);

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\s+$/, '')
    .split(/\r?\n/);

/** title_NAME.txt beside label_NAME.txt, a title and its topic on lines of the same number. */
function readPair(titles: string): LabelledTexts {
  const name = basename(titles).slice('title_'.length, -'.txt'.length);
  const labelled = join(titles, '..', `label_${name}.txt`);
  const [texts, labels] = [linesOf(titles), linesOf(labelled).map((line) => line.trim())];
  if (texts.length !== labels.length)
    throw new Error(
      `${titles} has ${texts.length} lines and ${labelled} ${labels.length}: each title needs its topic.`,
    );
  return { name, texts, labels };
}

/** One JSON object a line, with a text and its topic under one of the customary names. */
function readRows(path: string): LabelledTexts {
  const rows = linesOf(path).map((line, index) => {
    const row = z.record(z.string(), z.unknown()).parse(parseLine(path, line, index + 1));
    const text = firstOf(['title', 'textCleaned', 'text', 'sentence'], Text, row);
    const label = firstOf(['topic', 'label', 'clusterNo', 'tag', 'cluster', 'category'], Label, row);
    return { text, label };
  });
  const whole = rows.flatMap(({ text, label }) => (text === undefined || label === undefined ? [] : [{ text, label }]));
  const name = basename(path).replace(/\.\w+$/, '');
  return { name, texts: whole.map(({ text }) => text), labels: whole.map(({ label }) => label) };
}

function parseLine(path: string, line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(`${path}, line ${number}: not JSON.`, { cause });
  }
}

/** Every set in a folder and its folders, or the one of a file. */
export function readLabelledTexts(path: string): LabelledTexts[] {
  const files = filesAt(path);
  const pairs = files.filter((file) => /^title_.+\.txt$/.test(basename(file))).map(readPair);
  return [...pairs, ...files.filter((file) => /\.(?:jsonl|ndjson)$/.test(file)).map(readRows)];
}

function filesAt(path: string): string[] {
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path];
    throw error;
  }
}
