import { fromMarkdown } from 'mdast-util-from-markdown';
import { htmlToText } from './read-html.ts';
import { reduceCode } from './reduce-code.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];

/** Without any of these a text reads the same with and without Markdown, and parsing it costs a hundred times more. */
const MARKUP = [
  /[`<]|~~|\]\(|\]\[|\]:|!\[|&[#\w]{1,30};|\\[^\w\s]/,
  /\*\S|(?:^|\W)_+\w/m,
  /^[ \t]*(?:[-+*>#|]|\d{1,9}[.)])|^(?: {4}|\t)|^[-=]{2,}[ \t]*$/m,
];

function inlineText(node: Node): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return node.value;
    case 'break':
      return '\n';
    case 'html':
    case 'image':
    case 'imageReference':
    case 'footnoteReference':
      return '';
    default:
      return 'children' in node ? node.children.map(inlineText).join('') : '';
  }
}

function blocksOf(node: Node): string[] {
  switch (node.type) {
    case 'code':
      return [reduceCode(node.value)];
    case 'html':
      return [htmlToText(node.value)];
    case 'blockquote':
    case 'definition':
    case 'thematicBreak':
      return [];
    case 'root':
    case 'list':
    case 'listItem':
      return node.children.flatMap(blocksOf);
    default:
      return [inlineText(node)];
  }
}

/** Markdown to plain text, paragraphs apart by an empty line; quotes, pictures, comments and addresses of links are left out. */
export function markdownToText(markdown: string): string {
  if (!MARKUP.some((sign) => sign.test(markdown))) return markdown;
  return blocksOf(fromMarkdown(markdown)).join('\n\n');
}
