import { isObject } from '../limits/walk.ts';
import { type Html, html } from './html.ts';
import { plainTextOf } from './text-object.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A picture. One that the app uploaded is shown; this page loads nothing from elsewhere, so a picture of the web shows as its
 * description and its address.
 */
export function showImage(image: Fields, size: 'small' | 'large'): Html {
  const title = plainTextOf(image.title);
  return html`<figure class="picture ${size}">${title && html`<figcaption>${title}</figcaption>`}${showPicture(image)}</figure>`;
}

function showPicture({ alt_text, slack_file, image_url }: Fields): Html {
  const alt = String(alt_text ?? '');
  if (isObject(slack_file)) {
    return html`<img src="/files/${encodeURIComponent(String(slack_file.id))}" alt="${alt}">`;
  }
  const host = typeof image_url === 'string' ? URL.parse(image_url)?.host : undefined;
  return html`<div role="img" aria-label="${alt}">${alt}${host && html`<small>picture at ${host}</small>`}</div>`;
}
