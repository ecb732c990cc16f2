import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from 'oidc-provider';
import type { Account } from '../../store/index.ts';
import { programName } from './connected-programs.ts';
import { MCP_SCOPE, mcpResource } from './mcp-resource.ts';
import { createProvider, type ProviderOptions } from './provider.ts';

/** A program's request to be let in, which a person has to answer. */
export interface ConsentRequest {
  /** What the program calls itself: anybody may register any name. */
  clientName: string;
  redirectUri: string;
  /** Answers and gives the address to lead the browser to. */
  allow(account: Account): Promise<string>;
  deny(): Promise<string>;
}

export interface OAuth {
  /** Answers a request to the authorization server. */
  handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Null when there is no such request, or it is of another browser or too old. */
  findConsentRequest(uid: string, request: IncomingMessage, response: ServerResponse): Promise<ConsentRequest | null>;
  findTokenHolder(token: string, audience: string): Promise<Account | null>;
  /** Drops what has expired, and programs that registered and never came back. */
  sweep(): Promise<void>;
}

const UNUSED_CLIENT_MS = 7 * 24 * 3_600_000;
/** Whoever registers from many addresses pushes out unused ones, but cannot fill the database. */
const MAX_CLIENTS = 10_000;

export interface OAuthOptions extends ProviderOptions {
  onError: (error: unknown) => void;
}

export function createOAuth(options: OAuthOptions): OAuth {
  const { store, serviceUrl, onError } = options;
  const provider = createProvider(options);
  provider.on('server_error', (_ctx, error) => onError(error));
  const answer = provider.callback();

  const allow = async (clientId: string, account: Account): Promise<string> => {
    const grant = new provider.Grant({ accountId: account.id, clientId });
    // What the library takes for a scope of its own must be granted there too, or it asks again and again.
    grant.addOIDCScope(`${MCP_SCOPE} offline_access`);
    grant.rejectOIDCScope('openid');
    grant.addResourceScope(mcpResource(serviceUrl), MCP_SCOPE);
    return grant.save();
  };
  return {
    handleRequest: answer,
    async findConsentRequest(uid, request, response) {
      const interaction = await provider.interactionDetails(request, response).catch((error: unknown) => {
        if (error instanceof errors.SessionNotFound) return null;
        throw error;
      });
      const clientId = String(interaction?.params.client_id);
      const client = interaction === null ? undefined : await provider.Client.find(clientId);
      if (interaction?.uid !== uid || client === undefined) return null;
      return {
        clientName: programName(client.clientName),
        redirectUri: String(interaction.params.redirect_uri),
        async allow(account) {
          const grantId = await allow(clientId, account);
          const result = { login: { accountId: account.id, remember: false }, consent: { grantId } };
          return provider.interactionResult(request, response, result, { mergeWithLastSubmission: false });
        },
        deny: () =>
          provider.interactionResult(
            request,
            response,
            { error: 'access_denied', error_description: 'The person said no.' },
            { mergeWithLastSubmission: false },
          ),
      };
    },
    async findTokenHolder(value, audience) {
      const token = await provider.AccessToken.find(value);
      if (token === undefined || !token.isValid || token.aud !== audience || !token.scopes.has(MCP_SCOPE)) return null;
      // A token that was on its way while its grant was taken back is worth nothing.
      if (token.grantId === undefined || (await provider.Grant.find(token.grantId)) === undefined) return null;
      return store.accounts.findById(token.accountId);
    },
    sweep: () => store.oauth.sweep(UNUSED_CLIENT_MS, MAX_CLIENTS),
  };
}
