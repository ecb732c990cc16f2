import { escapeMrkdwn } from './text.ts';

const ATTRIBUTION = /^CC[ -](BY(?:-NC)?(?:-SA|-ND)?)[ -](\d\.\d)$/i;
const PUBLIC_DOMAIN = /^CC(0)[ -](\d\.\d)$/i;

/** A licence by its name, with a link to its terms where they are known: quoting under it asks for that. */
export function formatLicence(licence: string): string {
  const [, terms = '', version] = ATTRIBUTION.exec(licence) ?? PUBLIC_DOMAIN.exec(licence) ?? [];
  if (version === undefined) return escapeMrkdwn(licence, 60);
  const path = terms === '0' ? 'publicdomain/zero' : `licenses/${terms.toLowerCase()}`;
  return `<https://creativecommons.org/${path}/${version}/|${escapeMrkdwn(licence, 60)}>`;
}
