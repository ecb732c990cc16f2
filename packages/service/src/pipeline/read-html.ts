import { compile, type DomNode, type FormatCallback } from 'html-to-text';
import { reduceCode } from './reduce-code.ts';

/** Deeper or longer than this nobody writes by hand. */
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

/** HTML to plain text, paragraphs apart by an empty line; quotes, pictures and addresses of links are left out. */
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
