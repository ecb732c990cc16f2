/** Signing in, rights, secrets and rules. One group a line: words that a searcher may use one for the other. */
export const ACCESS = `
login, signin, logon, auth, authentication, authenticate, sso, credentials check
logout, signout, session ended, kicked, signed off, session expired
sso, saml, oidc, openid connect, federation, identity provider, idp, okta, keycloak, entra
oauth, oauth2, authorization code, grant, delegated access
token, jwt, bearer, access token, refresh token, credential
renewal, refresh, rotation, rotate, renew, reissue
mfa, 2fa, totp, otp, authenticator, verification code, step up, challenge, passkey, webauthn, prompt
password, passphrase, credential, passcode
permission, privilege, role, rbac, entitlement, access right, authorization, grant, rights
unauthorized, 401, 403, forbidden, denied, access denied, rejected, refused
user, account, member, person, customer, visitor, identity
employee, leaver, staff, colleague, worker
offboarding, deprovisioning, removal, removed, leaver, former, left company, terminated
provisioning, onboarding, scim, directory sync, group sync, invite
directory, ldap, active directory, group, membership
device, computer, laptop, machine, phone, browser
trusted, remembered, registered, known, enrolled
impersonation, service account, shared account, robot account, system user
audit, audit log, audit trail, accountability, who did, attribution, actor, evidence
compliance, soc2, gdpr, hipaa, iso, regulator, auditor, policy, regulation, legal
privacy, personal data, pii, gdpr, anonymise, redact, masking
secret, credential, api key, private key, password, token, key material
leak, leaked, exposed, published, disclosed, spilled, committed by accident, public
detection, scanner, scanning, scan, notice, discover, found, caught
vulnerability, cve, advisory, security hole, exploit, weakness, finding, security issue
false positive, false alarm, noise, unreachable, irrelevant, never called, never executed, harmless
dependency, package, library, module, third party code, component
certificate, cert, tls, ssl, https, x509, acme, pki
expired, outdated, lapsed, invalid, no longer valid, no longer accepted, ran out
encryption, encrypt, cipher, kms, encrypted
attack, attacker, hacker, intruder, abuse, malicious, stranger
sbom, bill of materials, inventory, supply chain
sanitize, escape, injection, xss, sql injection, untrusted input
captcha, bot protection, abuse protection
`;
