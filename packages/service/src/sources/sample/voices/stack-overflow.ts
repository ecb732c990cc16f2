import type { Random } from '../parts/random.ts';
import { fence, joinParagraphs, linesFor, mingleDetails, type Story, sometimes, type Voice } from './voice.ts';

const OPENERS = {
  asking: [
    'I have been stuck on this for two days.',
    'Fairly new to this stack, so bear with me.',
    'There are similar questions here but none of the accepted answers applies.',
    'Background first.',
    'I must be overlooking something obvious.',
  ],
  telling: [
    'This took two days to track down.',
    'Reproduced on a fresh machine.',
    'There are similar questions here but none of the accepted answers applies.',
    'Background first.',
    'The configuration is the one from the documentation.',
  ],
};

const CLOSERS = {
  asking: [
    'What am I missing?',
    'Any pointer to the relevant documentation is appreciated.',
    'Is this expected behaviour or a defect?',
    'How would you debug this further?',
    'A minimal example would help me a lot.',
    'Can anybody confirm and explain why?',
  ],
  telling: [
    'The same happens with the example project.',
    'The documentation says otherwise.',
    'That is a defect, not a setting.',
    'The debug log has nothing more.',
    'A minimal example is in the repository.',
    'Colleagues confirm it on other machines.',
  ],
};

const CODE_LEADS = [
  'This is what I see:',
  'Relevant part:',
  'Output below.',
  'The smallest example I could come up with:',
];

function tell(story: Story, random: Random): string {
  const details = mingleDetails(story, random);
  const half = Math.ceil(details.length / 2);
  return joinParagraphs(
    sometimes(random, 0.4, linesFor(story, OPENERS)),
    [...details.slice(0, half), story.text].join(' '),
    story.code && random.chance(0.7) ? `${random.pick(CODE_LEADS)}\n\n${fence(story.code)}` : undefined,
    details.slice(half).join(' '),
    sometimes(random, 0.6, linesFor(story, CLOSERS)),
  );
}

export const stackOverflow: Voice = {
  provider: 'stackoverflow',
  licence: 'CC BY-SA 4.0',
  share: { bug: 2, feature_request: 1, complaint: 1, question: 6 },
  details: [1, 3],
  titled: true,
  tell,
};
