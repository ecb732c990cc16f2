/** What fills the slots of noise: wide, so that two uses of one template have little in common. */
const WORDS = {
  tool: 'Tailbeam Quartzite Inkpot Mudlark Fernkit Baldur Sparrowdb Kettlebell Ostrich Pantry Lanternfish Gristmill Biscuit Halyard Crumpet Treacle Foxglove Barnacle Thimble Wicket Marmalade Gantry',
  language:
    'Rust Haskell OCaml Zig Elixir Clojure Kotlin Swift Perl Fortran Scala Lua Gleam Julia Ruby Nim COBOL Erlang Racket Crystal',
  city: 'Lisbon Oslo Tartu Kyoto Montevideo Leipzig Nairobi Ghent Wellington Porto Bergen Valparaiso Cork Izmir Tampere Halifax Lviv Bologna',
  hobby:
    'bouldering sourdough birdwatching chess sailing woodturning pottery astronomy beekeeping fencing origami juggling archery knitting',
  thing:
    'keyboard monitor chair backpack headset notebook trackball microphone lamp webcam docking-station standing-desk fountain-pen e-reader',
  field:
    'radio-astronomy bookkeeping genomics cartography typography agriculture shipbuilding meteorology linguistics game-design robotics theatre',
  month: 'January February March April May June July August September October November December',
  animal: 'otter heron hedgehog walrus ibex gecko puffin badger lynx pelican mole stoat',
  person: 'flatmate sister boss neighbour grandfather professor intern cousin landlord dentist',
  number: '2 3 4 5 7 9 12 15 18 21 30 42 64 77 99 128',
};

export const NOISE_WORDS: Record<string, readonly string[]> = Object.fromEntries(
  Object.entries(WORDS).map(([slot, words]) => [slot, words.split(' ').map((word) => word.replaceAll('-', ' '))]),
);
