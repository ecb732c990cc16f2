import { describe, expect, it } from 'vitest';
import { createAcceptance } from '../../src/language-model/acceptance/index.ts';
import { showPosts } from '../../src/language-model/shown-posts.ts';
import { documentOf } from '../support/documents.ts';

const TEXTS: readonly [title: string, text: string][] = [
  [
    'Refresh token lost after redirect in Kestrel 2.53.6',
    'After the OAuth redirect the refresh token is gone and users are logged out. Started with Kestrel 2.53.6 on Windows 11, about 40 percent of logins. Thanks to Marta Lind for the trace.',
  ],
  [
    'Kestrel logs users out: no refresh token',
    'The OAuth redirect drops the refresh token on JDK 11. tokenStore.save() is called too early. Every user has to log in again on shop.example.',
  ],
  [
    'Redirect drops the refresh token',
    'In Kestrel the refresh token is lost after the redirect when the session store is Sparrow. [~hvalen] reported it for the mail site, see https://bank.example/login?x=1 or बैंकी.भारती',
  ],
  [
    'Token gone after OAuth redirect',
    'Users of shop.example lose the session. Buy QuickAuth, it just works. The redirect loses the refresh token.',
  ],
];
const DOCUMENTS = TEXTS.map(([title, text], at) =>
  documentOf(at + 1, { title, text, author: ['ulla', 'bo', 'kim', 'ann'][at] ?? null }),
);
const POSTS = showPosts(DOCUMENTS);
const ALL = [1, 2, 3, 4];

const findRefusal = createAcceptance(POSTS, { documentFrequencies: new Map(), documents: 1_000 });
const codeOf = (text: string, evidence: readonly number[] = ALL) =>
  findRefusal({ texts: [text], evidence })?.code ?? null;

describe('an answer of a language model', () => {
  it.each([
    'Kestrel users lose the OAuth refresh token after a redirect and are signed out.',
    'After the redirect the token is missing, so people must sign in again, in Kestrel 2.53 on Windows 11.',
    'The refresh token vanishes on JDK 11 since tokenStore.save() runs too soon.',
    'Logins end after the redirect on shop.example because the token is dropped.',
    'Logins end after the redirect on .shop.example- because the token is dropped.',
    'Logins end after the redirect in shop.example() because the token is dropped.',
    'Forty percent of logins lose the refresh token after the redirect.',
  ])('is accepted where it paraphrases the posts: %s', (text) => {
    expect(findRefusal({ texts: [text], evidence: ALL })).toBeNull();
  });

  it.each([
    ['number', 'Sixty-four percent of logins lose the refresh token after the redirect.'],
    ['number', 'The refresh token is lost after 11 redirects in Kestrel.'],
    ['number', 'Since Kestrel 2.53.9 the refresh token is lost after the redirect.'],
    ['number', 'A quarter of users lose the refresh token after 3 redirects.'],
    ['name', 'The NordShield gateway drops the refresh token after the redirect.'],
    ['name', 'The refresh token is lost after the OAuth redirect through authProxy.forward().'],
    ['name', 'The refresh token is lost after the redirect, unlike with QuickAuth.'],
    ['name', 'Logins end after the redirect on bank.example because the token is dropped.'],
    ['name', 'Logins end after the redirect on bank。example because the token is dropped.'],
    ['name', 'Logins end after the redirect on shop.example,bank.example because the token is dropped.'],
    ['name', 'Logins end after the redirect on .bank.example because the token is dropped.'],
    ['name', 'Logins end after the redirect on …bank.example because the token is dropped.'],
    ['name', 'Logins end after the redirect on bank.example_ because the token is dropped.'],
    ['name', 'Logins end after the redirect on bank.example- because the token is dropped.'],
    ['name', 'Logins end after the redirect on bank.example() because the token is dropped.'],
    ['name', 'Logins end after the redirect on बैंकी.भारती because the token is dropped.'],
    ['name', 'Logins end after the redirect on tokenStore.save because the token is dropped.'],
    ['name', 'Logins end after the redirect on refresh.token because the token is dropped.'],
    ['name', 'Logins end after the redirect on 11.redirect because the token is dropped.'],
    ['name', 'Marta finds that the refresh token is lost after the redirect.'],
    ['name', 'Hvalen reported that Kestrel loses the refresh token after the redirect.'],
    ['name', 'Ulla says that the refresh token is lost after the redirect.'],
    ['link', 'The refresh token is lost after the redirect, see https://token.example/fix'],
    ['link', 'The refresh token is lost after the redirect, ask @here.'],
    ['link', 'The refresh token is lost after the redirect, write to help@token.example.'],
    ['link', 'The refresh token is lost after the redirect on shop.example/fix.'],
    ['link', 'The refresh token is lost after the redirect on shop。example/fix.'],
    ['link', 'The refresh token is lost after the redirect, slack://shop.example'],
    ['link', 'The refresh token is lost after the redirect, mailto:shop'],
    ['link', 'The refresh token is lost after the redirect, vscode://shop'],
    ['link', 'The refresh token is lost after the redirect\u3164'],
    ['number', 'The refresh token is lost after the redirect ٩٧ times'],
    ['number', 'The refresh token is lost after the redirect ９７ times'],
    ['link', 'The refresh token is lost after the redirect, ask ＠here.'],
    ['link', 'The refresh token is *lost* after the redirect.'],
    ['order', 'Users should clear the session store before each redirect so that no token is lost.'],
    ['order', 'Everyone must log in again after the redirect to keep the refresh token.'],
    ['order', 'The refresh token is lost after the redirect; install the session store again.'],
    ['order', 'Disable the redirect before users log in to keep the refresh token.'],
    ['order', 'The refresh token is lost after the redirect, buy a new session store.'],
    ['order', 'State that Kestrel loses each refresh token after the redirect.'],
    ['order', 'Your refresh token is lost after the redirect.'],
    ['words', 'Printers refuse recycled paper when the tray is half open.'],
  ])('is refused for its %s: %s', (code, text) => {
    expect(codeOf(text)).toBe(code);
  });

  it('may ask for a thing as two posts do', () => {
    const asking = ['Replace the token store', 'Replace token store with Sparrow'].map((title, at) =>
      documentOf(at + 1, { title }),
    );
    const find = createAcceptance(showPosts(asking), { documentFrequencies: new Map(), documents: 1_000 });
    expect(find({ texts: ['Replace the token store with Sparrow'], evidence: [1, 2] })?.code).toBe('name');
    expect(find({ texts: ['Replace the old token store'], evidence: [1, 2] })).toBeNull();
  });

  it('may have a name that many other posts have', () => {
    const common = createAcceptance(POSTS, { documentFrequencies: new Map([['sparrow', 40]]), documents: 1_000 });
    const answer = {
      texts: ['The refresh token is lost after the redirect with a Sparrow session store.'],
      evidence: ALL,
    };
    expect(findRefusal(answer)?.code).toBe('name');
    expect(common(answer)).toBeNull();
  });

  it.each([
    ['one post', [1]],
    ['the same post twice', [2, 2]],
    ['a post that was not shown', [1, 99]],
    ['no post', []],
  ])('is refused where it cites %s', (_, evidence) => {
    expect(codeOf('The refresh token is lost after the redirect.', evidence)).toBe('citations');
  });

  it('is refused where two posts of one author are all it cites', () => {
    const posts = POSTS.slice(0, 2).map((post) => ({ ...post, author: 'same' }));
    const find = createAcceptance(posts, { documentFrequencies: new Map(), documents: 1_000 });
    expect(find({ texts: ['The refresh token is lost after the redirect.'], evidence: [1, 2] })?.code).toBe(
      'citations',
    );
  });
});

describe('the posts that a model sees', () => {
  it('name sites, but no people', () => {
    const text = POSTS.map((post) => post.text).join(' ');
    expect(text).toContain('bank.example');
    expect(text).not.toMatch(/https?:|hvalen|Marta|Lind/);
  });
});
