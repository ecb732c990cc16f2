import { drawAside, drawVersions } from './asides.ts';
import { drawAccident } from './hostile.ts';
import type { Pain, Telling } from './parts/pain.ts';
import { authorOf } from './parts/people.ts';
import { type Random, randomFrom } from './parts/random.ts';
import { drawReactions } from './parts/reactions.ts';
import { roughen } from './parts/roughen.ts';
import type { Draft } from './parts/sample-post.ts';
import { slotFiller } from './parts/slots.ts';
import { pickVoice } from './voices/index.ts';
import type { Story, Voice } from './voices/voice.ts';

/** Real complaints, too, carry pasted secrets and stray mentions: cards and excerpts must cope. */
const ACCIDENT_SHARE = 0.03;

/** How many posts mention what they are not about. */
const ASIDE_SHARE = 0.45;

/** Every telling is used once before one is used again, in an order that differs from round to round. */
function tellingOf(pain: Pain, ordinal: number): Telling {
  const round = Math.floor(ordinal / pain.tellings.length);
  const order = randomFrom(`tellings of ${pain.id}, round ${round}`).sample(pain.tellings, pain.tellings.length);
  const telling = order[ordinal - round * pain.tellings.length];
  if (telling === undefined) throw new RangeError(`${pain.id} has no tellings`);
  return telling;
}

function tellStory(pain: Pain, telling: Telling, voice: Voice, random: Random): Story {
  const [least, most] = voice.details;
  const count = least + random.below(most - least + 1);
  const details = random.sample([...pain.settings, ...pain.attempts, ...pain.effects], count);
  const keep = (sentences: readonly string[]) => sentences.filter((sentence) => details.includes(sentence));
  return {
    painType: pain.painType,
    title: telling.title,
    text: telling.text,
    settings: keep(pain.settings),
    attempts: keep(pain.attempts),
    effects: keep(pain.effects),
    aside: random.chance(ASIDE_SHARE) ? drawAside(random) : undefined,
    versions: drawVersions(random),
    code: pain.code === undefined || pain.code.length === 0 ? undefined : random.pick(pain.code),
  };
}

/** The pain's post with this running number; the same on every machine. */
export function composePost(pain: Pain, ordinal: number): Draft {
  const random = randomFrom(`${pain.id} ${ordinal}`);
  const voice = pickVoice(pain.painType, random);
  const repository = random.pick(pain.projects);
  const [owner = repository, project = repository] = repository.split('/');
  const fill = slotFiller(project, random);
  const telling = tellingOf(pain, ordinal);
  const body = fill(voice.tell(tellStory(pain, telling, voice, random), random));
  const accident = random.chance(ACCIDENT_SHARE) ? `\n\n${drawAccident(random)}` : '';
  return {
    provider: voice.provider,
    title: voice.titled ? roughen(fill(telling.title), random) : null,
    body: roughen(body, random) + accident,
    author: authorOf(pain.id, ordinal, random),
    ...(voice.provider === 'github' ? { repository, owner } : {}),
    licence: voice.licence,
    reactions: drawReactions(random),
  };
}
