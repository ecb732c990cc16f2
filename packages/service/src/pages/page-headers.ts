/** Nothing from elsewhere, nothing inline, in nobody's frame. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  // An address may be a one-time link.
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};
