import { attributes, type Html, html } from './html.ts';
import { actionAttributes } from './place.ts';
import { plainTextOf } from './text-object.ts';

type InputElement = Readonly<Record<string, unknown>>;

const FIELD_TYPES: Readonly<Record<string, string>> = {
  plain_text_input: 'text',
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'number',
  datepicker: 'date',
  timepicker: 'time',
};

export function isField(type: unknown): boolean {
  return typeof type === 'string' && Object.hasOwn(FIELD_TYPES, type);
}

/** A field to type into or to pick a day or time in. */
export function showField(element: InputElement, blockId: string): Html {
  const value = element.initial_value ?? element.initial_date ?? element.initial_time;
  const common = attributes({
    class: 'control',
    placeholder: plainTextOf(element.placeholder),
    autofocus: element.focus_on_load === true,
    minlength: limitOf(element.min_length),
    maxlength: limitOf(element.max_length),
    min: limitOf(element.min_value),
    max: limitOf(element.max_value),
    step: element.type === 'number_input' && element.is_decimal_allowed === true ? 'any' : undefined,
    'data-state': true,
  });
  const action = actionAttributes(element, blockId);
  if (element.multiline === true) return html`<textarea rows="4"${common}${action}>${String(value ?? '')}</textarea>`;
  const type = FIELD_TYPES[String(element.type)] ?? 'text';
  const zone = typeof element.timezone === 'string' && html`<small>${element.timezone}</small>`;
  return html`<input type="${type}"${attributes({ value: value === undefined ? undefined : String(value) })}${common}${action}>${zone}`;
}

function limitOf(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
}
