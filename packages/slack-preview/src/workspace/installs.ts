import { randomBytes } from 'node:crypto';
import { findTeam, isOrganisation, type Team } from './directory.ts';

// https://docs.slack.dev/authentication/using-token-rotation: a token lives for 12 hours
const ROTATING_LIFETIME_S = 12 * 60 * 60;

export interface Grant {
  readonly team: Team;
  readonly installerId: string;
  readonly scopes: string;
}

export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

interface Install {
  readonly grant: Grant;
  readonly pair: TokenPair;
  readonly expiresAt: number;
  isRevoked: boolean;
  isRefreshed: boolean;
}

/** The app's installs by OAuth, and the tokens that count. */
export function createInstalls(now: () => number) {
  const codes = new Map<string, Grant>();
  const installs: Install[] = [];
  const revoked = new Set<string>();

  const begin = (grant: Grant) => {
    const pair = { token: secret('xoxe.xoxb-'), refreshToken: secret('xoxe-1-'), expiresIn: ROTATING_LIFETIME_S };
    const expiresAt = now() + ROTATING_LIFETIME_S * 1_000;
    installs.push({ grant, pair, expiresAt, isRevoked: false, isRefreshed: false });
    return { grant, pair };
  };
  const isLive = ({ isRevoked, expiresAt }: Install) => !isRevoked && now() < expiresAt;
  const isAt = (id: string | null) => (install: Install) => isLive(install) && install.grant.team.id === id;
  return {
    /** A pending install, redeemed once by its code. */
    issueCode(grant: Grant): string {
      const code = secret('');
      codes.set(code, grant);
      return code;
    },
    redeemCode(code: string): { grant: Grant; pair: TokenPair } | null {
      const grant = codes.get(code);
      codes.delete(code);
      return grant === undefined ? null : begin(grant);
    },
    /** Null when the refresh token was used before, or its install is gone. */
    refresh(refreshToken: string): { grant: Grant; pair: TokenPair } | null {
      const install = installs.find(({ pair }) => pair.refreshToken === refreshToken);
      if (install === undefined || install.isRevoked || install.isRefreshed) return null;
      install.isRefreshed = true;
      return begin(install.grant);
    },
    /** Whose token it is: null when it is unknown or expired, `revoked` after an uninstall. */
    ownerOf(token: string): Team | 'revoked' | null {
      const install = installs.find(({ pair }) => pair.token === token);
      if (install?.isRevoked) return 'revoked';
      return install !== undefined && isLive(install) ? install.grant.team : null;
    },
    wasRevoked: (teamId: string): boolean => revoked.has(teamId),
    /** Revokes all its tokens, including the one configured without an install. */
    revoke(teamId: string): void {
      revoked.add(teamId);
      for (const install of installs) install.isRevoked ||= install.grant.team.id === teamId;
    },
    /** Where the app would take something of this workspace: there, or in its organisation. */
    installedAt(team: Team): Team | null {
      if (installs.some(isAt(team.id))) return team;
      return installs.some(isAt(team.enterpriseId)) ? (findTeam(team.enterpriseId ?? '') ?? null) : null;
    },
  };
}

export function installLocation(team: Team): Record<string, unknown> {
  const isOrg = isOrganisation(team);
  const { id, name, enterpriseId } = team;
  const enterprise = enterpriseId === null ? null : findTeam(enterpriseId);
  return {
    team: isOrg ? null : { id, name },
    enterprise: enterprise ? { id: enterprise.id, name: enterprise.name } : null,
    is_enterprise_install: isOrg,
  };
}

const secret = (prefix: string): string => `${prefix}${randomBytes(18).toString('base64url')}`;
