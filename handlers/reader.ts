import { withNumbersOf } from '#blocks/numbers.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';

/** Numbers as this person writes them, for what they alone read; what a channel reads is the same for all. */
export async function drawnFor(
  { people }: Pick<Deps, 'people'>,
  { userId }: Pick<Asker, 'userId'>,
  draw: Drawing,
): Promise<Drawing> {
  const locale = userId === null ? null : ((await people.find(userId))?.locale ?? null);
  return (audience) => withNumbersOf(audience.kind === 'person' ? locale : null, () => draw(audience));
}
