import { withTimeout } from '@pain-signals/contract';
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { People, Person } from '#handlers/ports.ts';
import { type Access, isOtherTeam } from './access.ts';

const LOOKUP_TIMEOUT_MS = 2_500;
const CACHE_MS = 10 * 60 * 1_000;
/** Slack may be away for a moment only. */
const UNKNOWN_CACHE_MS = 30 * 1_000;
const MAX_CACHED = 20_000;

const flag = z.boolean().default(false).catch(false);
const text = z.string().min(1).nullable().default(null).catch(null);

/** Of users.info what is of use here. */
const User = z.object({
  id: z.string(),
  team_id: text,
  name: z.string().default(''),
  tz: text,
  locale: text,
  is_admin: flag,
  is_owner: flag,
  is_restricted: flag,
  is_ultra_restricted: flag,
  is_stranger: flag,
  profile: z.object({ display_name: text, real_name: text }).optional().catch(undefined),
  enterprise_user: z.object({ enterprise_id: text, is_admin: flag, is_owner: flag }).optional().catch(undefined),
});

interface CachedPerson {
  person: Promise<Person | null>;
  until: number;
}

/** Whom Slack has described, over all workspaces, each seen by its own alone. The oldest is forgotten first. */
export class PeopleDirectory {
  readonly #kept = new Map<string, CachedPerson>();
  readonly #now: () => number;
  readonly #logger: Logger;

  constructor(now: () => number, logger: Logger) {
    this.#now = now;
    this.#logger = logger;
  }

  forInstallation(access: Access, web: Pick<WebClient, 'users'>): People {
    return {
      find: (userId) =>
        this.#find(JSON.stringify([access.name, userId]), () =>
          withTimeout(LOOKUP_TIMEOUT_MS, fetchPerson(web, access, userId)),
        ),
    };
  }

  #find(key: string, load: () => Promise<Person>): Promise<Person | null> {
    const known = this.#kept.get(key);
    if (known !== undefined && this.#now() < known.until) return known.person;
    const person = load().catch((error) => {
      this.#logger.warn({ err: error }, 'Slack did not say who a person is');
      this.#keep(key, { person, until: this.#now() + UNKNOWN_CACHE_MS });
      return null;
    });
    this.#keep(key, { person, until: this.#now() + CACHE_MS });
    return person;
  }

  #keep(key: string, remembered: CachedPerson): void {
    this.#kept.delete(key);
    this.#kept.set(key, remembered);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_CACHED && oldest !== undefined) this.#kept.delete(oldest);
  }
}

async function fetchPerson(web: Pick<WebClient, 'users'>, access: Access, userId: string): Promise<Person> {
  const [answer, home] = await Promise.all([
    web.users.info({ user: userId, include_locale: true }),
    access.workspaceId(),
  ]);
  const user = User.parse(answer.user);
  const { enterprise_user: enterprise, profile } = user;
  const isColleague = access.enterpriseId !== null && enterprise?.enterprise_id === access.enterpriseId;
  return {
    id: user.id,
    name: profile?.display_name ?? profile?.real_name ?? user.name,
    isAdmin: user.is_admin || user.is_owner || (isColleague && (enterprise.is_admin || enterprise.is_owner)),
    isGuest: user.is_restricted || user.is_ultra_restricted,
    isExternal: !isColleague && (user.is_stranger || isOtherTeam(user.team_id, home)),
    timeZone: user.tz,
    locale: user.locale,
  };
}
