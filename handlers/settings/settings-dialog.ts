import { decodeJson } from '@pain-signals/contract';
import { ALL_AREAS, MOST_MANAGERS, Settings } from '@pain-signals/domain';
import {
  changesDialog,
  managersError,
  notAllowedDialog,
  SETTINGS_INPUT,
  savedDialog,
  savingDialog,
  settingName,
  settingsDialog,
} from '#blocks/settings/settings-dialog.ts';
import { ActionRejectedError } from '../errors.ts';
import { publishHome } from '../home/publish-home.ts';
import { requireManager } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { type DrawDialog, fillDialog, parseInputs } from '../reply/dialogs.ts';
import type { RequestContext, SubmitArgs } from '../request-context.ts';

/** A dialog for managers; other people see whom to ask. */
export const managerDialog =
  (title: Parameters<typeof notAllowedDialog>[0], draw: DrawDialog): DrawDialog =>
  async (deps, context) => {
    const { settings } = deps;
    if (context.userId !== null && (await settings.mayChange(context.userId))) return draw(deps, context);
    return notAllowedDialog(title, (await settings.get()).managerIds);
  };

export const drawSettingsDialog = managerDialog('Settings', async ({ settings }) =>
  settingsDialog(await settings.get()),
);

export const drawChangesDialog = managerDialog('Settings history', async ({ settings }) =>
  changesDialog(await settings.changes()),
);

export async function submitSettingsDialog(
  deps: Deps,
  context: RequestContext,
  { ack, view }: SubmitArgs,
): Promise<void> {
  const inputs = parseInputs(view);
  const managerIds = inputs.people(SETTINGS_INPUT.managers);
  const shown = decodeJson(Settings, view.private_metadata);
  const added = managerIds.filter((userId) => !shown?.managerIds.includes(userId));
  // Somebody may have named or removed other managers since the dialog opened.
  const removed = new Set(shown?.managerIds).difference(new Set(managerIds));
  const namedNow = (current: Settings) =>
    [...new Set([...current.managerIds, ...added])].filter((each) => !removed.has(each));
  const mayAsk = context.userId !== null && (await deps.settings.mayChange(context.userId));
  const error = mayAsk && added.length > 0 ? await errorOf(deps, { managerIds, added, namedNow }) : null;
  if (error !== null) return ack({ response_action: 'errors', errors: { [SETTINGS_INPUT.managers]: error } });
  await ack({ response_action: 'update', view: savingDialog() });
  const userId = await requireManager(deps, context);
  if (shown === null) throw new ActionRejectedError('old-button');
  const area = inputs.choice(SETTINGS_INPUT.area);
  const wanted: Settings = {
    defaultArea: area === ALL_AREAS ? null : area,
    defaultChannelId: inputs.conversation(SETTINGS_INPUT.channel),
    managerIds,
    setUpBy: inputs.choice(SETTINGS_INPUT.setUpBy) === 'managers' ? 'managers' : 'members',
  };
  const changed = (Object.keys(wanted) as (keyof Settings)[]).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(shown[name]),
  );
  if (changed.length > 0) {
    await deps.settings.change(userId, (current) => {
      const given: Settings = { ...wanted, managerIds: namedNow(current) };
      return Object.fromEntries(changed.map((name) => [name, given[name]]));
    });
  }
  await fillDialog(deps, context, savedDialog(changed.map(settingName)));
  await publishHome(deps, context);
}

interface NewManagers {
  managerIds: readonly string[];
  added: readonly string[];
  namedNow: (current: Settings) => readonly string[];
}

/** Each person is a question to Slack, which a request could repeat by the thousand. */
async function errorOf(deps: Deps, { managerIds, added, namedNow }: NewManagers): Promise<string | null> {
  if (managerIds.length > MOST_MANAGERS) return `Choose at most ${MOST_MANAGERS} people.`;
  if (namedNow(await deps.settings.get()).length > MOST_MANAGERS)
    return `There can be at most ${MOST_MANAGERS} managers, and others were added meanwhile. Close this dialog and open it again to choose.`;
  return managersError(await outsidersAmong(deps, added));
}

/** The names of guests and external people, who can't be managers. Slack waits three seconds for input errors. */
async function outsidersAmong({ people }: Deps, userIds: readonly string[]): Promise<string[]> {
  const known = await Promise.all(userIds.map((userId) => people.find(userId)));
  return known.flatMap((person) => (person?.isGuest || person?.isExternal ? [person.name] : []));
}
