import { type Card, card } from './card.ts';
import { COMMAND, COMMAND_GROUPS, SUBCOMMANDS } from './commands.ts';
import { actions, context, header, section } from './elements.ts';
import { mainListButtons } from './home-card.ts';
import { BOT_NAME } from './share-cards.ts';

/** Every command once, by what it is for. */
export function helpCard(): Card {
  const options = SUBCOMMANDS.flatMap(({ name, options }) => (options ? [`\`${name}\` takes \`${options}\``] : []));
  return card(`${COMMAND} ${SUBCOMMANDS.map(({ usage, description: says }) => `${usage}: ${says}`).join('; ')}.`, [
    header('What you can ask'),
    ...COMMAND_GROUPS.map((group) => section(`*${group}*\n${linesOf(group)}`)),
    context([options.join('\n')]),
    context([
      'Answers are seen by you alone until you share them.',
      'A misspelled word is no harm.',
      `In threads: \`@${BOT_NAME}\` and a question, once somebody typed \`/invite @${BOT_NAME}\` in the channel.`,
    ]),
    actions(mainListButtons()),
  ]);
}

const linesOf = (wanted: (typeof COMMAND_GROUPS)[number]): string =>
  SUBCOMMANDS.filter(({ group }) => group === wanted)
    .map(({ usage, description: says }) => `\`${COMMAND} ${usage}\`  ${says}`)
    .join('\n');
