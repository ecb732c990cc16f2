import { expect } from 'vitest';
import type { Viewer } from '../../src/page/text/viewer.ts';
import { createChannels, findPerson } from '../../src/workspace/directory.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

export function viewerOf(personId: string): Viewer {
  const person = findPerson(personId);
  if (person === undefined) throw new Error(`There is no ${personId}.`);
  return { person, channels: createChannels(), now: NOW };
}

const TAGS =
  /^<\/?(a|article|aside|b|blockquote|br|button|caption|code|details|div|fieldset|figcaption|figure|footer|form|h2|h3|header|hr|i|img|input|label|legend|li|line|ol|optgroup|option|p|polyline|pre|rect|s|select|small|span|summary|svg|table|tbody|td|text|textarea|th|thead|time|tr|u|ul)\b/;
const ATTRIBUTES =
  /^(aria-[a-z]+|autofocus|checked|class|data-[a-z-]+|datetime|hidden|href|id|max|maxlength|min|minlength|multiple|name|novalidate|placeholder|rel|role|rows|scope|selected|src|alt|step|tabindex|target|text-anchor|title|type|value|label)$/;
/** What places the parts of a chart. */
const NUMBERS = /^(height|points|viewBox|width|x|x1|x2|y|y1|y2)$/;

/** Markup of known elements and attributes only, with links that lead to the web or to mail, and no bracket left over. */
export function expectSafeHtml(markup: string): void {
  const text = markup.replace(/<[^<>]*>/g, (tag) => {
    expect(tag).toMatch(TAGS);
    const attributes = [...tag.matchAll(/\s([a-zB\d-]+)(?:="([^"<>]*)")?/g)];
    const rest = tag.replace(/\s([a-zB\d-]+)(?:="([^"<>]*)")?/g, '');
    expect(rest).toMatch(/^<\/?\w+>$/);
    for (const [, name = '', value = ''] of attributes) {
      if (NUMBERS.test(name)) {
        expect(value).toMatch(/^[\d., -]*$/);
        continue;
      }
      expect(name).toMatch(ATTRIBUTES);
      if (name === 'src') expect(value).toMatch(/^\/files\/[\w%.~!*'()&#;-]*$/);
      if (name === 'href') expect(value).toMatch(/^(https?:|mailto:|\/\?|#)/i);
    }
    return '';
  });
  expect(text).not.toMatch(/[<>]/);
}
