import type { Random } from '../parts/random.ts';
import { fence, joinParagraphs, linesFor, mingleDetails, type Story, sometimes, type Voice } from './voice.ts';

const OPENERS = {
  asking: [
    'Hi all,',
    'Hello everyone, first post here.',
    'Dear community,',
    'Hey folks, hope you are doing well!',
    'Moving this over from the chat as suggested.',
  ],
  telling: [
    'For the record:',
    'First post here.',
    'Reporting this for our whole team.',
    'Long-time user, first complaint.',
    'Moving this over from the chat as suggested.',
  ],
};

const CLOSERS = {
  asking: [
    'Thanks in advance for any hint!',
    'Best regards',
    'Looking forward to your thoughts.',
    'Should I open an issue for that?',
    'Cheers from the weekend shift',
    'If this has been answered before, a link is enough.',
  ],
  telling: [
    'Logs are available on request.',
    'Best regards',
    'Looking forward to a fix.',
    'An issue with the same text is open.',
    'Cheers from the weekend shift',
    'If this is tracked elsewhere, a link is enough.',
  ],
};

function tell(story: Story, random: Random): string {
  const details = mingleDetails(story, random);
  return joinParagraphs(
    sometimes(random, 0.6, linesFor(story, OPENERS)),
    details[0],
    story.text,
    details.slice(1).join(' '),
    random.chance(0.3) ? fence(story.code) : undefined,
    sometimes(random, 0.6, linesFor(story, CLOSERS)),
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
