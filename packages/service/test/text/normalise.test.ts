import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normaliseBody, normaliseTitle } from '../../src/text/normalise.ts';

const fromGithub = (body: string) => normaliseBody('github', body);
const fromStackOverflow = (body: string) => normaliseBody('stackoverflow', body);

describe('a body in Markdown', () => {
  test('reads as plain paragraphs', () => {
    const body = 'It **crashes** [here](https://example.com) when `start()` runs.\n\n* first\n* second &amp; third';
    expect(fromGithub(body)).toBe('It crashes here when start() runs.\n\nfirst\n\nsecond & third');
  });

  test('loses quotes, comments, pictures and raw tags', () => {
    const body = '> you wrote this\n\n<!-- fill\n\nin -->\nI wrote <b>that</b>.\n\n![shot](https://example.com/a.png)';
    expect(fromGithub(body)).toBe('I wrote that.');
  });

  test.each([
    '!!!!!!!!!!!!',
    '~~~~~~~~',
    '+-+-+-+-+-+-+-+-+-+-+-+-+-+-',
    '> > > > > > > > > > > > > > > > > > > > > > > > > ',
  ])('loses a long run of marks (%s)', (run) => {
    expect(fromGithub(`It fails${run} again`).replace(/ +/g, ' ')).toBe('It fails again');
  });

  test('loses quotes however many there are, and keeps the answers between them', () => {
    const body = Array.from({ length: 400 }, (_, at) => `> quoted ${at}\n> more\n\nanswer ${at}\n`).join('\n');
    const text = fromGithub(body);
    expect(text).not.toMatch(/quoted|more/);
    for (const at of [0, 99, 100, 300]) expect(text).toContain(`answer ${at}\n`);
  });

  test('a details block keeps what it unfolds', () => {
    expect(fromGithub('<details><summary>More</summary>\n\nThe queue stalls.\n\n</details>')).toContain(
      'The queue stalls.',
    );
  });

  test('an issue form keeps the answers alone', () => {
    const body = [
      '### Describe the bug',
      'The cursor jumps.',
      '### Steps to reproduce',
      '_No response_',
      "**Describe the solution you'd like**",
      'Keep it where it is.',
      '### Environment',
      '- OS: macOS 14.2',
      '- Node version: 22.1.0',
      '- [x] I have searched the existing issues',
    ].join('\n\n');
    expect(fromGithub(body)).toBe('The cursor jumps.\n\nKeep it where it is.');
  });

  test('what a program reports of itself, and what a form ticks or fills in, is no part of a complaint', () => {
    const body = [
      'The debugger stops twice.',
      'Does this issue occur when all extensions are disabled?: Yes/No',
      'DevTools package (automated)',
      'CPUs|8 x 2600',
      '|Memory (System)|7.7GB (1.2GB free)|',
      'formatter|acme|1.2.3',
      'Every time',
    ].join('\n\n');
    expect(fromGithub(body)).toBe('The debugger stops twice.\n\nCPUs|8 x 2600');
  });

  test('a heading that is no form question stays', () => {
    expect(fromGithub('## Scrollbar overlaps the last row\n\nOnly on Windows.')).toContain(
      'Scrollbar overlaps the last row',
    );
  });

  test('long code is reduced to what complains and what is named', () => {
    const code = [
      'import { createPool } from "pool";',
      'const pool = createPool({ maxClients: 4 });',
      'for (let i = 0; i < 10; i++) {',
      '  await pool.query("select 1");',
      '}',
      'TimeoutError: acquiring a client took too long',
    ].join('\n');
    const text = fromGithub(`It hangs:\n\n\`\`\`js\n${code}\n\`\`\``);
    expect(text).toContain('TimeoutError: acquiring a client took too long');
    expect(text).toContain('createPool');
    expect(text).not.toContain('for (let');
  });

  test('a log pasted without a fence is reduced, too', () => {
    const frames = Array.from({ length: 40 }, (_, n) => `    at com.acme.Frame${n}.run(Frame${n}.java:${n})`).join(
      '\n',
    );
    const text = fromGithub(`Startup fails.\n\njava.lang.IllegalStateException: no context\n${frames}\n\nAny idea?`);
    expect(text).toMatch(/^Startup fails\.\n\njava\.lang\.IllegalStateException: no context/);
    expect(text).toMatch(/Any idea\?$/);
    expect(text.length).toBeLessThan(900);
  });
});

describe('a body in HTML', () => {
  test('reads as plain paragraphs with its entities', () => {
    const body =
      '<p>It&#39;s <em>slow</em></p><blockquote>you said</blockquote><pre><code>a &lt; b</code></pre><ul><li>one</li></ul>';
    expect(fromStackOverflow(body)).toBe("It's slow\n\na < b\n\none");
  });

  test('is recognised where the source usually gives Markdown', () => {
    expect(normaliseBody('discourse', '<p>Cooked <strong>post</strong></p>')).toBe('Cooked post');
  });

  test('runs no script and shows no style', () => {
    expect(fromStackOverflow('<p>Broken again</p><script>alert(1)</script><style>p{}</style>')).toBe('Broken again');
  });
});

test("Jira's code, quotes and links are understood", () => {
  const body =
    'See [the page|https://example.com/x].\n{quote}old words{quote}\n{code:java}\nfoo();\n{code}\n{{maxRows}} is ignored';
  expect(normaliseBody('jira', body)).toBe('See the page.\n\nfoo();\n\nmaxRows is ignored');
});

describe('a title', () => {
  test('becomes one line of what can be seen', () => {
    expect(normaliseTitle('github', '  a\u0000b\u200b\u202ec \n d  ')).toBe('abc d');
    expect(normaliseTitle('github', '\u200b \n')).toBeNull();
    expect(normaliseTitle('github', null)).toBeNull();
  });

  test('is unescaped where the source escapes it, and only there', () => {
    expect(normaliseTitle('stackoverflow', 'Why is a &lt; b &amp;&amp; c?')).toBe('Why is a < b && c?');
    expect(normaliseTitle('github', 'Escapes &lt; twice')).toBe('Escapes &lt; twice');
  });
});

test.each(['github', 'jira', 'stackoverflow'])(
  'what cannot be seen cannot come as a reference either (%s)',
  (provider) => {
    const given = 'pay&#x202e;pal a&#8203;b&shy;c &#xE0041; ada&zwnj;@corp.example.com &#x1b;[31m';
    const seen = expect.not.stringMatching(/[\p{Cf}\p{Cc}]/u);
    expect(normaliseBody(provider, given)).toEqual(seen);
    expect(normaliseBody(provider, given)).toMatch(/^paypal a ?bc\s/);
    expect(normaliseBody(provider, given)).not.toContain('@corp');
    expect(normaliseTitle(provider, given)).toEqual(seen);
  },
);

describe('hostile text', () => {
  const long = (piece: string) => piece.repeat(Math.ceil(200_000 / piece.length));

  test.each([
    '<div>',
    '> ',
    '[',
    '[a](',
    '![',
    '*a **b ',
    '`',
    '- ',
    '&#x110000;',
    '<!--',
    '<a x="',
    '|a',
    '```\n',
    '[^a]',
    '[a]: b\n',
    '{quote}',
    '{{',
    'ERROR at a.b(C.java:1)\n',
    '👩‍👩‍👧',
    '\ud800',
    '\u202e',
    '登录',
    '-----BEGIN A-----',
    'a@a.',
    'token=',
    'x',
  ])('without end (%j) is cut', (piece) => {
    for (const provider of ['github', 'stackoverflow', 'jira']) {
      const text = normaliseBody(provider, long(piece));
      expect(text.length).toBeLessThanOrEqual(10_000);
      expect(text.isWellFormed()).toBe(true);
    }
    expect((normaliseTitle('github', long(piece)) ?? '').length).toBeLessThanOrEqual(300);
  });

  test('is of the first 16,000 characters, whatever is left of them', () => {
    const quotes = '> quoted\n\n';
    expect(fromGithub(`${quotes.repeat(1_500)}It hurts.`)).toBe('It hurts.');
    expect(fromGithub(`${quotes.repeat(1_700)}It hurts.`)).toBe('');
  });

  test('leaves no character behind that cannot be seen', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(anything, fc.constantFrom('github', 'stackoverflow', 'jira'), (body, provider) => {
        const text = normaliseBody(provider, body);
        expect(text).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}/u);
        expect(text).not.toMatch(/\n{3}/);
      }),
    );
  });
});

describe('the environment of a report', () => {
  test.each([
    'Steps to reproduce with the beta on Windows 10, 64bit:',
    'Seen with the nightly, Mozilla/5.0 (NT 10.0; rv:91.0) Gecko/20100101 Firefox/91.0 Build 20230501, on a new profile',
    'Change performed by the Move to Bugzilla add-on.',
  ])('is no part of the pain: %s', (line) => {
    expect(normaliseBody('bugzilla', `${line}\n\nThe folder pane is empty.`)).toBe('The folder pane is empty.');
  });

  test('what a form calls the results is taken off what is told of them', () => {
    expect(normaliseBody('bugzilla', 'Actual result: the folder pane is empty.')).toBe('the folder pane is empty.');
  });
});
