import { z } from 'zod';
import { APP, BOT } from '../workspace/directory.ts';
import { installLocation } from '../workspace/installs.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import { checkArguments, type Method } from './method.ts';

const access = z.object({
  client_id: z.string().default(''),
  client_secret: z.string().default(''),
  grant_type: z.string().default('authorization_code'),
  code: z.string().default(''),
  refresh_token: z.string().default(''),
});

/** Exchanges a code or a refresh token, each valid once. Needs no token itself. */
export const oauthAccess: Method = (given, { state, oauth }) => {
  const call = checkArguments(access, given);
  if (oauth === null || call.client_id !== oauth.clientId) throw new SlackApiError('invalid_client_id');
  if (call.client_secret !== oauth.clientSecret) throw new SlackApiError('bad_client_secret');
  const isRefresh = call.grant_type === 'refresh_token';
  const issued = isRefresh ? state.installs.refresh(call.refresh_token) : state.installs.redeemCode(call.code);
  if (issued === null) throw new SlackApiError(isRefresh ? 'invalid_refresh_token' : 'invalid_code');
  const { grant, pair } = issued;
  return {
    app_id: APP.id,
    ...(!isRefresh && { authed_user: { id: grant.installerId } }),
    scope: grant.scopes,
    token_type: 'bot',
    access_token: pair.token,
    refresh_token: pair.refreshToken,
    expires_in: pair.expiresIn,
    bot_user_id: BOT.id,
    ...installLocation(grant.team),
  };
};

/** auth.revoke: an app revokes its own token. */
export const authRevoke: Method = (_given, { state, caller }) => {
  if (caller !== null) state.installs.revoke(caller.id);
  return { revoked: true };
};
