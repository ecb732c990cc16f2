import { compile, type DomNode, type FormatCallback } from 'html-to-text';
import MarkdownIt from 'markdown-it';
import { reduceCode } from './reduce-code.ts';

/** Converts Jira markup for code, quotes, links and headings to Markdown. */
export function jiraToMarkdown(text: string): string {
  return text
    .replace(/\{(?:code|noformat)(?::[^{}\n]{0,100})?\}/g, '\n```\n')
    .replace(/\{quote\}[^{}]{0,4000}\{quote\}/g, '')
    .replace(/\{\{([^{}\n]{0,400})\}\}/g, '`$1`')
    .replace(/\[([^\]|\n]{1,300})\|[^\]\s]{1,500}\]/g, '$1')
    .replace(/^h([1-6])\. /gm, (_, level: string) => `${'#'.repeat(Number(level))} `);
}

/** More than anyone writes by hand. */
const LIMITS = { maxDepth: 60, maxChildNodes: 3_000, ellipsis: '' };

function contentOf(nodes: readonly DomNode[], depth = 0): string {
  if (depth > LIMITS.maxDepth) return '';
  return nodes
    .map((node) => (node.type === 'text' ? (node.data ?? '') : contentOf(node.children ?? [], depth + 1)))
    .join('');
}

const reducedCode: FormatCallback = (element, _walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline(reduceCode(contentOf(element.children)));
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const PARAGRAPH = { leadingLineBreaks: 2, trailingLineBreaks: 2 };

/** HTML to plain text, with an empty line between paragraphs; drops quotes, pictures and link addresses. */
export const htmlToText = compile({
  wordwrap: false,
  limits: LIMITS,
  formatters: { reducedCode },
  selectors: [
    { selector: 'pre', format: 'reducedCode' },
    { selector: 'a', options: { ignoreHref: true } },
    ...['img', 'blockquote', 'script', 'style', 'template', 'noscript', 'svg', 'head'].map((selector) => ({
      selector,
      format: 'skip',
    })),
    ...['p', 'div', 'ul', 'ol', 'li', 'tr', 'table', 'section', 'article'].map((selector) => ({
      selector,
      format: 'block',
      options: PARAGRAPH,
    })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false, ...PARAGRAPH },
    })),
  ],
});

const commonmark = new MarkdownIt('commonmark');
// Shown addresses stay as they were written.
commonmark.normalizeLinkText = (address) => address;

type Token = ReturnType<typeof commonmark.parse>[number];

/** A text without any of these is the same parsed or not, and parsing costs many times more. */
const MARKUP = [
  /[`<]|~~|\]\(|\]\[|\]:|!\[|&[#\w]{1,30};|\\[^\w\s]/,
  /\*\S|(?:^|\W)_+\w/m,
  /^[ \t]*(?:[-+*>#|]|\d{1,9}[.)])|^(?: {4}|\t)|^[-=]{2,}[ \t]*$/m,
];

const INLINE_TEXT: Readonly<Record<string, (token: Token) => string>> = {
  text: ({ content }) => content,
  code_inline: ({ content }) => content,
  softbreak: () => '\n',
  hardbreak: () => '\n',
};

const BLOCK_TEXT: Readonly<Record<string, (token: Token) => string>> = {
  inline: ({ children }) => (children ?? []).map((token) => INLINE_TEXT[token.type]?.(token) ?? '').join(''),
  fence: ({ content }) => reduceCode(content),
  code_block: ({ content }) => reduceCode(content),
  html_block: ({ content }) => htmlToText(content),
};

/** Markdown to plain text, with an empty line between paragraphs; drops quotes, pictures, comments and link addresses. */
export function markdownToText(markdown: string): string {
  if (!MARKUP.some((sign) => sign.test(markdown))) return markdown;
  const blocks: string[] = [];
  let quotes = 0;
  for (const token of commonmark.parse(markdown, {})) {
    if (token.type.startsWith('blockquote_')) quotes += token.nesting;
    else if (quotes === 0 && token.type in BLOCK_TEXT) blocks.push(BLOCK_TEXT[token.type]?.(token) ?? '');
  }
  return blocks.join('\n\n');
}
