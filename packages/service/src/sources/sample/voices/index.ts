import type { PainType } from '@pain-signals/contract';
import type { Random } from '../parts/random.ts';
import { discourse } from './discourse.ts';
import { github } from './github.ts';
import { hackerNews } from './hacker-news.ts';
import { reddit } from './reddit.ts';
import { stackOverflow } from './stack-overflow.ts';
import type { Voice } from './voice.ts';

export const VOICES: readonly Voice[] = [github, stackOverflow, hackerNews, reddit, discourse];

/** The platform on which a post of this type is written. */
export function pickVoice(painType: PainType, random: Random): Voice {
  const weighted = VOICES.flatMap((voice) => Array<Voice>(voice.share[painType]).fill(voice));
  return random.pick(weighted);
}
