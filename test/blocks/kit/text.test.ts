import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeMrkdwn, escapePlainText, truncate } from '#blocks/kit/text.ts';

const MARKUP = [
  '<!channel>',
  '*hi*',
  '_x_',
  '~y~',
  '`z`',
  ':tada:',
  '&',
  '>',
  '<@U1>',
  '<https://evil.example|click>',
  '\n> q',
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...MARKUP), fc.string({ unit: 'binary' })), { maxLength: 30 })
  .map((parts) => parts.join(''));

describe('quoteData', () => {
  it('turns an attack on a channel into harmless words', () => {
    expect(escapeMrkdwn('<!channel> *hi* & <https://evil.example|click>', 200)).toBe(
      '&lt;!channel&gt; ∗hi∗ &amp; &lt;https://evil.example|click&gt;',
    );
  });

  it('leaves plain words as they are', () => {
    const words = fc.stringMatching(/^[A-Za-z0-9!"#%'()+,./;=?-]{1,12}$/);
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), (all) => {
        const text = all.join(' ');
        expect(escapeMrkdwn(text, 200)).toBe(text);
        expect(escapeMrkdwn(`  ${all.join('\n\t ')} `, 200)).toBe(text);
      }),
    );
  });

  it('leaves out the fences around code, and nothing of the code', () => {
    expect(escapeMrkdwn('This is what I see:\n```\nexit 1\n```\nWhy?', 200)).toBe('This is what I see: exit 1 Why?');
    expect(escapeMrkdwn('run `make`', 200)).toBe('run ˋmakeˋ');
  });

  it('leaves snake_case, times and generics readable', () => {
    expect(escapeMrkdwn('get_user_id at 12:30 in Array<T>', 100)).toBe('get_user_id at 12:30 in Array&lt;T&gt;');
  });

  it('keeps emoji names, code marks and underlines from becoming what they stand for', () => {
    expect(escapeMrkdwn(':tada: `code` __init__ _it_ ~no~ :a:b:', 100)).toBe('∶tada: ˋcodeˋ ˍˍinitˍˍ ˍitˍ ∼no∼ ∶a∶b:');
  });

  it('never starts a quotation', () => {
    expect(escapeMrkdwn('>>> all of this', 100)).toBe('› all of this');
  });

  it('stands on one line and holds no invisible characters but those that scripts and emoji need', () => {
    expect(escapeMrkdwn('a\r\n\tb\u202ec\u0000\u200bd 👩‍💻', 100)).toBe('a bcd 👩‍💻');
  });

  it('keeps right-to-left words from turning round what follows them', () => {
    expect(escapeMrkdwn('שלום', 100)).toBe('\u2068שלום\u2069');
  });

  it('lets nothing through that Slack would parse, whatever the text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const quoted = escapeMrkdwn(text, 3_000);
        expect(quoted).not.toMatch(/[<>*~`\n\r]/);
        expect(quoted).not.toMatch(/&(?!(?:amp|lt|gt);)/);
        expect(quoted).not.toMatch(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u);
        expect(quoted).not.toMatch(/:[\p{L}\p{N}_+'-]{1,100}:/u);
        expect(quoted).not.toMatch(/^&gt;/);
      }),
    );
  });

  it('keeps to its length, counted after escaping', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, max) => {
        expect(escapeMrkdwn(text, max).length).toBeLessThanOrEqual(max);
      }),
    );
  });
});

describe('plainData', () => {
  it('needs no escaping but loses its angle brackets, so that nothing can be taken for a mention', () => {
    expect(escapePlainText('<!here> R&D :fire:', 100)).toBe('‹!here› R&D ∶fire:');
  });
});

describe('truncate', () => {
  it('cuts at a word border and says so', () => {
    expect(truncate('refresh tokens expire silently', 20)).toBe('refresh tokens…');
  });

  it('cuts a word that is too long on its own', () => {
    expect(truncate('abcdefghij', 5)).toBe('abcd…');
  });

  it('does not break an emoji made of several signs', () => {
    expect(truncate('ab👩‍👩‍👧‍👦cd', 6)).toBe('ab…');
  });

  it('shortens even a letter that drags hundreds of accents', () => {
    expect(truncate(`a${'\u0301'.repeat(500)}`, 10)).toHaveLength(10);
  });

  it('never exceeds its length nor leaves half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 30 }), (text, max) => {
        const cut = truncate(text.toWellFormed(), max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});
