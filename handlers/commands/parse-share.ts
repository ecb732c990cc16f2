import { missing, type Outcome, parseAboutSignal, parseSeveral, queryAbout, withoutLink } from './parse-subcommands.ts';
import { parseSignalName, parseSignalReference } from './signal-names.ts';

/** `share 3`, `share brief 3 here`: what of a signal, and whether here. */
export function parseShare(rest: string): Outcome {
  const named = rest.replace(/\s+(?:here|in here|in this channel)$/i, '');
  const here = named === rest ? {} : { here: true as const };
  const [, wanted = '', link = '', name = ''] = SHARED.exec(named) ?? [];
  const part = PARTS.find((each) => each === wanted.toLowerCase());
  const isOfSignal = link !== '' || name === '' || parseSignalReference(name) !== null;
  const share = { ...(part !== undefined && isOfSignal ? { part } : {}), ...here };
  const about = part !== undefined && isOfSignal ? name || 'it' : named;
  if (about === '') return { error: missing('share') };
  const options = Object.keys(share).length === 0 ? {} : { share };
  const bare = withoutLink(about);
  return queryAbout('share', parseSeveral(bare) ?? [parseSignalName(bare)], options);
}

const PARTS = ['brief', 'evidence', 'chart', 'why'] as const;
const SHARED = /^(?:the )?(brief|evidence|chart|why)(?: (of|on|for|about|behind))?(?: (\S.*))?$/i;

/** `brief 3 share`, `brief 3 and share it here` */
export function parseBrief(rest: string): Outcome {
  const [, name, here = ''] = /^(.+?),?(?: and)? share(?: it)?( here)?$/i.exec(rest) ?? [];
  const isShared = name !== undefined && parseSignalReference(name) !== null;
  return isShared ? parseShare(`brief ${name}${here}`) : parseAboutSignal('brief', rest);
}
