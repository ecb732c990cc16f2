import { decodeJson } from '@pain-signals/contract';
import { ALL_AREAS, Settings } from '@pain-signals/domain';
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

/** The workspace's settings, for managers. */
export const drawSettingsDialog: DrawDialog = async ({ settings }, { userId }) => {
  const chosen = await settings.get();
  const mayChange = userId !== null && (await settings.mayChange(userId));
  return mayChange ? settingsDialog(chosen) : notAllowedDialog('Settings', chosen.managerIds);
};

/** The log of changes, for managers. */
export const drawChangesDialog: DrawDialog = async ({ settings }, { userId }) => {
  if (userId !== null && (await settings.mayChange(userId))) {
    const changes = await settings.changes();
    return changesDialog(changes);
  }
  const { managerIds } = await settings.get();
  return notAllowedDialog('Changes', managerIds);
};

export async function submitSettingsDialog(
  deps: Deps,
  context: RequestContext,
  { ack, view }: SubmitArgs,
): Promise<void> {
  const inputs = parseInputs(view);
  const managerIds = inputs.people(SETTINGS_INPUT.managers);
  const shown = decodeJson(Settings, view.private_metadata);
  const added = managerIds.filter((userId) => !shown?.managerIds.includes(userId));
  const error = managersError(await outsidersAmong(deps, added));
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
    await deps.settings.change(userId, Object.fromEntries(changed.map((name) => [name, wanted[name]])));
  }
  await fillDialog(deps, context, savedDialog(changed.map(settingName)));
  await publishHome(deps, context);
}

/** The names of guests and external people, who can't be managers. Slack waits three seconds for input errors. */
async function outsidersAmong({ people }: Deps, userIds: readonly string[]): Promise<string[]> {
  const known = await Promise.all(userIds.map((userId) => people.find(userId)));
  return known.flatMap((person) => (person?.isGuest || person?.isExternal ? [person.name] : []));
}
