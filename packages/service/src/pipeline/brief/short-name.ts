import { DANGLING } from '../lexicon/phrasing.ts';

const SHORT_TOPIC_LENGTH = 34;

/** A topic as it is named again, after it was told in full: its first words. */
export function shortTopic(topic: string): string {
  if (topic.length <= SHORT_TOPIC_LENGTH) return topic;
  const cut = topic.slice(0, topic.lastIndexOf(' ', SHORT_TOPIC_LENGTH) + 1).trimEnd();
  const whole = cut.replace(DANGLING, '').replace(/[\s,;:–—-]+$/, '');
  return whole.length < SHORT_TOPIC_LENGTH / 2 ? topic : `${whole}…`;
}
