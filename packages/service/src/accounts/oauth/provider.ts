import { generateKeyPairSync } from 'node:crypto';
import { type Adapter, type AdapterPayload, type Configuration, errors, Provider } from 'oidc-provider';
import type { FoundOAuthRecord, OAuthStore, Store } from '../../store/index.ts';
import { MCP_SCOPE, mcpResource } from '../keys/authenticate.ts';
import { hashToken } from '../sign-in/tokens.ts';

const MAX_CLIENT_BYTES = 8_192;

/** Two windows of a program may refresh at once: a refresh token works this long after its first use. */
const OVERLAP_MS = 10_000;
const isOverlap = (model: string, found: FoundOAuthRecord | null): boolean =>
  model === 'RefreshToken' && (found?.consumedMs ?? OVERLAP_MS) < OVERLAP_MS;

/** Stores one kind of the provider's records. Their ids are codes and tokens, so only hashes are stored. */
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
        // Clients have no expiry; `sweep` deletes unused ones.
        lifetimeMs: expiresIn ? expiresIn * 1000 : null,
      });
    },
    async find(id) {
      const found = await oauth.find(model, hashToken(id));
      if (found === null) return undefined;
      const isUsed = found.consumedAt !== null && !isOverlap(model, found);
      const consumed = isUsed ? { consumed: Math.floor((found.consumedAt ?? 0) / 1000) } : {};
      return { ...found.payload, ...(model === 'Client' ? {} : { jti: id }), ...consumed } as AdapterPayload;
    },
    async consume(id) {
      if (await oauth.consume(model, hashToken(id))) return;
      const found = await oauth.find(model, hashToken(id));
      if (isOverlap(model, found)) return;
      // Used twice, so one of the two users is not its owner: revoke the whole grant.
      const grantId = found?.payload.grantId;
      if (typeof grantId === 'string') await oauth.removeGrant(hashToken(grantId));
      throw new errors.InvalidGrant('already used');
    },
    destroy: (id) => oauth.remove(model, hashToken(id)),
    revokeByGrantId: (grantId) => oauth.removeGrant(hashToken(grantId)),
    // Only for flows that are off: device codes, and tokens bound to the provider's session.
    findByUserCode: async () => undefined,
    findByUid: async () => undefined,
  };
}

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

export interface ProviderOptions {
  store: Pick<Store, 'oauth' | 'accounts' | 'fairUse'>;
  serviceUrl: string;
  /** Reads the documents that programs name as their client id: from the public internet alone. */
  fetchDocument: typeof fetch;
  /** Counts a grant of tokens to an account. False after too many: each is kept for as long as a refresh token lives. */
  takeToken: (accountId: string) => Promise<boolean>;
  /** The error page for a request that cannot be redirected back to the program. */
  drawError: (message: string) => string;
}

/** The authorization server: OAuth 2.1, public clients with PKCE, tokens for the MCP server only. */
export function createProvider({ store, serviceUrl, fetchDocument, takeToken, drawError }: ProviderOptions): Provider {
  const isSecure = serviceUrl.startsWith('https:');
  const cookie = { httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  const configuration: Configuration = {
    adapter: (model) => createAdapter(store.oauth, model),
    async findAccount(ctx, id) {
      // Before the code or refresh token is used, so that it still works later.
      if (ctx.oidc.route === 'token' && !(await takeToken(id))) throw tooManyTokens();
      const account = await store.accounts.findById(id);
      // Codes and refresh tokens of a suspended account work again once it is restored.
      if ((await store.fairUse.find(id))?.suspendedAt != null) return undefined;
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
      // Programs on people's own machines: they redirect to a loopback address or a custom scheme.
      application_type: 'native',
      id_token_signed_response_alg: 'ES256',
    },
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    // The library's own check comes after connecting.
    fetch: fetchDocument,
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
  // The forwarded headers are set from SERVICE_URL before requests get here.
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    await next();
    // The pages' content security policy allows no other mode.
    if (ctx.oidc?.route === 'discovery') ctx.body.response_modes_supported = ['query'];
  });
  provider.use(async (ctx, next) => {
    await next();
    // RFC 9700, 4.11.2: anyone can register an address, so nothing goes there before a person has answered on a page.
    const { route, entities, params } = ctx.oidc ?? {};
    // The other modes answer with a page of the library, whose form leads to that address.
    const leavesHere =
      (params?.response_mode ?? 'query') !== 'query' ||
      new URL(String(ctx.response.get('location') || '/'), serviceUrl).origin !== new URL(serviceUrl).origin;
    const isAnswered = entities?.Interaction?.result !== undefined;
    if ((route !== 'authorization' && route !== 'resume') || !leavesHere || isAnswered) return;
    ctx.remove('location');
    ctx.status = 400;
    ctx.type = 'html';
    ctx.body = drawError('it cannot be answered without asking you, or a parameter is wrong');
  });
  return provider;
}

const tooManyTokens = () =>
  Object.assign(new errors.OIDCProviderError(429, 'temporarily_unavailable'), {
    error_description: 'too many tokens for this account within an hour',
  });

const FEATURES: NonNullable<Configuration['features']> = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  // A client id may be the https address of a document that describes the program.
  clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
  registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
  revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
};

/** All tokens are for this resource, the only one. */
const tokensFor = (resource: string): NonNullable<NonNullable<Configuration['features']>['resourceIndicators']> => ({
  enabled: true,
  defaultResource: () => resource,
  useGrantedResource: () => true,
  getResourceServerInfo(_ctx, requested) {
    if (requested !== resource) throw new errors.InvalidTarget(`the only resource is ${resource}`);
    return { scope: MCP_SCOPE, audience: resource, accessTokenFormat: 'opaque' };
  },
});

/** The library requires a signing key, although tokens are opaque and no id tokens are issued. */
const unusedKey = () => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  alg: 'ES256',
  use: 'sig',
});
