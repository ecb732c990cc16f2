import { withLocale } from '#blocks/numbers.ts';
import type { CardContext } from '#blocks/setting.ts';
import type { Deps, Requester } from './deps.ts';
import type { CardRenderer } from './drawing.ts';

type LocaleOwner = Pick<Requester, 'userId'>;

/** Draws something with the numbers as this person writes them. */
export async function localeRenderer({ people }: Pick<Deps, 'people'>, { userId }: LocaleOwner) {
  const locale = userId === null ? null : ((await people.find(userId))?.locale ?? null);
  return <Drawn>(draw: () => Drawn): Drawn => withLocale(locale, draw);
}

/** The same for what they alone read; what a channel reads is the same for all. */
export async function renderInLocale(
  deps: Pick<Deps, 'people'>,
  locale: LocaleOwner,
  draw: CardRenderer,
): Promise<CardRenderer> {
  const inTheirs = await localeRenderer(deps, locale);
  return (audience) =>
    isForOnePerson(audience) ? inTheirs(() => draw(audience)) : withLocale(null, () => draw(audience));
}

const isForOnePerson = (audience: CardContext['audience']) => audience.kind === 'person' || audience.isAlone === true;
