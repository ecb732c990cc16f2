import { generateKeyPairSync } from 'node:crypto';
import { type Adapter, type AdapterPayload, type Configuration, errors, Provider } from 'oidc-provider';
import type { OAuthStore, Store } from '../../store/index.ts';
import { hashToken } from '../keys/secret-token.ts';
import { MCP_SCOPE, mcpResource } from './mcp-resource.ts';

const MAX_CLIENT_BYTES = 8_192;

/** Keeps the provider's records of one kind. Ids are codes and tokens, so only hashes of them are kept. */
function createAdapter(oauth: OAuthStore, model: string): Adapter {
  return {
    async upsert(id, { jti: _id, ...payload }, expiresIn) {
      if (model === 'Client' && JSON.stringify(payload).length > MAX_CLIENT_BYTES)
        throw new errors.InvalidClientMetadata(`the metadata is longer than ${MAX_CLIENT_BYTES} bytes`);
      const grantId = model === 'Grant' ? id : payload.grantId;
      await oauth.put({
        model,
        idHash: hashToken(id),
        grantHash: grantId === undefined ? null : hashToken(grantId),
        clientId: model === 'Client' ? id : (payload.clientId ?? null),
        accountId: payload.accountId ?? null,
        payload,
        // The provider gives none to clients, which live for as long as they hold something.
        lifetimeMs: expiresIn ? expiresIn * 1000 : null,
      });
    },
    async find(id) {
      const found = await oauth.find(model, hashToken(id));
      if (found === null) return undefined;
      const consumed = found.consumedAt === null ? {} : { consumed: Math.floor(found.consumedAt / 1000) };
      return { ...found.payload, ...(model === 'Client' ? {} : { jti: id }), ...consumed } as AdapterPayload;
    },
    async consume(id) {
      if (await oauth.consume(model, hashToken(id))) return;
      // Two used it at the same time, so one of them is not who it was given to: neither may go on.
      const grantId = (await oauth.find(model, hashToken(id)))?.payload.grantId;
      if (typeof grantId === 'string') await oauth.removeGrant(hashToken(grantId));
      throw new errors.InvalidGrant('already used');
    },
    destroy: (id) => oauth.remove(model, hashToken(id)),
    revokeByGrantId: (grantId) => oauth.removeGrant(hashToken(grantId)),
    // Of flows that are not offered: devices, and tokens that end with the provider's own session.
    findByUserCode: async () => undefined,
    findByUid: async () => undefined,
  };
}

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

export interface ProviderOptions {
  store: Pick<Store, 'oauth' | 'accounts'>;
  serviceUrl: string;
  /** The page for a request that cannot be answered by leading back to the program. */
  drawError: (message: string) => string;
}

/** The authorization server: OAuth 2.1, public clients with PKCE, tokens for the MCP server alone. */
export function createProvider({ store, serviceUrl, drawError }: ProviderOptions): Provider {
  const isSecure = serviceUrl.startsWith('https:');
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const configuration: Configuration = {
    adapter: (model) => createAdapter(store.oauth, model),
    async findAccount(_ctx, id) {
      const account = await store.accounts.findById(id);
      return account === null ? undefined : { accountId: account.id, claims: () => ({ sub: account.id }) };
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
      jwks: '/oauth/jwks',
    },
    interactions: { url: (_ctx, { uid }) => `/consent/${uid}` },
    cookies: {
      names: { session: 'pain_oauth', interaction: 'pain_oauth_consent', resume: 'pain_oauth_resume' },
      long: cookie,
      short: cookie,
    },
    scopes: [MCP_SCOPE, 'offline_access'],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    clientDefaults: {
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      // Programs on people's own machines: they listen on a loopback address or have a scheme of their own.
      application_type: 'native',
      id_token_signed_response_alg: 'ES256',
    },
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    // What a program registers may name addresses; nobody shall make this machine ask them.
    fetch: async () => {
      throw new Error('nothing is fetched for programs');
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: 60 * MINUTE_SECONDS,
      AuthorizationCode: MINUTE_SECONDS,
      IdToken: MINUTE_SECONDS,
      Interaction: 15 * MINUTE_SECONDS,
      Session: 15 * MINUTE_SECONDS,
      RefreshToken: 30 * DAY_SECONDS,
      Grant: 180 * DAY_SECONDS,
    },
    jwks: { keys: [unusedKey()] },
    features: { ...FEATURES, resourceIndicators: tokensFor(mcpResource(serviceUrl)) },
    renderError(ctx, { error, error_description: description }) {
      ctx.type = 'html';
      ctx.body = drawError(description ?? error);
    },
  };
  const provider = new Provider(serviceUrl, configuration);
  // Scheme and host come from SERVICE_URL: whoever hands requests over writes them into the headers.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    await next();
    // The pages' content security lets no other one through.
    if (ctx.oidc?.route === 'discovery') ctx.body.response_modes_supported = ['query'];
  });
  return provider;
}

const FEATURES: NonNullable<Configuration['features']> = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
  revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
};

/** Tokens are for this resource, asked for or not; there is no other to ask for. */
const tokensFor = (resource: string): NonNullable<NonNullable<Configuration['features']>['resourceIndicators']> => ({
  enabled: true,
  defaultResource: () => resource,
  useGrantedResource: () => true,
  getResourceServerInfo(_ctx, asked) {
    if (asked !== resource) throw new errors.InvalidTarget(`the only resource is ${resource}`);
    return { scope: MCP_SCOPE, audience: resource, accessTokenFormat: 'opaque' };
  },
});

/** Nothing is signed, since tokens are opaque and nobody's identity is told; the library wants a key all the same. */
const unusedKey = () => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  alg: 'ES256',
  use: 'sig',
});
