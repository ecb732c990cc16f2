import { stripIssueForm } from './issue-form.ts';
import { htmlToText, jiraToMarkdown, markdownToText } from './markup.ts';
import { reduceLogs } from './reduce-code.ts';
import { scrub } from './scrub.ts';

/** Characters read of a post: parsing is not linear in hostile markup, and no pain needs more to be told. */
const READ_TITLE = 1_000;
const READ_BODY = 16_000;

/** What is kept of them. */
const KEPT_TITLE = 300;
const KEPT_BODY = 10_000;

/** Sites whose API gives HTML. The others give Markdown, or plain text, which reads the same as Markdown. */
const HTML_PROVIDERS = new Set(['stackoverflow', 'stackexchange', 'hackernews', 'hn', 'lobsters', 'rss']);

const STARTS_AS_HTML = /^\s*<(?:p|div|pre|h[1-6]|ul|ol|blockquote|table|article|section|html|body|!doctype)\b/i;

/** Runs of markup longer than anybody means: nested quotes, emphasis, brackets. They cost parsers quadratic time. */
const MARKUP_RUN = /([>*_[\](){}<~!|+-])\1{7,}|(?:[>*_[\]()<!+-] ?){24,}/g;

function withoutMarkup(provider: string, body: string): string {
  const bounded = body.replace(MARKUP_RUN, ' ');
  if (HTML_PROVIDERS.has(provider) || STARTS_AS_HTML.test(bounded)) return htmlToText(bounded);
  return markdownToText(provider === 'jira' ? jiraToMarkdown(bounded) : bounded);
}

/** The title as one line of plain text without secrets; null when nothing is left of it. */
export function normaliseTitle(provider: string, title: string | null): string | null {
  const bounded = stripInvisibleCharacters(truncateAtSpace(title ?? '', READ_TITLE));
  const isEscaped = HTML_PROVIDERS.has(provider) && bounded.includes('&');
  const line = (isEscaped ? htmlToText(bounded) : bounded).replace(/\s+/g, ' ').trim();
  return line === '' ? null : truncateAtSpace(scrub(line), KEPT_TITLE);
}

/** The body as plain text without secrets, markup, quotes, form headings and logs; paragraphs apart by an empty line. */
export function normaliseBody(provider: string, body: string | null): string {
  if (body === null) return '';
  const text = withoutMarkup(provider, stripInvisibleCharacters(truncateAtSpace(body, READ_BODY)));
  return truncateAtSpace(scrub(reduceLogs(stripIssueForm(text))), KEPT_BODY);
}

/** Control characters but tab and line break: databases refuse NUL, terminals obey the others. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/** Nothing to see, but text can be hidden or turned around with it: zero width, bidi, soft hyphen, tags, variation selectors. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu;

/** The text with every character one can see and none one cannot; lone surrogates become U+FFFD, line ends one line feed. */
export function stripInvisibleCharacters(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(CONTROL, '')
    .replace(INVISIBLE, '')
    .toWellFormed();
}

/** At most `limit` characters, cut at the last white space so that no half word (or half key) is left. */
function truncateAtSpace(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit);
  const space = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  return space > limit / 2 ? head.slice(0, space) : head.toWellFormed();
}
