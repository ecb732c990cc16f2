import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from 'oidc-provider';
import { WEEK_MS } from '../../model/day.ts';
import type { Account, ProgramRecord, Store } from '../../store/index.ts';
import { plainName } from '../../text/plain-name.ts';
import { MCP_SCOPE, mcpResource } from '../keys/authenticate.ts';
import { createAttemptLimits } from '../limits/attempt-limits.ts';
import { rejectSuspended } from '../limits/fair-use.ts';
import { hashToken } from '../sign-in/tokens.ts';
import { createProvider, type ProviderOptions } from './provider.ts';

/** A program's request to connect, which a person has to answer. */
export interface ConsentRequest {
  /** The name the program gives itself; anyone can take any name. */
  clientName: string;
  /** The host of the document that describes the program; null for one that registered. */
  clientHost: string | null;
  redirectUri: string;
  /**
   * Records the answer and returns where to redirect the browser; null when `isSignedIn`, asked once the grant is stored, says
   * that the person isn't any more. Throws KEY_SUSPENDED.
   */
  allow(account: Account, isSignedIn: () => Promise<boolean>): Promise<string | null>;
  deny(): Promise<string>;
}

const UNUSED_CLIENT_MS = WEEK_MS;
/** Registrations beyond this push out unused clients, so that nobody can fill the database. */
const MAX_CLIENTS = 10_000;

export interface OAuthOptions extends Omit<ProviderOptions, 'takeToken'> {
  store: ProviderOptions['store'] & Pick<Store, 'attempts'>;
  onError: (error: unknown) => void;
}

export function createOAuth(options: OAuthOptions) {
  const { store, serviceUrl, fetchDocument, onError } = options;
  const limits = createAttemptLimits(store.attempts);
  const asking = new AsyncLocalStorage<string>();
  const provider = createProvider({
    ...options,
    takeToken: (accountId) => limits.tryTake('token', accountId),
    // Nobody makes this service send requests by the thousand to an address of their choice.
    async fetchDocument(...request) {
      const network = asking.getStore();
      const clientId = String(request[0]);
      // A program that people have connected is renewed, however many others its network names.
      const shared = (await store.oauth.hasGrant(clientId)) ? `${network} ${clientId}` : network;
      if (shared !== undefined) await limits.take('clientDocument', shared);
      return fetchDocument(...request);
    },
  });
  provider.on('server_error', (_ctx, error) => onError(error));
  const answer = provider.callback();
  let sweeping: Promise<void> | null = null;

  const allow = async (clientId: string, account: Account): Promise<string> => {
    const grant = new provider.Grant({ accountId: account.id, clientId });
    // The library asks for consent again and again unless its own scopes are granted too.
    grant.addOIDCScope(`${MCP_SCOPE} offline_access`);
    grant.rejectOIDCScope('openid');
    grant.addResourceScope(mcpResource(serviceUrl), MCP_SCOPE);
    return grant.save();
  };
  return {
    /** Handles a request to the authorization server, from this network. */
    handleRequest: (request: IncomingMessage, response: ServerResponse, network: string): Promise<void> =>
      asking.run(network, answer, request, response),
    /** Null when the request is unknown, expired or from another browser. `network`: where it comes from. */
    async findConsentRequest(
      uid: string,
      request: IncomingMessage,
      response: ServerResponse,
      network: string,
    ): Promise<ConsentRequest | null> {
      const interaction = await provider.interactionDetails(request, response).catch((error: unknown) => {
        if (error instanceof errors.SessionNotFound) return null;
        throw error;
      });
      const clientId = String(interaction?.params.client_id);
      const client = interaction === null ? undefined : await asking.run(network, () => provider.Client.find(clientId));
      if (interaction?.uid !== uid || client === undefined) return null;
      const finish = (result: Parameters<typeof provider.interactionResult>[2]) =>
        provider.interactionResult(request, response, result, { mergeWithLastSubmission: false });
      return {
        clientName: programName(client.clientName ?? hostOf(clientId)),
        clientHost: hostOf(clientId),
        redirectUri: String(interaction.params.redirect_uri),
        async allow(account, isSignedIn) {
          await rejectSuspended(store, account.id);
          const grantId = await allow(clientId, account);
          // A new password ends the sessions, then revokes the grants. One stored in between would outlive it.
          if (!(await isSignedIn())) {
            await store.oauth.removeGrant(hashToken(grantId));
            return null;
          }
          return finish({ login: { accountId: account.id, remember: false }, consent: { grantId } });
        },
        deny: () => finish({ error: 'access_denied', error_description: 'The user denied the request.' }),
      };
    },
    async findTokenHolder(value: string, audience: string): Promise<Account | null> {
      const token = await provider.AccessToken.find(value);
      if (token === undefined || !token.isValid || token.aud !== audience || !token.scopes.has(MCP_SCOPE)) return null;
      // A token issued while its grant was being revoked is not valid.
      if (token.grantId === undefined || (await provider.Grant.find(token.grantId)) === undefined) return null;
      return store.accounts.findById(token.accountId);
    },
    /** Deletes expired records, and programs that registered but never connected: once for all that ask at the same time. */
    sweep(): Promise<void> {
      sweeping ??= store.oauth.sweep(UNUSED_CLIENT_MS, MAX_CLIENTS).finally(() => {
        sweeping = null;
      });
      return sweeping;
    },
  };
}

export type OAuth = ReturnType<typeof createOAuth>;

/** Of a client id that is the address of a document. */
const hostOf = (clientId: string): string | null => URL.parse(clientId)?.host ?? null;

const MAX_PROGRAM_NAME_LENGTH = 80;

/** The name a program gives itself, on one line. */
const programName = (given: string | null | undefined): string =>
  plainName(given ?? '').slice(0, MAX_PROGRAM_NAME_LENGTH) || 'an unnamed app';

export interface ConnectedProgram extends ProgramRecord {
  name: string;
}

/** The programs a signed-in person has connected. */
export function createConnectedPrograms({ programs }: Pick<Store, 'programs'>) {
  const list = async ({ id }: Account): Promise<ConnectedProgram[]> =>
    (await programs.list(id)).map((program) => ({
      ...program,
      name: programName(program.name ?? hostOf(program.clientId)),
    }));
  return {
    /** Most recently connected first. */
    list,
    /** Revokes all its tokens. Returns its name, or null when it was not connected. */
    async disconnect(account: Account, clientId: string): Promise<string | null> {
      const program = (await list(account)).find((each) => each.clientId === clientId);
      await programs.remove(account.id, clientId);
      return program?.name ?? null;
    },
  };
}
