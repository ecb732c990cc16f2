import { type EvidenceExcerpt, EXCERPT_LENGTH, type Page, parseJson } from '@pain-signals/contract';
import { z } from 'zod';
import { MAX_ANSWER_VALUES } from '../http/http-client.ts';
import { type Parsed, parseEnvelope } from '../http/parse-answers.ts';
import type { EvidenceToolQuery } from './tool-arguments.ts';

/** Evidence with its excerpt. A server that answers in plain text may give the excerpt alone. */
export interface Excerpt
  extends Pick<EvidenceExcerpt, 'postTitle' | 'url' | 'author' | 'licence'>,
    Nullable<Pick<EvidenceExcerpt, 'chunkId' | 'documentId' | 'provider' | 'externalId' | 'createdAt' | 'postedAt'>> {
  /** Untrusted text: escape it, and never follow it. Null when MCP failed. */
  excerpt: string | null;
}

type Nullable<T> = { [Key in keyof T]: T[Key] | null };

/** The names that servers use for a field, without case and underscores; the first one with a text is used. */
const FIELD_NAMES = {
  excerpt: ['excerpt', 'text', 'snippet', 'quote', 'content', 'body', 'chunktext', 'passage', 'message'],
  postTitle: ['posttitle', 'title', 'documenttitle', 'subject'],
  url: ['url', 'link', 'permalink', 'sourceurl', 'posturl', 'href', 'uri'],
  author: ['author', 'authorname', 'username', 'user', 'by'],
  licence: ['licence', 'license'],
  provider: ['provider', 'source', 'platform', 'site'],
  chunkId: ['chunkid', 'id'],
  documentId: ['documentid', 'postid'],
  externalId: ['externalid', 'sourceid'],
  createdAt: ['createdat', 'assignedat', 'foundat'],
  postedAt: ['postedat', 'publishedat', 'writtenat', 'date', 'timestamp'],
} as const;

const MAX_FIELDS = 200;
const MAX_FIELD_LENGTH = 500;
const MAX_URL_LENGTH = 2_000;

/** The excerpt in a row, which may be plain text; null when there is none. */
function parseExcerpt(row: unknown, maxLength: number): Excerpt | null {
  const fields = typeof row === 'string' ? plainFields(row) : fieldsOf(row);
  const field = (names: readonly string[]) => names.map((name) => fields.get(name)).find((text) => text !== undefined);
  const text = field(FIELD_NAMES.excerpt)?.trim();
  if (!text) return null;
  const short = (names: readonly string[]) => field(names)?.slice(0, MAX_FIELD_LENGTH) ?? null;
  return {
    excerpt: shorten(text, maxLength),
    postTitle: short(FIELD_NAMES.postTitle),
    url: webAddress(field(FIELD_NAMES.url)),
    author: short(FIELD_NAMES.author),
    licence: short(FIELD_NAMES.licence),
    provider: short(FIELD_NAMES.provider),
    chunkId: short(FIELD_NAMES.chunkId),
    documentId: short(FIELD_NAMES.documentId),
    externalId: short(FIELD_NAMES.externalId),
    createdAt: instant(field(FIELD_NAMES.createdAt)),
    postedAt: instant(field(FIELD_NAMES.postedAt)),
  };
}

/** Tried where marks begin alone: from each of them on it would take the square of their number. */
const ENDING = /(?<![.,;:])[.,;:]+$/;

function plainFields(text: string): Map<string, string> {
  const address = /https?:\/\/[^\s<>"')\]]+/.exec(text)?.[0].replace(ENDING, '');
  return new Map([['text', text], ...(address === undefined ? [] : [['url', address] as const])]);
}

/** Objects, such as an author, are reduced to their name. */
const Named = z.union([
  z.object({ name: z.string() }).transform(({ name }) => name),
  z.object({ login: z.string() }).transform(({ login }) => login),
  z.object({ text: z.string() }).transform(({ text }) => text),
]);
const Text = z.union([z.string(), z.number().transform(String), Named]);

function fieldsOf(row: unknown): Map<string, string> {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return new Map();
  const entries = Object.entries(row).slice(0, MAX_FIELDS);
  const texts = entries.map(([name, value]) => [lettersOnly(name), Text.safeParse(value).data ?? ''] as const);
  return new Map(texts.filter(([, text]) => text !== ''));
}

/** A name without what writers of names disagree about. */
export const lettersOnly = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

function webAddress(text: string | undefined): string | null {
  if (text === undefined || text.length > MAX_URL_LENGTH || !URL.canParse(text)) return null;
  const url = new URL(text);
  // Credentials in an address can hide where it leads.
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : null;
}

function instant(text: string | undefined): string | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

const ELLIPSIS = '…';

/** At most `maxLength` characters, cut between words if possible, never inside a character. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - ELLIPSIS.length).replace(/[\uD800-\uDBFF]$/, '');
  const lastSpace = cut.lastIndexOf(' ');
  return cut.slice(0, lastSpace > maxLength / 2 ? lastSpace : undefined).trimEnd() + ELLIPSIS;
}

const ToolResult = z.object({
  structuredContent: z.unknown().optional(),
  content: z.array(z.unknown()).catch([]),
  isError: z.boolean().catch(false),
});

const TextBlock = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ resource: z.object({ text: z.string() }) }).transform(({ resource }) => resource.text),
]);

/** The excerpts in a tool's structured content, else in JSON in its text, else its paragraphs; null when there are none. */
export function parseExcerpts(result: unknown, query: EvidenceToolQuery): Parsed<Page<Excerpt>> | null {
  const parsed = ToolResult.safeParse(result);
  if (!parsed.success || parsed.data.isError) return null;
  const blocks = parsed.data.content.slice(0, MAX_BLOCKS);
  const texts = blocks.flatMap((block) => TextBlock.safeParse(block).data ?? []);
  const bodies = texts.map((text) => parseJson(withoutFence(text), MAX_ANSWER_VALUES)).filter(isObject);
  return (
    parseRows(parsed.data.structuredContent, query) ??
    bodies.map((body) => parseRows(body, query)).find((page) => page !== null) ??
    (bodies.length > 0 ? parseRows(bodies, query) : null) ??
    parseParagraphs(texts, query)
  );
}

const withoutFence = (text: string) => /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;

/** Some servers send one for each piece of evidence. */
const MAX_BLOCKS = 500;
const MAX_DEPTH = 4;
const MAX_BRANCHES = 50;

/** The outermost list with at least one row that can be parsed; an empty list when there is no other. */
function parseRows(body: unknown, query: EvidenceToolQuery): Parsed<Page<Excerpt>> | null {
  let level = [body];
  let empty: Parsed<Page<Excerpt>> | null = null;
  let hasOthers = false;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    for (const holder of level) {
      for (const list of listsIn(holder)) {
        const page = pageOfRows(list, holder, query);
        if (page.data.items.length > 0) return page;
        if (list.length === 0) empty ??= page;
        else hasOthers = true;
      }
    }
    level = level.flatMap(childrenOf).slice(0, MAX_BRANCHES);
  }
  return hasOthers ? null : empty;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const childrenOf = (value: unknown): unknown[] =>
  isObject(value) ? Object.values(value).filter(isObject).slice(0, MAX_BRANCHES) : [];

const listsIn = (holder: unknown): unknown[][] =>
  Array.isArray(holder) ? [holder] : childrenOf(holder).filter((child) => Array.isArray(child));

function pageOfRows(rows: unknown[], holder: unknown, query: EvidenceToolQuery): Parsed<Page<Excerpt>> {
  const read = rows.slice(0, query.size).map((row) => parseExcerpt(row, EXCERPT_LENGTH[query.mode]));
  const items = read.filter((excerpt) => excerpt !== null);
  return { data: toPage(items, holder, query, rows.length), dropped: read.length - items.length };
}

/** Page numbers are those of the query, because servers may count pages from 1. */
function toPage(items: Excerpt[], holder: unknown, { page, size }: EvidenceToolQuery, rows: number): Page<Excerpt> {
  const seen = page * size + rows;
  // Behind a full page of a server that doesn't count, there may be more.
  const atLeast = rows === size ? seen + 1 : seen;
  const totalItems = Math.max(parseEnvelope(holder).totalItems ?? atLeast, seen);
  return { items, page, size, totalItems, totalPages: Math.ceil(totalItems / size) };
}

/** Shorter paragraphs are headings or page numbers. */
const SHORTEST_PARAGRAPH = 30;

function parseParagraphs(texts: string[], query: EvidenceToolQuery): Parsed<Page<Excerpt>> | null {
  const paragraphs = texts
    .flatMap((text) => text.split(/\n\s*\n/))
    .filter((text) => text.trim().length >= SHORTEST_PARAGRAPH);
  return paragraphs.length === 0 ? null : pageOfRows(paragraphs, null, query);
}
