import { z } from 'zod';

const id = z.string().min(1).max(100);

const UninstalledEvent = z.object({
  team_id: id.nullish().catch(null),
  enterprise_id: id.nullish().catch(null),
  /** Seconds. */
  event_time: z.number().catch(0),
  authorizations: z
    .array(
      z.object({
        team_id: id.nullish().catch(null),
        enterprise_id: id.nullish().catch(null),
        is_enterprise_install: z.boolean().optional().catch(undefined),
      }),
    )
    .catch([]),
  event: z.object({
    type: z.string(),
    tokens: z
      .object({ bot: z.array(z.unknown()).catch([]) })
      .catch({ bot: [] })
      .optional(),
  }),
});

type Uninstalled = z.output<typeof UninstalledEvent>;

/**
 * The app was removed from at least one of `workspaceIds`, or perhaps from one of `organizationIds`, which are named beside them.
 * `at` is Slack's time, in epoch milliseconds.
 */
export type OnUninstalled = (removed: {
  workspaceIds: readonly string[];
  organizationIds: readonly string[];
  at: number;
}) => Promise<void>;

/**
 * Handles `app_uninstalled` and `tokens_revoked`, which arrive in any order and sometimes late. Revoking only a user token leaves
 * the app installed.
 */
export async function uninstalled(forget: OnUninstalled, { body }: { body: unknown }): Promise<void> {
  const removed = UninstalledEvent.parse(body);
  const { event, event_time } = removed;
  if (event.type === 'tokens_revoked' && (event.tokens?.bot ?? []).length === 0) return;
  await forget({ ...namedIn(removed), at: event_time * 1_000 });
}

/** An event of one workspace names its organization too, which may have the app besides. */
function namedIn({ team_id, enterprise_id, authorizations }: Uninstalled) {
  const named = [{ team_id, enterprise_id, is_enterprise_install: undefined }, ...authorizations];
  const precise = named.filter(({ is_enterprise_install: isKnown }) => isKnown !== undefined);
  const precisely = precise.map((each) => (each.is_enterprise_install ? each.enterprise_id : each.team_id));
  if (precise.length > 0) return { workspaceIds: idsIn(precisely), organizationIds: [] };
  const teams = idsIn(named.map((each) => each.team_id));
  const organizations = idsIn(named.map((each) => each.enterprise_id));
  return teams.length > 0
    ? { workspaceIds: teams, organizationIds: organizations }
    : { workspaceIds: organizations, organizationIds: [] };
}

const idsIn = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((each) => typeof each === 'string')),
];
