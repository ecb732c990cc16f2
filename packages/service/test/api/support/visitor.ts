import { createPasswordLink } from '../../../src/accounts/sign-in/password-links.ts';
import { createSessions } from '../../../src/accounts/sign-in/sessions.ts';
import type { Account, Plan, Store } from '../../../src/store/index.ts';
import { CHEAP_HASHER } from './running-server.ts';

export const PASSWORD = 'correct horse battery staple';
export const SESSION_COOKIE = 'pain_session';

const passwordHash = CHEAP_HASHER.hash(PASSWORD);

export interface PageAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** A browser without scripts: keeps cookies, fills in forms, follows no redirect by itself. */
export interface Visitor {
  cookies: Map<string, string>;
  get(path: string): Promise<PageAnswer>;
  /** Opens the page of a form, as people do, and sends it with its hidden fields to where it says. */
  fill(path: string, fields: Record<string, string>, action?: RegExp): Promise<PageAnswer>;
  post(path: string, fields: Record<string, string>): Promise<PageAnswer>;
}

export function visitorAt(url: string): Visitor {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit): Promise<PageAnswer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers: { cookie } });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const post: Visitor['post'] = (path, fields) => ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  return {
    cookies,
    get: (path) => ask(path, {}),
    post,
    async fill(path, fields, action = /./) {
      const { text } = await ask(path, {});
      const form = [...text.matchAll(/<form[^>]* action="([^"]+)"[^>]*>(.*?)<\/form>/gs)]
        .filter(([, target]) => target !== '/sign-out')
        .find(([, target = '']) => action.test(target));
      if (form === undefined) throw new Error(`${path} has no such form`);
      return post(form[1] ?? '', { ...hiddenFields(form[2] ?? ''), ...fields });
    },
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/expires=thu, 01 jan 1970|max-age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

/** The hidden fields of a form by name. */
export const hiddenFields = (form: string): Record<string, string> =>
  Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

let people = 0;

export async function addPerson(store: Store, plan: Plan = 'pro'): Promise<{ account: Account; link: string }> {
  people += 1;
  const account = await store.accounts.create(`reader-${people}@example.org`, plan);
  if (account === null) throw new Error('the account exists already');
  return { account, link: `/password/${await createPasswordLink(store, account.id)}` };
}

/** Somebody who is signed in and whose password is PASSWORD. */
export async function signedIn(url: string, store: Store, plan: Plan = 'pro') {
  const { account } = await addPerson(store, plan);
  await store.passwords.put(account.id, await passwordHash);
  const visitor = visitorAt(url);
  const session = await createSessions(store).start({ account, passwordHash: await passwordHash });
  visitor.cookies.set(SESSION_COOKIE, session?.token ?? '');
  return { account, visitor };
}
