import { WebClient, type WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import type { BotToken } from '../stores/installation-store.ts';

const RefreshResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
});

interface TokenRefreshOptions {
  clientId: string;
  clientSecret: string;
  clientOptions: WebClientOptions;
  now: () => number;
}

/** Asks Slack for the token after this one. */
export function createTokenRefresh({ clientId, clientSecret, clientOptions, now }: TokenRefreshOptions) {
  const web = new WebClient(undefined, clientOptions);
  return async (refreshToken: string): Promise<BotToken> => {
    const answer = await web.oauth.v2.access({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    });
    const next = RefreshResponse.parse(answer);
    const expiresAt = now() + next.expires_in * 1_000;
    return { token: next.access_token, rotation: { refreshToken: next.refresh_token, expiresAt } };
  };
}
