import type { PainType } from '@pain-signals/contract';
import type { Random } from '../parts/random.ts';

/** What a post has to say, before a platform gives it its shape. */
export interface Story {
  painType: PainType;
  title: string;
  text: string;
  settings: string[];
  attempts: string[];
  effects: string[];
  /** Mentioned in passing, has nothing to do with it. */
  aside: string | undefined;
  /** Products and their versions. */
  versions: string;
  code: string | undefined;
}

/** How people write on one platform. */
export interface Voice {
  provider: string;
  licence: string;
  /** Of the posts of a pain type, in proportion to the other platforms'. */
  share: Record<PainType, number>;
  /** A post tells at least and at most so many settings, attempts and effects together. */
  details: readonly [least: number, most: number];
  titled: boolean;
  tell(story: Story, random: Random): string;
}

export function joinParagraphs(...paragraphs: (string | undefined)[]): string {
  return paragraphs.filter((paragraph) => paragraph !== undefined && paragraph !== '').join('\n\n');
}

export function sometimes(random: Random, probability: number, texts: readonly string[]): string | undefined {
  return random.chance(probability) ? random.pick(texts) : undefined;
}

/** Settings, attempts, effects and the aside as people drop them into running text: in no order. */
export function mingleDetails(story: Story, random: Random): string[] {
  const details = [...story.settings, ...story.attempts, ...story.effects];
  if (story.aside !== undefined) details.push(story.aside);
  return random.sample(details, details.length);
}

/** Only a question asks for help: who reports or complains begins and ends otherwise, however they wrote on that platform. */
export const linesFor = (
  { painType }: Story,
  lines: { asking: readonly string[]; telling: readonly string[] },
): readonly string[] => (painType === 'question' ? lines.asking : lines.telling);

export function fence(code: string | undefined, language = ''): string | undefined {
  return code === undefined ? undefined : `\`\`\`${language}\n${code}\n\`\`\``;
}
