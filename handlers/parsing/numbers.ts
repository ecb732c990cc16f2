/** A whole number, with or without separated thousands: 1000, 1,000 and 1.000. */
export function parseInteger(text: string): number | null {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  return /^\d{1,3}(?:[.,]\d{3}){1,3}$/.test(text) ? Number(text.replace(/[.,]/g, '')) : null;
}

/** A decimal with a point or a comma; a per cent sign divides by 100. */
export function parseDecimal(text: string): number | null {
  const found = /^([+-]?)(\d{1,7})(?:[.,](\d{1,4}))?(%?)$/.exec(text);
  if (!found) return null;
  const [, sign, whole = '', fraction = '0', percent] = found;
  const value = Number(`${sign === '-' ? '-' : ''}${whole}.${fraction}`);
  // Rounded, so that the value can be written as a decimal and read again.
  return Math.round((percent === '' ? value : value / 100) * 10_000) / 10_000 + 0;
}
