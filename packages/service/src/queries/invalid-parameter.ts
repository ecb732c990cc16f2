import { MACRO_AREAS } from '@pain-signals/contract';
import { ServiceError } from '../model/service-error.ts';
import { describeAllowed, type ParametersSchema } from './parameter-schema.ts';

const MAX_SHOWN_LENGTH = 60;

/**
 * The value as it would stand in an address: printable whatever it holds, and without the commas by which readers of
 * INVALID_MACRO_AREA find the list of valid areas.
 */
function printableValue(value: string): string {
  const points = [...value.toWellFormed()];
  const shortened =
    points.length > MAX_SHOWN_LENGTH ? `${points.slice(0, MAX_SHOWN_LENGTH).join('')}…` : points.join('');
  return `"${encodeURIComponent(shortened).replaceAll('%20', ' ').replaceAll('%E2%80%A6', '…')}"`;
}

/** Of all that is wrong with a question, the fault to report: an invalid area has a code of its own. */
export const parameterToReport = (names: readonly string[]): string =>
  names.find((name) => name === 'macroArea') ?? names[0] ?? '';

/** What a parameter may be, in words; one that nobody knows is better left out. */
export function allowedValues(name: string, { properties }: ParametersSchema): string {
  const parameter = properties[name];
  return parameter === undefined ? 'left out' : describeAllowed(parameter);
}

/** Names the parameter, what was given (undefined for nothing) and what is allowed. */
export function invalidParameter(name: string, given: string | undefined, schema: ParametersSchema): ServiceError {
  const allowed = allowedValues(name, schema);
  if (given === undefined) return new ServiceError('INVALID_PARAMETER', `${name} is missing. Give ${allowed}.`);
  if (name === 'macroArea') {
    const areas = MACRO_AREAS.join(', ');
    return new ServiceError(
      'INVALID_MACRO_AREA',
      `macroArea is ${printableValue(given)}, which is no area. Valid: ${areas}`,
    );
  }
  return new ServiceError('INVALID_PARAMETER', `${name} is ${printableValue(given)}. Allowed: ${allowed}.`);
}
