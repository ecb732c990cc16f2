import { escapeMrkdwn } from './text.ts';

const LONGEST = 1_000;
const LABEL = 70;

/** A link into the web as mrkdwn that shows where it leads, or null when it leads nowhere a person should go. */
export function formatLink(url: string): string | null {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || !/^https?:$/.test(address.protocol)) return null;
  // Before an @ stands a name that is easily taken for the host.
  if (address.username !== '' || address.password !== '' || address.href.length > LONGEST) return null;
  const target = address.href.replaceAll('&', '&amp;').replaceAll('|', '%7C');
  const path = `${address.pathname}${address.search}`.replace(/\/$/, '');
  return `<${target}|${escapeMrkdwn(`${address.host}${path}`, LABEL)}>`;
}
