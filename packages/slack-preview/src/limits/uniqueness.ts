import { isObject, walkObjects } from './walk.ts';

/** Ids that stand twice: of a block in its message or view, of an element in its block. */
export function repeatedIds(blocks: readonly unknown[], prefix: string): string[] {
  const messages = repeats(
    blocks.map((block, index) => ({ id: isObject(block) ? block.block_id : undefined, path: [index] })),
    'block_id',
    prefix,
  );
  for (const [index, block] of blocks.entries()) {
    const elements = [...walkObjects(block, [index])].map(({ object, path }) => ({ id: object.action_id, path }));
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
