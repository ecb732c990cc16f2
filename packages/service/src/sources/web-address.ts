import { z } from 'zod';

/** The address of a site that an entry of the SOURCES file names, without a slash at its end. */
export const SiteAddress = z
  .string()
  .refine(isPlainAddress, 'must be the http or https address of the site, without a query or a password')
  .transform((text) => text.replace(/\/+$/, ''));

function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return [url.username, url.password, url.search, url.hash].every((part) => part === '');
}
