import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { z } from 'zod';

/** Takes gitleaks' rules as this project's data: `node packages/service/test/text/write-secret-rules.ts gitleaks.toml`. */

/** Too general for prose: `credentials.ts` has rules of its own for these. */
const LEFT_OUT = new Set([
  ...['generic-api-key', 'jwt-base64', 'curl-auth-header', 'curl-auth-user', 'private-key'],
  // Two gaps of any characters each: too slow on hostile text.
  ...['kubernetes-secret-yaml', 'nuget-config-password'],
]);

const Rules = z.object({
  rules: z.array(
    z.object({
      id: z.string(),
      regex: z.string().optional(),
      keywords: z.array(z.string()).default([]),
    }),
  ),
});

/** Words before a key that a match may start with; without them it starts at the vendor's name, and no text makes it slow. */
const LEADING = /^(?:\[\\w\.-\]\{0,50\}\?)/;

/** What must follow a key in source code; in prose any punctuation does. */
const TRAILING = '(?:[\\x60\'"\\s;]|\\\\[nr]|$)';

/** Go's flag holds to the end of its group, JavaScript's only inside a group of its own. */
function groupFlags(pattern: string): string {
  const at = pattern.indexOf('(?i)');
  if (at === -1) return pattern;
  const rest = pattern.slice(at + 4).replace(LEADING, '');
  let depth = 0;
  let end = rest.length;
  for (let index = 0, inClass = false; index < rest.length && end === rest.length; index += 1) {
    const character = rest[index];
    if (character === '\\') index += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')' && depth === 0) end = index;
    else if (character === ')') depth -= 1;
  }
  return groupFlags(`${pattern.slice(0, at)}(?i:${rest.slice(0, end)})${rest.slice(end)}`);
}

/** From Go's syntax to JavaScript's. */
const toJavaScript = (regex: string): string =>
  groupFlags(regex.replaceAll('\\z', '$').replaceAll('(?P<', '(?<').replaceAll('[[:alnum:]]', '[0-9A-Za-z]'))
    .replace(LEADING, '')
    .replaceAll(TRAILING, '(?![0-9A-Za-z])')
    .replace(/\{(\d+),\}/g, '{$1,4000}');

const [path = ''] = process.argv.slice(2);
const { rules } = Rules.parse(parse(readFileSync(path, 'utf8')));
const kept = rules.flatMap(({ id, regex, keywords }) => {
  if (regex === undefined || LEFT_OUT.has(id)) return [];
  const pattern = toJavaScript(regex);
  new RegExp(pattern, 'g');
  return [{ id, keywords: keywords.map((word) => word.toLowerCase()), pattern }];
});
const file = new URL('../../src/text/secrets/gitleaks.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
console.log(`${kept.length} rules in ${file.pathname}`);
