import { z } from 'zod';
import { confirm, focus, placeholder } from './options.ts';
import { actionId } from './text.ts';

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

export const datepicker = z.strictObject({
  type: z.literal('datepicker'),
  ...actionId,
  ...confirm,
  ...focus,
  ...placeholder,
  initial_date: z
    .string()
    .refine((day) => DAY.test(day), 'must be in the format YYYY-MM-DD')
    .optional(),
});

export const datetimepicker = z.strictObject({
  type: z.literal('datetimepicker'),
  ...actionId,
  ...confirm,
  ...focus,
  // Ten digits: seconds since 1970.
  initial_date_time: z.number().int().min(1_000_000_000).max(9_999_999_999).optional(),
});

export const timepicker = z.strictObject({
  type: z.literal('timepicker'),
  ...actionId,
  ...confirm,
  ...focus,
  ...placeholder,
  initial_time: z
    .string()
    .refine((time) => TIME_OF_DAY.test(time), 'must be in the format HH:mm')
    .optional(),
  timezone: z.string().refine(isTimeZone, 'must be a valid IANA timezone').optional(),
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
