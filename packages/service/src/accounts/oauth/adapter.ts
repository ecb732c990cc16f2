import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { OAuthStore } from '../../store/index.ts';
import { hashToken } from '../secret-token.ts';

const MAX_CLIENT_BYTES = 8_192;

/** Keeps the provider's records of one kind. Ids are codes and tokens, so only hashes of them are kept. */
export function createAdapter(oauth: OAuthStore, model: string): Adapter {
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
