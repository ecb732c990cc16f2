import type { NoiseTemplate } from './noise-template.ts';

/** People who have something to show or to give away. */
export const ANNOUNCEMENTS: readonly NoiseTemplate[] = [
  [
    'Show: I made {tool}, a tiny {language} library for {field}',
    'Spent my evenings on it since {month}. Feedback very welcome, be gentle.',
  ],
  [
    '{tool} 1.{number} released',
    'Highlights: a new logo, faster start and a mascot, which is a {animal}. Changelog in the repo.',
  ],
  ['Meetup in {city} next month', 'Talks about {language} and {field}, pizza afterwards. {number} seats left.'],
  [
    'We are hiring a {language} developer in {city}',
    'Four day week, an office {animal}, no whiteboard riddles. Write to the address in the profile.',
  ],
  [
    'Looking for a co-founder with a background in {field}',
    'I have a prototype in {language} and {number} letters of intent.',
  ],
  ['My book on {language} for {field} is out', 'It took {number} months longer than planned. First chapter is free.'],
  [
    'Call for papers: small conference on {field}',
    'Deadline is the {number}th of {month}, venue is an old mill near {city}.',
  ],
  [
    'Open sourcing our {thing} firmware',
    'Nobody asked for it, here it is. Written in {language}, runs on a coin cell.',
  ],
  [
    '{tool} has joined a foundation',
    'Nothing changes for users. Thanks to the {number} volunteers who moved the mailing lists.',
  ],
  ['Newsletter #{number}: what happened in {field}', 'Links to three papers, an obituary and a recipe.'],
  ['I ported {tool} to {language} for fun', 'Slower, bigger, and I am proud of it.'],
  ['New podcast episode about {field}', 'We talk to a person who quit tech to take up {hobby}. {number} minutes.'],
  ['Stickers!', 'If you are in {city} in {month}, come by our table and get a {animal} sticker.'],
  ['Introducing the {tool} grants', '{number} small grants for students who build something for {field}.'],
  [
    'Goodbye and thanks',
    'After {number} years as moderator I am off to spend more time on {hobby}. Be nice to each other.',
  ],
  [
    'Visualising {number} years of {field} on one page',
    'Made with {language} and far too much coffee. Large print hangs in my hall.',
  ],
  [
    'Retro: a pocket calculator in a {thing}',
    'It has a {language} interpreter and {number} kilobytes of memory. Schematics are included.',
  ],
  [
    'Free workshop for teachers in {city}',
    'How to introduce kids to {language} with a robot {animal}. Bring a laptop.',
  ],
  ['Winners of our {month} photo contest', 'First prize goes to the {animal} sitting on a {thing}.'],
  [
    'My talk about {hobby} and programming is online',
    'Recorded in {city}, sound is poor during the first {number} minutes.',
  ],
  ['Translation of the handbook needs volunteers', 'Especially people who know the vocabulary of {field}.'],
  ['{tool} turns {number}', 'Happy birthday to the project that taught me {language}. Cake in the {city} office.'],
];
