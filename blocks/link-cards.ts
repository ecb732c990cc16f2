import { type Card, card } from './card.ts';
import { COMMAND } from './commands.ts';
import { actions, section } from './elements.ts';
import { mainListButtons } from './home-card.ts';
import { escapeMrkdwn } from './text.ts';

/** An address that leads to no signal; `example` is one that would. */
export function unknownLinkCard(url: string, example: string | null): Card {
  const happened = 'That link leads to no signal that I know.';
  const because = `\`${escapeMrkdwn(url, 200)}\` is no page of a signal.`;
  const links = example === null ? 'has the id of a signal in it' : `looks like \`${escapeMrkdwn(example, 300)}\``;
  const next = `A link that works ${links}. Or name the signal by its number, its id or words: \`${COMMAND} signal oauth\`.`;
  return card(`${happened} ${because} ${next}`, [
    section(`*${happened}*\n${because}\n${next}`),
    actions(mainListButtons()),
  ]);
}
