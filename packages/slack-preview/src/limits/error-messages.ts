import type { z } from 'zod';
import { isObject, walkObjects } from './json.ts';

type Issue = z.core.$ZodIssue;

/** Slack's own wording for an invalid value, with a JSON pointer, as in `response_metadata.messages`. */
export function slackErrorMessages(issues: readonly Issue[], root: unknown, prefix: string): string[] {
  return issues
    .flatMap((issue) => issueMessages(issue, root))
    .map(([words, path]) => `${words} [json-pointer:${pointer(prefix, path)}]`);
}

type MessageAtPath = [words: string, path: readonly PropertyKey[]];

function issueMessages(issue: Issue, root: unknown): MessageAtPath[] {
  const { path } = issue;
  const given = valueAt(root, path);
  const isMissing = given === undefined && path.length > 0;
  if (isMissing && issue.code !== 'custom') {
    return [[`missing required field: ${String(path.at(-1))}`, path.slice(0, -1)]];
  }
  switch (issue.code) {
    case 'too_big':
      return [[tooBig(issue), path]];
    case 'too_small':
      return [[tooSmall(issue), path]];
    case 'unrecognized_keys':
      return issue.keys.map((key) => [`invalid additional property: ${key}`, path]);
    case 'invalid_union':
    case 'invalid_value':
      return [[path.at(-1) === 'type' ? `unsupported type: ${String(given)}` : 'must be a valid enum value', path]];
    case 'invalid_type':
      return [[`must provide ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`, path]];
    default:
      return [[issue.message, path]];
  }
}

function tooBig({ origin, maximum }: Issue & { code: 'too_big' }): string {
  if (origin === 'string') return `must be less than ${Number(maximum) + 1} characters`;
  return origin === 'array' ? `no more than ${maximum} items allowed` : `must be less than or equal to ${maximum}`;
}

function tooSmall({ origin, minimum }: Issue & { code: 'too_small' }): string {
  if (origin === 'string') return `must be more than ${Number(minimum) - 1} characters`;
  return origin === 'array' ? `must provide at least ${minimum} items` : `must be greater than or equal to ${minimum}`;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    root,
  );
}

// https://www.rfc-editor.org/rfc/rfc6901: a slash or tilde in a name is written ~1 or ~0
function pointer(prefix: string, path: readonly PropertyKey[]): string {
  return prefix + path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Duplicate ids: of blocks in a message or view, of elements in a block. */
export function repeatedIds(blocks: readonly unknown[], prefix: string): string[] {
  const messages = repeats(
    blocks.map((block, index) => ({ id: isObject(block) ? block.block_id : undefined, path: [index] })),
    'block_id',
    prefix,
  );
  for (const [index, block] of blocks.entries()) {
    const elements = walkObjects(block, [index]).map(({ object, path }) => ({ id: object.action_id, path }));
    messages.push(...repeats(elements, 'action_id', prefix));
  }
  return messages;
}

function repeats(
  entries: readonly { id: unknown; path: readonly (string | number)[] }[],
  field: string,
  prefix: string,
): string[] {
  const seen = new Set<unknown>();
  return entries.flatMap(({ id, path }) => {
    if (id === undefined) return [];
    const isRepeated = seen.has(id);
    seen.add(id);
    return isRepeated
      ? [`\`${field}\` "${String(id)}" already exists [json-pointer:${prefix}/${path.join('/')}/${field}]`]
      : [];
  });
}
