import { authorOf } from '../parts/people.ts';
import { type Random, randomFrom } from '../parts/random.ts';
import { drawReactions } from '../parts/reactions.ts';
import { roughen } from '../parts/roughen.ts';
import type { Draft } from '../parts/sample-post.ts';
import { VOICES } from '../voices/index.ts';
import { ANNOUNCEMENTS } from './announcements.ts';
import { CHATS } from './chats.ts';
import { CHATTER } from './chatter.ts';
import { FOREIGN } from './foreign.ts';
import { STRAYS } from './strays.ts';
import { NOISE_WORDS } from './words.ts';

const NOISE_TEMPLATES = [...ANNOUNCEMENTS, ...CHATS, ...STRAYS, ...FOREIGN];

function fillWords(template: string, random: Random): string {
  return template.replace(/\{(\w+)\}/g, (slot, name: string) => random.pick(NOISE_WORDS[name] ?? [slot]));
}

/** The noise post with this running number. All templates are used before one comes back, so that none forms a signal. */
export function composeNoise(ordinal: number): Draft {
  const random = randomFrom(`noise ${ordinal}`);
  const round = Math.floor(ordinal / NOISE_TEMPLATES.length);
  const order = randomFrom(`noise, round ${round}`).sample(NOISE_TEMPLATES, NOISE_TEMPLATES.length);
  const [title, text] = order[ordinal - round * NOISE_TEMPLATES.length] ?? random.pick(NOISE_TEMPLATES);
  const voice = random.pick(VOICES);
  const chatter = random.sample(CHATTER, 1 + random.below(3)).join(' ');
  const body = `${fillWords(text, random)} ${chatter}`;
  const headline = fillWords(title, random);
  return {
    provider: voice.provider,
    title: voice.titled ? roughen(headline, random) : null,
    body: roughen(voice.titled ? body : `${headline}\n\n${body}`, random),
    author: authorOf('noise', ordinal, random),
    ...(voice.provider === 'github' ? { repository: 'bramblecourt/lounge', owner: 'bramblecourt' } : {}),
    licence: voice.licence,
    reactions: drawReactions(random),
  };
}
