/** Where an app can be installed: workspaces, and an organisation with all of its own. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** The organisation it belongs to, or that it is. */
  readonly enterpriseId: string | null;
}

/** The workspace of the page. */
export const TEAM: Team = { id: 'T0PREVIEW01', domain: 'pain-preview', name: 'Preview Workspace', enterpriseId: null };
const NEIGHBOUR: Team = { id: 'T0NEIGHBOUR', domain: 'neighbour', name: 'Neighbour & Sons', enterpriseId: null };
const SUBSIDIARY: Team = { id: 'T0SUBSIDIAR', domain: 'subsidiary', name: 'Subsidiary', enterpriseId: 'E0HOLDING01' };
const ORGANISATION: Team = { id: 'E0HOLDING01', domain: 'holding', name: 'The Holding', enterpriseId: 'E0HOLDING01' };

export const TEAMS: readonly Team[] = [TEAM, NEIGHBOUR, SUBSIDIARY, ORGANISATION];

export function findTeam(id: string): Team | undefined {
  return TEAMS.find((team) => team.id === id);
}

export const isOrganisation = ({ id, enterpriseId }: Team): boolean => id === enterpriseId;

/** What every payload says of where it comes from. */
export function teamPayload({ id, domain }: Team): Record<string, unknown> {
  return { id, domain };
}
