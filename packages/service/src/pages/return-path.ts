const HOME_PATH = '/settings';
const PLACEHOLDER_ORIGIN = 'http://here.invalid';

/** Where to go after signing in: a path of this service and nothing else, since anybody can write such a link. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/[\x21-\x7e]*$/.test(wanted) || wanted.includes('\\')) return HOME_PATH;
  const url = URL.parse(wanted, PLACEHOLDER_ORIGIN);
  // `//elsewhere` is another host's address.
  return url?.origin === PLACEHOLDER_ORIGIN ? url.pathname.replace(/^\/+/, '/') + url.search : HOME_PATH;
}

export const signInPath = (to: string): string => `/sign-in?to=${encodeURIComponent(to)}`;
