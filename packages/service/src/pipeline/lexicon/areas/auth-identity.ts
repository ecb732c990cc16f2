import type { AreaSeeds } from './area-seeds.ts';

export const authIdentity: AreaSeeds = {
  telling: `
    oauth, oauth2, oidc, openid connect, saml, sso, single sign on, scim, jwt, pkce, refresh token, access token,
    id token, bearer token, mfa, 2fa, totp, passkey, webauthn, fido2, otp, magic link, identity provider, idp, okta,
    auth0, keycloak, cognito, entra, azure ad, active directory, ldap, kerberos, rbac, abac, authn, authz,
    sign in with google, login page, login screen, session expired, password reset, forgot password, redirect uri,
    callback url, account takeover, device flow, authorization code, consent screen, impersonation, service account
  `,
  typical: `
    auth, authentication, authenticate, authorization, authorize, login, logout, signin, signup, password, credential,
    session, session cookie, identity, permission, role, privilege, access control, group claim, claim, scope, tenant,
    user account, directory, provisioning, deprovision, offboarding, invitation, trusted device, reauthenticate,
    revoke, unauthorized, 401, 403 forbidden, biometric, authenticator, user pool, token expiry, social login,
    account linking, entitlement, federation, membership, lockout, reauth, sso session
  `,
  vague: `
    token, cookie, user, account, admin, group, redirect, expire, grant, verify, email verification, access, policy,
    member, device
  `,
};
