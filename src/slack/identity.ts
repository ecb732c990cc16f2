import { withTimeout } from '@pain-signals/contract';
import { DAY_MS, HOUR_MS } from '@pain-signals/domain';
import type { WebClient } from '@slack/web-api';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Deps, People, Person, WorkspaceSettings } from '#handlers/ports.ts';
import { createCache, loadOnce } from '../store/cache.ts';

/** One installation of the app. Bolt's authorize puts it into the context of each request. */
export interface Access {
  botToken: string;
  /**
   * The tenant: a workspace (T…), or an Enterprise Grid organization (E…) that installed the app for all its workspaces. Null until
   * Slack has said which one the token belongs to.
   */
  workspaceId(): Promise<string | null>;
  /** The organization whose people are colleagues. Null without one, and while Slack doesn't say. Known once the workspace is. */
  enterpriseId(): Promise<string | null>;
  /** May change settings like an admin. */
  installedBy: string | null;
  /** The key of this installation in caches. */
  name: string;
}

const isOtherTeam = (teamId: string | null, home: string | null): boolean =>
  teamId !== null && home !== null && teamId !== home;

const CONTEXT_KEY = 'access';

/** Adds it to the result of authorize, which becomes part of Bolt's context. */
export const withAccess = <Result extends object>(result: Result, access: Access) => ({
  ...result,
  [CONTEXT_KEY]: access,
});

/** Null when the request was not authorized. */
export function accessFrom(context: object): Access | null {
  return CONTEXT_KEY in context ? (context[CONTEXT_KEY] as Access) : null;
}

const LOOKUP_TIMEOUT_MS = 2_500;
const FRESH_MS = 10 * 60 * 1_000;
/** So long an older answer stands in while Slack gives none. */
const STAND_IN_MS = HOUR_MS;
/** Slack may be down for a moment only. */
const UNKNOWN_CACHE_MS = 30 * 1_000;
const MAX_CACHED = 20_000;
/** A conversation stays the same one. */
const CONVERSATION_MS = DAY_MS;

export const flag = z.boolean().default(false).catch(false);
const text = z.string().min(1).nullable().default(null).catch(null);

/** The part of users.info that the app needs. */
const User = z.object({
  id: z.string(),
  team_id: text,
  name: z.string().default(''),
  tz: text,
  is_admin: flag,
  is_owner: flag,
  is_restricted: flag,
  is_ultra_restricted: flag,
  is_stranger: flag,
  is_bot: flag,
  profile: z.object({ display_name: text, real_name: text }).optional().catch(undefined),
  enterprise_user: z
    .object({
      enterprise_id: text,
      is_admin: flag,
      is_owner: flag,
      /** The workspaces of the organization that they are in. */
      teams: z.array(z.string()).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

export function createPeopleDirectory(now: () => number, logger: Logger) {
  const people = createCache<Promise<Person | null>>({ max: MAX_CACHED, ttlMs: FRESH_MS, now });
  const described = createCache<Person>({ max: MAX_CACHED, ttlMs: STAND_IN_MS, now });
  const conversations = createCache<Promise<string | null>>({ max: MAX_CACHED, ttlMs: CONVERSATION_MS, now });

  const load = async (key: string, fetching: Promise<Person>): Promise<Person | null> => {
    try {
      const person = await fetching;
      described.set(key, person);
      return person;
    } catch (error) {
      logger.warn({ err: error }, 'person not found');
      const before = described.get(key) ?? null;
      people.set(key, Promise.resolve(before), { ttl: UNKNOWN_CACHE_MS });
      return before;
    }
  };
  const openConversation = async (key: string, opening: Promise<{ channel?: { id?: string } }>) => {
    try {
      return (await opening).channel?.id ?? null;
    } catch (error) {
      logger.warn({ err: error }, 'conversation not found');
      conversations.set(key, Promise.resolve(null), { ttl: UNKNOWN_CACHE_MS });
      return null;
    }
  };
  return {
    forget(installation: string): void {
      const ofInstallation = JSON.stringify([installation, '']).slice(0, -'"]'.length);
      for (const cache of [people, described, conversations])
        for (const key of [...cache.keys()]) if (key.startsWith(ofInstallation)) cache.delete(key);
    },
    /** Each installation sees its own people only. */
    forInstallation: (access: Access, web: Pick<WebClient, 'users' | 'conversations'>): People => ({
      find(userId) {
        const key = JSON.stringify([access.name, userId]);
        return loadOnce(people, key, () => load(key, withTimeout(LOOKUP_TIMEOUT_MS, fetchPerson(web, access, userId))));
      },
      conversationOf(userId) {
        const key = JSON.stringify([access.name, userId]);
        const open = () => web.conversations.open({ users: userId });
        return loadOnce(conversations, key, () => openConversation(key, withTimeout(LOOKUP_TIMEOUT_MS, open())));
      },
    }),
  };
}

/** People of all workspaces, as Slack describes them. */
export type PeopleDirectory = ReturnType<typeof createPeopleDirectory>;

async function fetchPerson(web: Pick<WebClient, 'users'>, access: Access, userId: string): Promise<Person> {
  const [answer, home] = await Promise.all([web.users.info({ user: userId }), access.workspaceId()]);
  const user = User.parse(answer.user);
  const { enterprise_user: enterprise, profile } = user;
  const isColleague = Boolean(enterprise?.enterprise_id) && enterprise?.enterprise_id === (await access.enterpriseId());
  // Slack's flags are about one workspace: the organization's installation, and other workspaces, aren't that person's to manage.
  const isElsewhere = home?.startsWith('E') === true || (home !== null && enterprise?.teams?.includes(home) === false);
  return {
    id: user.id,
    name: profile?.real_name ?? profile?.display_name ?? user.name,
    isAdmin:
      (!isElsewhere && (user.is_admin || user.is_owner)) ||
      (isColleague && (enterprise.is_admin || enterprise.is_owner)),
    isGuest: user.is_restricted || user.is_ultra_restricted,
    isExternal: user.is_bot || (!isColleague && (user.is_stranger || isOtherTeam(user.team_id, home))),
    isElsewhere,
    timeZone: user.tz,
  };
}

/** By the request, and by what Slack says about the person. Without a description by Slack, or a known workspace, it is unknown. */
export function createStandingCheck(access: Access, people: Pick<People, 'find'>): Deps['standingOf'] {
  return async ({ userId, userTeamId }) => {
    const home = await access.workspaceId();
    if (home === null || userId === null) return 'unknown';
    // Only Slack knows the other workspaces of an organization.
    if (isOtherTeam(userTeamId, home) && (await access.enterpriseId()) === null) return 'outsider';
    const person = await people.find(userId);
    if (person === null) return 'unknown';
    return person.isGuest || person.isExternal ? 'outsider' : 'member';
  };
}

/** Whether somebody may change settings: admins, managers that the workspace named, and who installed the app. */
export function createManagerCheck(
  access: Access,
  people: Pick<People, 'find'>,
  settings: Pick<WorkspaceSettings, 'get'>,
): WorkspaceSettings['mayChange'] {
  return async (userId) => {
    const person = await people.find(userId);
    // A manager who has become a guest is an outsider.
    if (person === null || person.isGuest || person.isExternal) return false;
    return person.isAdmin || access.installedBy === userId || (await settings.get()).managerIds.includes(userId);
  };
}
