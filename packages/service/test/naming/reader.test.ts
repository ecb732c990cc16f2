import { describe, expect, it } from 'vitest';
import { createReader, isAboutTrouble, nameSignal } from '../../src/naming/index.ts';
import { readWords } from '../../src/naming/words.ts';
import { stripMarkup } from '../../src/text/sentences.ts';

const BODY =
  'Intro:\n- The menu no longer opens after an update. It did before.\nRestarting the whole machine never helps me at all.';

describe('a reader of posts', () => {
  it('reads the first words as they are in the whole text, a phrase at the end included', () => {
    const reader = createReader();
    for (let most = 1; most < 12; most++)
      expect(reader.words('The menu no longer opens after I log in again', most)).toEqual(
        readWords('The menu no longer opens after I log in again').slice(0, most),
      );
  });

  it('reads a text the same when another signal was read before', () => {
    const used = createReader();
    used.words('No longer opens, no menu opens: fails');
    used.sentences(BODY);
    const [next, fresh] = [used.next(), createReader()];
    expect(next.words('No longer opens')).toEqual(fresh.words('No longer opens'));
    expect(next.sentences(BODY)).toEqual(fresh.sentences(BODY));
  });

  it('reads a word of two million marks, too', () => {
    expect(readWords(`login ${'{{&'.repeat(700_000)}x fails`).map(({ core }) => core)).toEqual(['login', 'x', 'fails']);
    expect(readWords(`login ${'{{&'.repeat(700_000)}x( fails`).map(({ core }) => core)).toEqual([
      'login',
      'x',
      'fails',
    ]);
    expect(
      readWords(`x${'{{&'.repeat(700_000)}y (–login…) &-- c++,`)
        .map(({ core }) => core)
        .slice(1),
    ).toEqual(['login', '', 'c++']);
  });

  it('gives the first sentences, across lines', () => {
    const { sentences } = createReader();
    expect(sentences(BODY, 2)).toEqual(['Intro:', 'The menu no longer opens after an update.']);
    expect(sentences(BODY)).toHaveLength(4);
  });

  it('knows the sentences that can be read by themselves, without form text and references back', () => {
    const { sentences, isWhole } = createReader();
    expect(sentences(BODY).filter(isWhole)).toEqual([
      'The menu no longer opens after an update.',
      'Restarting the whole machine never helps me at all.',
    ]);
  });

  it('judges and names a signal the same with a reader that has read other posts', () => {
    const posts = ['Tray icon is missing after sleep', 'Tray icon missing', 'Missing tray icon in the taskbar'].map(
      (title) => ({ title, text: BODY, author: title, provider: 'github', repository: null, createdAt: 0 }),
    );
    const background = { documentFrequencies: new Map(), documents: 3 };
    const reader = createReader();
    expect(isAboutTrouble(posts, reader)).toBe(true);
    expect(nameSignal(posts, background, new Set(), reader)).toEqual(nameSignal(posts, background));
  });
});

it.each([
  ['a) Open the menu', 'Open the menu'],
  ['- Open the menu', 'Open the menu'],
  ['1. Open the menu', 'Open the menu'],
  ['See www.shop.example for more', 'See for more'],
  ['It fails , always', 'It fails, always'],
  ['Two  spaces', 'Two spaces'],
  ['-Wall is ignored', '-Wall is ignored'],
  ['  The menu (of the tray) won’t open!  ', 'The menu (of the tray) won’t open!'],
])('strips %j to %j', (written, stripped) => {
  expect(stripMarkup(written)).toBe(stripped);
});
