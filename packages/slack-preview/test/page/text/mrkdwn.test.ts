import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showMrkdwn } from '../../../src/page/text/mrkdwn.ts';
import { expectSafeHtml, viewerOf } from '../../support/safe-html.ts';

const reader = viewerOf('U0ADALOVEL');
const show = (text: string, options = {}) => showMrkdwn(text, reader, options).markup;

describe('mrkdwn', () => {
  it.each([
    ['*bold* and _italic_ and ~struck~', '<b>bold</b> and <i>italic</i> and <s>struck</s>'],
    ['snake_case_name 2*3*4', 'snake_case_name 2*3*4'],
    ['* not bold *', '* not bold *'],
    ['`code *not bold*`', '<code>code *not bold*</code>'],
    ['```\nline 1\nline <2>\n```', '<pre>line 1\nline &lt;2&gt;\n</pre>'],
    ['one\ntwo', 'one<br>two'],
    ['&gt; quoted\n&gt; twice\nafter', '<blockquote>quoted<br>twice</blockquote>after'],
    ['> *quoted*', '<blockquote><b>quoted</b></blockquote>'],
    ['a &amp; b &lt;i&gt; c', 'a &amp; b &lt;i&gt; c'],
    [':fire: :unknown_one:', '🔥 :unknown_one:'],
  ])('%j', (text, markup) => {
    expect(show(text)).toBe(markup);
  });

  it('links addresses in brackets, and shows where a label hides one', () => {
    const link = '<a href="https://pain.example/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">';
    expect(show('<https://pain.example/?a=1&amp;b=2|the *page*>')).toBe(`${link}the *page*</a>`);
    expect(show('see https://pain.example/x.', { links: true })).toContain('>https://pain.example/x</a>.');
    expect(show('see https://pain.example/x.')).not.toContain('<a');
  });

  it.each(['javascript:alert(1)', 'JAVASCRIPT:alert(1)', 'data:text/html,x', ' javascript:alert(1)', 'vbscript:x'])(
    'makes no link of %s',
    (address) => {
      expect(show(`<${address}|press me>`)).not.toContain('<a');
    },
  );

  it('marks everything that tells somebody', () => {
    const kinds = (text: string, options = {}) =>
      [...show(text, options).matchAll(/data-mention="([\w-]+)"/g)].map(([, kind]) => kind);
    expect(
      kinds('<!channel> <!here> <!everyone> <@U0ADALOVEL> <@U0KENTHOMP> <#C0DEVPAIN1|dev-pain> <!subteam^S1>'),
    ).toEqual(['channel', 'here', 'everyone', 'you', 'person', 'channel-name', 'group']);
    expect(kinds('@channel and #dev-pain, me@here')).toEqual([]);
    expect(kinds('@channel and #dev-pain, me@here', { names: true })).toEqual(['channel', 'channel-name']);
    expect(kinds('&lt;!channel&gt;', { names: true })).toEqual([]);
  });

  it('shows dates in the reader’s own time zone', () => {
    const at = Date.parse('2026-11-21T23:30:00Z') / 1_000;
    const token = `<!date^${at}^{date_num} {time}|a fallback>`;
    expect(show(token)).toMatch(/>2026-11-22 12:30\sAM<\/time>$/);
    expect(showMrkdwn(token, viewerOf('U0GRACEHOP')).markup).toMatch(/>2026-11-21 6:30\sPM<\/time>$/);
    expect(show('<!date^soon^{date}|a fallback>')).toBe('a fallback');
  });

  it('of any text is harmless', () => {
    const bits = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '`',
      '```',
      '*',
      '_',
      '~',
      '|',
      '!',
      '@',
      '^',
      '\n',
      '\ue000',
      '0',
      '\ue001',
      'javascript:',
      'https://a.b',
      '<script>',
      ' onload=',
      '&lt;',
      '{date}',
      '#dev-pain',
    );
    const texts = fc.array(fc.oneof(bits, fc.string()), { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isFree) => {
        expectSafeHtml(show(text, { links: isFree, names: isFree }));
      }),
      { numRuns: 500 },
    );
  });
});
