import { z } from 'zod';

const id = z.string().min(1).max(100);

const UninstalledEvent = z.object({
  team_id: id.nullish().catch(null),
  enterprise_id: id.nullish().catch(null),
  /** Seconds. */
  event_time: z.number().catch(0),
  authorizations: z
    .array(z.object({ team_id: id.nullish().catch(null), enterprise_id: id.nullish().catch(null) }))
    .catch([]),
  event: z.object({
    type: z.string(),
    tokens: z
      .object({ bot: z.array(z.unknown()).catch([]) })
      .catch({ bot: [] })
      .optional(),
  }),
});

/** The app was removed from at least one of these workspaces. `at` is Slack's time, in epoch milliseconds. */
export type OnUninstalled = (removed: { workspaceIds: readonly string[]; at: number }) => Promise<void>;

/**
 * Handles `app_uninstalled` and `tokens_revoked`, which arrive in any order and sometimes late. Revoking only a user token leaves
 * the app installed.
 */
export async function uninstalled(forget: OnUninstalled, { body }: { body: unknown }): Promise<void> {
  const { team_id, enterprise_id, event_time, authorizations, event } = UninstalledEvent.parse(body);
  if (event.type === 'tokens_revoked' && (event.tokens?.bot ?? []).length === 0) return;
  const named = [team_id, enterprise_id, ...authorizations.flatMap((each) => [each.team_id, each.enterprise_id])];
  const workspaceIds = [...new Set(named.filter((each) => typeof each === 'string'))];
  await forget({ workspaceIds, at: event_time * 1_000 });
}
