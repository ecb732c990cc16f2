import type { Random } from '../parts/random.ts';
import { fence, joinParagraphs, mingleDetails, type Story, sometimes, type Voice } from './voice.ts';

const OPENERS = [
  'Hi all,',
  'Hello everyone, first post here.',
  'Dear community,',
  'Hey folks, hope you are doing well!',
  'Moving this over from the chat as suggested.',
];

const CLOSERS = [
  'Thanks in advance for any hint!',
  'Best regards',
  'Looking forward to your thoughts.',
  'Should I open an issue for that?',
  'Cheers from the weekend shift',
  'If this has been answered before, a link is enough.',
];

function tell(story: Story, random: Random): string {
  const details = mingleDetails(story, random);
  return joinParagraphs(
    sometimes(random, 0.6, OPENERS),
    details[0],
    story.text,
    details.slice(1).join(' '),
    random.chance(0.3) ? fence(story.code) : undefined,
    sometimes(random, 0.6, CLOSERS),
  );
}

export const discourse: Voice = {
  provider: 'discourse',
  licence: 'CC0-1.0',
  share: { bug: 1, feature_request: 2, complaint: 1, question: 2 },
  details: [1, 3],
  titled: true,
  tell,
};
