import type { NoiseTemplate } from './noise-template.ts';

/** Small talk, tastes and life questions. */
export const CHATS: readonly NoiseTemplate[] = [
  ["What's your favourite editor theme?", 'Mine is something with the colours of a {animal}. Asking for my {person}.'],
  ['Tabs or spaces, final answer', 'My {person} and I have a bet of {number} beers on it.'],
  ['What did you name your servers?', 'Ours are named after pubs in {city}. Before that it was kinds of {animal}.'],
  ['Recommend a {thing}', 'Budget about {number}0 euros. I sit in a shared flat in {city} so it should be quiet.'],
  ['Is it too late to learn {language} at {number}8?', 'I worked in {field} until {month}. What would you do first?'],
  ['How much do you earn in {city}?', 'I have {number} years of experience with {language} and an offer on the table.'],
  ['Music for concentrated work', 'Whales, rain, and recordings of a {animal}. What do you listen to?'],
  ['Moving from {field} to software, worth it?', 'My {person} says no. Convince me either way.'],
  ['What was your first program?', 'Mine was about {hobby}, in {language}, printed on paper.'],
  [
    'Unpopular opinion: {language} is beautiful',
    'Come at me. I wrote {number} thousand lines of it and would do so again.',
  ],
  [
    'Interview in {city} tomorrow, any advice?',
    'It is for a job in {field}. They said to bring a {thing}, no idea why.',
  ],
  ['Friday thread: what are you building?', 'I am restoring a {thing} and teaching a parrot {language}.'],
  ['Four day week after {number} months', 'More {hobby}, same output. I am not going back.'],
  [
    'Does anybody still read paper books about {language}?',
    'There are {number} on my shelf, of which my {animal} has eaten two.',
  ],
  ['Best coffee near the station in {city}?', 'Arriving in {month} for the {field} days.'],
  ['How do you explain your job to your {person}?', 'I said it is like {hobby}, only sitting down.'],
  ['Burnt out after {number} years', 'Thinking of opening a shop for {hobby}. Did anyone really do it?'],
  ['Desk picture, finally happy', 'New {thing}, old plant, sleeping {animal}. That is all.'],
  ['University or boot camp for {field}?', 'Living in {city}, aged {number} plus fifteen, some {language}.'],
  ['Which films get computers right?', 'There is one about {field} with a scene in {city} that made me laugh.'],
  ['Names for a side project?', 'It is about {hobby}. {tool} is taken, sadly, and so is anything with {animal}.'],
  ['Standing or sitting?', 'I bought a {thing} and my back has opinions after {number} days.'],
  [
    'My {person} asked what a compiler is',
    'I drew a {animal} eating letters and laying eggs. Better metaphors wanted.',
  ],
  ['Old computer found in the attic in {city}', 'It boots! {number} megabytes and a letter about {hobby} on the disk.'],
  ['Do you code on holidays?', 'I packed a {thing} for {month} and feel guilty already.'],
  ['Gift for a colleague who likes {hobby}', 'He leaves in {month} after {number} years. Nothing with logos please.'],
  ['Learning to type at {number}0 words a minute', 'My {person} laughs at my two fingers. Which exercises helped you?'],
  ['Night owls, how do you survive in {city}?', 'Stand-up is at half past eight here. I dream about {hobby} in it.'],
  ['Ducks', 'Rubber ones. I have {number}. My {person} has started to count.'],
  ['Remote from a boat', 'Has anybody here worked from a boat near {city}? Mostly {field}, some {hobby}.'],
];
