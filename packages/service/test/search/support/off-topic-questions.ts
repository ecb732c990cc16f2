/** What people ask a search box that has nothing to do with software; the word lists were made without them, but for the first. */
export const OFF_TOPIC_QUESTIONS: readonly string[] = [
  'how do I bake bread?',
  'best pizza in Rome',
  'how tall is mount everest',
  'translate this to French',
  'cheap flights to Tokyo',
  'who won the world cup',
  'how old is the universe',
  'stock price of Apple',
  'how do I fix a leaking tap',
  'history of the roman empire',
  'best headphones under 100 dollars',
  'recipe for chocolate cake',
  'how to grow tomatoes',
  'write a poem about autumn',
  'how to train a puppy',
];
