import { withNumbersOf } from '#blocks/numbers.ts';
import type { Setting } from '#blocks/setting.ts';
import type { Asker, Deps } from './deps.ts';
import type { Drawing } from './drawing.ts';

type Reader = Pick<Asker, 'userId'>;

/** Draws something with the numbers as this person writes them. */
export async function numbersOf({ people }: Pick<Deps, 'people'>, { userId }: Reader) {
  const locale = userId === null ? null : ((await people.find(userId))?.locale ?? null);
  return <Drawn>(draw: () => Drawn): Drawn => withNumbersOf(locale, draw);
}

/** The same for what they alone read; what a channel reads is the same for all. */
export async function drawnFor(deps: Pick<Deps, 'people'>, reader: Reader, draw: Drawing): Promise<Drawing> {
  const inTheirs = await numbersOf(deps, reader);
  return (audience) => (isAlone(audience) ? inTheirs(() => draw(audience)) : withNumbersOf(null, () => draw(audience)));
}

const isAlone = (audience: Setting['audience']) => audience.kind === 'person' || audience.isAlone === true;
