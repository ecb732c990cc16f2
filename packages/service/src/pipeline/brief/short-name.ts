import { DANGLING } from '../lexicon/phrasing.ts';

const LONGEST = 34;

/** A topic as it is named again, after it was told in full: its first words. */
export function shortName(topic: string): string {
  if (topic.length <= LONGEST) return topic;
  const cut = topic.slice(0, topic.lastIndexOf(' ', LONGEST) + 1).trimEnd();
  const whole = cut.replace(DANGLING, '').replace(/[\s,;:–—-]+$/, '');
  return whole.length < LONGEST / 2 ? topic : `${whole}…`;
}
