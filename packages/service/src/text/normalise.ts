import { stripIssueForm } from './issue-form.ts';
import { htmlToText, jiraToMarkdown, markdownToText } from './markup.ts';
import { reduceLogs } from './reduce-code.ts';
import { scrub } from './scrub.ts';
import { ELEMENT_RULES } from './secrets/credentials.ts';
import { applyRules } from './secrets/rule.ts';

/** Characters read of a post: parsing hostile markup takes more than linear time. */
const READ_TITLE = 1_000;
const READ_BODY = 16_000;

/** Characters kept after normalising. */
const KEPT_TITLE = 300;
const KEPT_BODY = 10_000;

/** Providers whose API returns HTML. The others return Markdown or plain text. */
const HTML_PROVIDERS = new Set(['stackoverflow', 'stackexchange', 'hackernews', 'hn', 'lobsters', 'rss']);

const STARTS_AS_HTML = /^\s*<(?:p|div|pre|h[1-6]|ul|ol|blockquote|table|article|section|html|body|!doctype)\b/i;

/** Long runs of quote marks, emphasis or brackets: decoration that says nothing. */
const MARKUP_RUN = /([>*_[\](){}<~!|+-])\1{7,}|(?:[>*_[\]()<!+-] ?){24,}/g;

function withoutMarkup(provider: string, body: string): string {
  const bounded = body.replace(MARKUP_RUN, ' ');
  if (HTML_PROVIDERS.has(provider) || STARTS_AS_HTML.test(bounded)) return htmlToText(bounded);
  return markdownToText(provider === 'jira' ? jiraToMarkdown(bounded) : bounded);
}

/** The title as one line of plain text without secrets; null when nothing is left. */
export function normaliseTitle(provider: string, title: string | null): string | null {
  const bounded = stripInvisibleCharacters(truncateAtSpace(title ?? '', READ_TITLE));
  const isEscaped = HTML_PROVIDERS.has(provider) && bounded.includes('&');
  const line = (isEscaped ? stripInvisibleCharacters(htmlToText(bounded)) : bounded).replace(/\s+/g, ' ').trim();
  return line === '' ? null : truncateAtSpace(scrub(line), KEPT_TITLE);
}

/** The body as plain text without secrets, markup, quotes, form headings and logs; an empty line between paragraphs. */
export function normaliseBody(provider: string, body: string | null): string {
  if (body === null) return '';
  // Twice: markup can name what cannot be seen, such as &#x202e;.
  const visible = stripInvisibleCharacters(truncateAtSpace(body, READ_BODY));
  const text = stripInvisibleCharacters(withoutMarkup(provider, applyRules(visible, ELEMENT_RULES)));
  return truncateAtSpace(scrub(reduceLogs(stripIssueForm(text))), KEPT_BODY);
}

/** Control characters except tab and line feed: databases reject NUL, and terminals act on the others. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/** Invisible characters that can hide or reorder text: zero width, bidi, soft hyphen, tags, variation selectors. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu;

/** The text without invisible characters; lone surrogates become U+FFFD, line ends a line feed. */
function stripInvisibleCharacters(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(CONTROL, '')
    .replace(INVISIBLE, '')
    .toWellFormed();
}

/** At most `limit` characters, cut at white space so that no half word (or half key) is left. */
function truncateAtSpace(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit);
  const space = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  return space > limit / 2 ? head.slice(0, space) : head.toWellFormed();
}
