const HOME = '/settings';
const HERE = 'http://here.invalid';

/** Where to go after signing in: a path of this service and nothing else, since anybody can write such a link. */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/[\x21-\x7e]*$/.test(wanted) || wanted.includes('\\')) return HOME;
  const url = URL.parse(wanted, HERE);
  // `//elsewhere` is another host's address.
  return url?.origin === HERE ? url.pathname.replace(/^\/+/, '/') + url.search : HOME;
}

export const signInPath = (to: string): string => `/sign-in?to=${encodeURIComponent(to)}`;
