import { describe, expect, it } from 'vitest';
import { createSignalUrlParser } from '#src/program.ts';

const signalAt = createSignalUrlParser('https://pain.example/signals/{id}');

describe('the address of a signal', () => {
  it.each([
    ['https://pain.example/signals/ab-12', 'ab-12'],
    ['https://pain.example/signals/ab-12/', 'ab-12'],
    ['https://pain.example/signals/ab-12?from=mail#top', 'ab-12'],
    ['https://pain.example/signals/', null],
    ['https://pain.example/signals/a/b', null],
    ['https://pain.example.evil.test/signals/ab', null],
    ['https://evil.test/https://pain.example/signals/ab', null],
    ['http://pain.example/signals/ab', null],
    ['https://painxexample/signals/ab', null],
  ])('%s is of signal %s', (url, id) => {
    expect(signalAt(url)).toBe(id);
  });

  it('is none where no address was set', () => {
    expect(createSignalUrlParser(null)('https://pain.example/signals/ab')).toBeNull();
  });
});
