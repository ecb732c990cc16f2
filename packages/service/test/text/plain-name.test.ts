import { expect, it } from 'vitest';
import { plainName } from '../../src/text/plain-name.ts';

it.each([
  ['Zoë 👩‍💻 ❤️', 'Zoë 👩‍💻 ❤️'],
  ['می‌خواهم', 'می‌خواهم'],
  [' our\r\n key\u2028of\u0007 1 ', 'our key of 1'],
  ['pay\u202epal\u200b\u2066\u{e0041}', 'paypal'],
  ['half \ud83d', 'half \ufffd'],
])('the name %j is written as %j', (name, written) => {
  expect(plainName(name)).toBe(written);
});

it.each(['', ' ', '\u00a0\u3000', '\u2800', '\u3164\u115f\uffa0', '\u200b\ufeff', '\u200d', '\u0301', '\ufe0f', '\0'])(
  'the name %j shows nothing',
  (name) => {
    expect(plainName(name)).toBe('');
  },
);
