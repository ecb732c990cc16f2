import { EXCERPT_LENGTH, type Page } from '@pain-signals/contract';
import { z } from 'zod';
import { type Parsed, parseEnvelope } from '../answers.ts';
import { parseJson } from '../exchange.ts';
import { type Excerpt, parseExcerpt } from './excerpt.ts';
import type { EvidenceToolQuery } from './fit-arguments.ts';

const ToolResult = z.object({
  structuredContent: z.unknown().optional(),
  content: z.array(z.unknown()).catch([]),
  isError: z.boolean().catch(false),
});

const TextBlock = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ resource: z.object({ text: z.string() }) }).transform(({ resource }) => resource.text),
]);

/**
 * The excerpts of a tool's answer: its structured content, else JSON in its text, else the text itself, paragraph by paragraph.
 * Null when there are none to be found.
 */
export function parseExcerpts(result: unknown, query: EvidenceToolQuery): Parsed<Page<Excerpt>> | null {
  const parsed = ToolResult.safeParse(result);
  if (!parsed.success || parsed.data.isError) return null;
  const texts = parsed.data.content.flatMap((block) => TextBlock.safeParse(block).data ?? []);
  const bodies = texts.map((text) => parseJson(withoutFence(text))).filter(isObject);
  return (
    parseRows(parsed.data.structuredContent, query) ??
    bodies.map((body) => parseRows(body, query)).find((reading) => reading !== null) ??
    (bodies.length > 0 ? parseRows(bodies, query) : null) ??
    parseParagraphs(texts, query)
  );
}

const withoutFence = (text: string) => /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;

const MAX_DEPTH = 4;
const MAX_BRANCHES = 50;

/** The first list in the answer, from the outside in, of which at least one row can be read; an empty one if there is nothing else. */
function parseRows(body: unknown, query: EvidenceToolQuery): Parsed<Page<Excerpt>> | null {
  let level = [body];
  let empty: Parsed<Page<Excerpt>> | null = null;
  let hasOthers = false;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    for (const holder of level) {
      for (const list of listsIn(holder)) {
        const reading = pageOfRows(list, holder, query);
        if (reading.data.items.length > 0) return reading;
        if (list.length === 0) empty ??= reading;
        else hasOthers = true;
      }
    }
    level = level.flatMap(childrenOf).slice(0, MAX_BRANCHES);
  }
  return hasOthers ? null : empty;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const childrenOf = (value: unknown): unknown[] => (isObject(value) ? Object.values(value).filter(isObject) : []);

const listsIn = (holder: unknown): unknown[][] =>
  Array.isArray(holder) ? [holder] : childrenOf(holder).filter((child) => Array.isArray(child));

function pageOfRows(rows: unknown[], holder: unknown, query: EvidenceToolQuery): Parsed<Page<Excerpt>> {
  const read = rows.slice(0, query.size).map((row) => parseExcerpt(row, EXCERPT_LENGTH[query.mode]));
  const items = read.filter((excerpt) => excerpt !== null);
  return { data: toPage(items, holder, query, rows.length), dropped: read.length - items.length };
}

/** What the server says of its pages counts in the question's pages: the server may number its own from 1. */
function toPage(items: Excerpt[], holder: unknown, { page, size }: EvidenceToolQuery, rows: number): Page<Excerpt> {
  const seen = page * size + rows;
  const totalItems = Math.max(parseEnvelope(holder).totalItems ?? seen, seen);
  return { items, page, size, totalItems, totalPages: Math.ceil(totalItems / size) };
}

/** What is shorter is a heading or a page number. */
const SHORTEST_PARAGRAPH = 30;

function parseParagraphs(texts: string[], query: EvidenceToolQuery): Parsed<Page<Excerpt>> | null {
  const paragraphs = texts
    .flatMap((text) => text.split(/\n\s*\n/))
    .filter((text) => text.trim().length >= SHORTEST_PARAGRAPH);
  return paragraphs.length === 0 ? null : pageOfRows(paragraphs, null, query);
}
