import { APP, BOT, type Channel, PEOPLE } from './directory.ts';

/** Undoes Slack's three escapes in text of an app. https://docs.slack.dev/messaging/formatting-message-text#escaping */
export function unescapeSlack(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * What a person typed as the app gets it: escaped, with @names and #names turned into ids. Commands carry the name beside the
 * id (`isNamed`), messages do not.
 */
export function escapeTypedText(text: string, channels: readonly Channel[], { isNamed }: { isNamed: boolean }): string {
  const people = [...PEOPLE, BOT];
  const reference = (sign: string, { id, name }: { id: string; name: string }) =>
    `<${sign}${id}${isNamed ? `|${name}` : ''}>`;
  return text
    .replaceAll(`@${APP.name}`, `@${BOT.name}`)
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(/(?<!\S)@([\w-]+)/g, (typed, name) => {
      const person = people.find((each) => each.name === name);
      return person === undefined ? typed : reference('@', person);
    })
    .replace(/(?<!\S)#([\w-]+)/g, (typed, name) => {
      const channel = channels.find((each) => each.kind !== 'direct' && each.name === name);
      return channel === undefined ? typed : reference('#', channel);
    });
}
