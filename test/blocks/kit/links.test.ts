import { describe, expect, it } from 'vitest';
import { formatLicence, formatLink } from '#blocks/kit/text.ts';

describe('a link into the web', () => {
  it('says where it leads', () => {
    expect(formatLink('https://github.com/acme/auth/issues/7')).toBe(
      '<https://github.com/acme/auth/issues/7|github.com/acme/auth/issues/7>',
    );
    expect(formatLink('http://forum.example/')).toBe('<http://forum.example/|forum.example>');
  });

  it('is cut in what is seen, not in where it leads', () => {
    const url = `https://forum.example/t/${'a-long-title-'.repeat(20)}`;
    const [target = '', label = ''] = (formatLink(url) ?? '').slice(1, -1).split('|');
    expect(target).toBe(url);
    expect(label.length).toBeLessThanOrEqual(70);
    expect(label).toMatch(/^forum\.example\/t\/.*…$/);
  });

  it('shows the end of a long host, which says whose it is', () => {
    const url = `https://github.com.${'issues.'.repeat(12)}evil.example/login`;
    expect(formatLink(url)).toMatch(/\|….*\.evil\.example\/login>$/);
  });

  it.each([
    ['https://x.example/a|b', '<https://x.example/a%7Cb|x.example/a|b>'],
    ['https://x.example/?a=1&b=2', '<https://x.example/?a=1&amp;b=2|x.example/?a=1&amp;b=2>'],
    ['https://x.example/<!channel>', '<https://x.example/%3C!channel%3E|x.example/%3C!channel%3E>'],
    ['https://xn--pypal-4ve.example/', '<https://xn--pypal-4ve.example/|xn--pypal-4ve.example>'],
  ])('%s cannot break out of its markup or hide its host', (url, link) => {
    expect(formatLink(url)).toBe(link);
  });

  it('is none to a post of the sample data, which has no page', () => {
    expect(formatLink('https://sample.invalid/github/1')).toBe('sample post');
    expect(formatLink('https://sample.invalid.example/github/1')).toContain('<https://');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://x.example/',
    'not a url',
    '',
    'https://github.com@evil.example/',
    'https://user:secret@x.example/',
    `https://x.example/${'a'.repeat(1_000)}`,
  ])('%s is none', (url) => {
    expect(formatLink(url)).toBeNull();
  });
});

describe('a licence', () => {
  it.each([
    ['CC BY-SA 4.0', '<https://creativecommons.org/licenses/by-sa/4.0/|CC BY-SA 4.0>'],
    ['CC-BY-4.0', '<https://creativecommons.org/licenses/by/4.0/|CC-BY-4.0>'],
    ['CC0-1.0', '<https://creativecommons.org/publicdomain/zero/1.0/|CC0-1.0>'],
    ['MIT', 'MIT'],
    ['<!channel>', '&lt;!channel&gt;'],
  ])('%s is named, with its terms where they are known', (licence, words) => {
    expect(formatLicence(licence)).toBe(words);
  });
});
