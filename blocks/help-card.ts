import { type Card, card } from './card.ts';
import { COMMAND, SUBCOMMANDS } from './commands.ts';
import { actions, context, header, section } from './elements.ts';
import { listButtons } from './home-card.ts';

export function helpCard(): Card {
  const lines = SUBCOMMANDS.map(({ usage, says }) => `\`${COMMAND} ${usage}\`  ${says}`);
  const examples = SUBCOMMANDS.filter(({ name }) => name !== 'help').map(({ example }) => `\`${COMMAND} ${example}\``);
  const options = SUBCOMMANDS.flatMap(({ name, options }) => (options ? [`\`${name}\` takes \`${options}\``] : []));
  return card(`${COMMAND} ${SUBCOMMANDS.map(({ usage, says }) => `${usage}: ${says}`).join('; ')}.`, [
    header('What you can ask'),
    section(lines.join('\n')),
    section(`*For example*\n${examples.join('\n')}`),
    section(options.join('\n')),
    actions(listButtons()),
    context(['Answers are seen by you alone until you share them.', 'A misspelled word is no harm.']),
  ]);
}
