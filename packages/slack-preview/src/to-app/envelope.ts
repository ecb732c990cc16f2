import { APP, type Channel, type Person } from '../workspace/directory.ts';
import { findTeam, TEAM, teamPayload } from '../workspace/teams.ts';

/** Slack still sends this token in every payload; apps check the signature instead. */
export const LEGACY_TOKEN = 'preview-verification-token';

/** What every interaction says about where it comes from. */
export function interactionEnvelope(person: Person): Record<string, unknown> {
  return {
    token: LEGACY_TOKEN,
    api_app_id: APP.id,
    team: teamPayload(workspaceOf(person)),
    enterprise: null,
    is_enterprise_install: false,
    user: { id: person.id, username: person.name, name: person.name, team_id: person.team.id },
  };
}

/** A stranger presses in a channel of ours; a neighbour in their own workspace. */
const workspaceOf = ({ team }: Person) => findTeam(team.id) ?? TEAM;

/** What payloads call a channel: private ones and direct messages keep their names to themselves. */
export function channelPayloadName(channel: Channel): string {
  if (channel.kind === 'direct') return 'directmessage';
  return channel.kind === 'private' ? 'privategroup' : channel.name;
}
