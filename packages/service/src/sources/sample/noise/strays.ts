import type { NoiseTemplate } from './noise-template.ts';

/** Homework, off-topic questions, one-off praise and things that landed in the wrong place. */
export const STRAYS: readonly NoiseTemplate[] = [
  [
    'Sum of primes below {number}00 in {language}',
    'Homework, I admit. My loop prints the name of my {animal} instead, long story.',
  ],
  ['Regex for postcodes of {city}', 'They may have a letter in front. Needed for a map of {hobby} clubs.'],
  ['How do I centre a picture of a {animal} in a letter?', 'It is for the {hobby} club. LaTeX if possible.'],
  ['Thank you', 'Just wanted to say that {tool} saved my thesis in {field}. No question.'],
  ['This repository made my day', 'Read all {number} files with a cup of tea. Lovely comments.'],
  ['Wrong repository, sorry', 'I was looking for the {thing} drivers. Please close.'],
  ['Is there a logo of {tool} in high resolution?', 'For a poster at the {field} fair in {city}.'],
  [
    'Which licence should I choose for a data set on {field}?',
    'It was collected by {number} volunteers and a {animal}.',
  ],
  ['Convert Roman numerals in {language}', 'Works up to {number}, then I run out of letters.'],
  ['Difference between a list and a tuple?', 'The textbook of my {person} contradicts the lecture of the {number}th.'],
  ['Shortest program that draws a {animal}', 'I am at {number}8 characters of {language}.'],
  ['Can {language} run on a {thing}?', 'Serious question, my {person} threw one away and it has a chip.'],
  ['History: who invented the semicolon?', 'Preparing a talk in {city}, {month}. Sources from before 1970 welcome.'],
  [
    'Calendar with the moon phases for {month}',
    'I plan {hobby} by the moon and would like to compute it in {language}.',
  ],
  ['Pronunciation of {tool}', 'Settle this for our office, {number} people, two camps.'],
  ['Can I cite {tool} in a paper about {field}?', 'The journal wants a DOI or at least the names of the authors.'],
  ['Sorting socks with a camera', 'Detects {number} kinds by now. Written in {language} for a {person}.'],
  ['A haiku about {language}', 'Old pond of brackets / a {animal} jumps in the heap / sound of collection.'],
  ['Test, please ignore', 'Posting from a {thing} in {city} to see whether it works.'],
  ['Anyone at the {city} airport?', 'Stuck for {number} hours, have {thing}, will pair.'],
  ['Weather station from a {thing}', 'It measures rain since {month}. Which chart would you draw?'],
  ['Sudoku solver in one line of {language}', 'One line of {number}00 characters, that is.'],
  ['How do planes know where {city} is?', 'Not about software, but somebody here will know. My {person} keeps asking.'],
  ['Random walk of a {animal} on a map', 'What are the odds that it returns home within {number} steps?'],
  ['Looking for a pen pal who knows {language}', 'I can offer {hobby}, {field} and stamps from {city}.'],
  ['Crossword: seven letters, "{field} device"', 'Third one is a K. It is not {thing}.'],
  ['Selling a {thing}, nearly new', 'Pick-up in {city}, comes with {number} spare parts.'],
  [
    'Estimate: grains of rice on {number} chessboards',
    'In {language}, with big integers. Is my answer off by a {animal}?',
  ],
  ['Chess engine for grandparents', 'It loses on purpose after {number} moves. My {person} is delighted.'],
  ['Why is the mascot a {animal}?', 'There must be a story. I asked in {city} and got three.'],
];
