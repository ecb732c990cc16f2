import { hashText, type Random } from './random.ts';

const FIRST = (
  'amber birch bramble cedar cobalt copper dusty ember fern flint ginger hazel iris juno lark linden maple moss ' +
  'nova otter pebble quill raven rowan rusty sage sorrel teal thistle tundra velvet willow wren'
).split(' ');

const SECOND = 'codes dev builds hacks ops writes ships bytes forge kernel pixel parser daemon cursor fox heron'.split(
  ' ',
);

/** Everybody else writes now and then; these few write about everything. */
const PROLIFIC = [
  'grumpy_badger',
  'nightly-red',
  'ops_oyster',
  'semicolon-sam',
  'tabs4ever',
  'yakshaver',
  'stacktracey',
];

const POOL = FIRST.flatMap((first) => SECOND.map((second) => first + separator(first + second) + second));

/** Prime, and no factor of the size of the pool: the successive authors of a pain all differ. */
const STRIDE = 101;

function separator(name: string): string {
  return ['', '-', '_'][hashText(name) % 3] ?? '';
}

/** The author of a topic's post by its running number: neighbours in time are different people, mostly. */
export function authorOf(topic: string, ordinal: number, random: Random): string {
  if (random.chance(0.08)) return random.pick(PROLIFIC);
  const start = hashText(`authors of ${topic}`) % POOL.length;
  return POOL[(start + ordinal * STRIDE) % POOL.length] ?? random.pick(POOL);
}
