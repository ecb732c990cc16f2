const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Markup made by this renderer; any other string is escaped when it is put into a page. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }

  toString(): string {
    return this.markup;
  }
}

type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[];

/** Joins markup and values: values are escaped, lists joined, `false`, `null` and `undefined` left out. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(strings.reduce((page, string, index) => page + toMarkup(parts[index - 1]) + string));
}

function toMarkup(part: HtmlPart): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return Array.isArray(part) ? part.map(toMarkup).join('') : '';
}

/** Attributes: a value that is `undefined`, `null` or `false` leaves its attribute out, `true` leaves it without a value. */
export function attributes(values: Readonly<Record<string, string | number | boolean | null | undefined>>): Html {
  const present = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== false,
  );
  return new Html(
    present.map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`)).join(''),
  );
}
