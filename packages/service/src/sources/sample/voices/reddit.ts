import type { Random } from '../parts/random.ts';
import { joinParagraphs, linesFor, mingleDetails, type Story, sometimes, type Voice } from './voice.ts';

const OPENERS = [
  'ok so',
  'Throwaway because colleagues read this sub.',
  'Need to vent for a second.',
  'long time lurker here',
  'Mods, delete if not allowed.',
];

const CLOSERS = {
  asking: [
    'Anyone else?',
    'tl;dr see title',
    'EDIT: wow this blew up',
    'EDIT 2: yes I have tried turning it off and on again',
    'please tell me I am not alone',
    'sorry for the wall of text, on mobile',
    'how is this acceptable in this decade',
  ],
  telling: [
    'And we are not the only ones.',
    'tl;dr see title',
    'EDIT: wow this blew up',
    'EDIT 2: yes, turned it off and on again',
    'half of the office has it too',
    'wall of text, typed on mobile',
    'how is this acceptable in this decade',
  ],
};

function tell(story: Story, random: Random): string {
  const details = mingleDetails(story, random);
  return joinParagraphs(
    [sometimes(random, 0.4, OPENERS), story.text].filter(Boolean).join(' '),
    details.join(random.chance(0.5) ? '\n\n' : ' '),
    sometimes(random, 0.55, linesFor(story, CLOSERS)),
  );
}

export const reddit: Voice = {
  provider: 'reddit',
  licence: 'CC0-1.0',
  share: { bug: 1, feature_request: 1, complaint: 4, question: 1 },
  details: [1, 3],
  titled: true,
  tell,
};
