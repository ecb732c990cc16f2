import type { Random } from '../parts/random.ts';
import { joinParagraphs, mingleDetails, type Story, sometimes, type Voice } from './voice.ts';

const OPENERS = [
  'Counterpoint from someone who runs this in production.',
  'This matches my experience.',
  '> it just works\n\nIt does not.',
  'Everyone talks about the new release and nobody about this.',
  'I wanted to like it.',
  'Not the parent, but same boat.',
];

const CLOSERS = [
  'Maybe I am holding it wrong.',
  'Curious whether others have solved it differently.',
  'Rant over.',
  'Ask me how I know.',
  'Otherwise a fine piece of software.',
  'We are looking at alternatives now.',
];

function tell(story: Story, random: Random): string {
  // A comment has no title, so what a title would say opens the text.
  const headline = /[.!?]$/.test(story.title) ? story.title : `${story.title}.`;
  return joinParagraphs(
    sometimes(random, 0.5, OPENERS),
    `${headline} ${story.text}`,
    mingleDetails(story, random).join(' '),
    sometimes(random, 0.5, CLOSERS),
  );
}

export const hackerNews: Voice = {
  provider: 'hackernews',
  licence: 'CC0-1.0',
  share: { bug: 1, feature_request: 1, complaint: 2, question: 1 },
  details: [1, 2],
  titled: false,
  tell,
};
