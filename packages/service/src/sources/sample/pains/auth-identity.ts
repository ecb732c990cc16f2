import type { Pain } from '../parts/pain.ts';

export const authIdentity: Pain[] = [
  {
    id: 'oauth-refresh-token-lost-on-redirect',
    area: 'AUTH_IDENTITY',
    painType: 'bug',
    life: { kind: 'surging', perWeek: 7.5, phase: 8 },
    near: ['oauth-refresh-token-race-revokes-session'],
    projects: [
      'tidewater/portal-auth',
      'lumenforge/next-login',
      'kestrel-apps/oidc-kit',
      'tidewater/session-bridge',
      'orchardly/webshell',
    ],
    tellings: [
      {
        title: 'Refresh token is lost after the OAuth redirect',
        text: 'Code exchange succeeds and the refresh token is in the response, but after the redirect back to the app the store only holds an access token. One hour later the user is out.',
      },
      {
        title: 'OAuth refresh token missing after redirect back to the app',
        text: 'We send people to the identity provider, they come back, everything looks fine, and then nothing can be renewed because what we got on the way back was never persisted.',
      },
      {
        title: 'Refresh token not saved after OAuth callback',
        text: 'I sign in, land on the callback page, get bounced to the dashboard and the next silent renew says there is nothing to renew with.',
      },
      {
        title: 'OAuth callback loses the refresh token',
        text: 'The consent screen lists offline access. The callback handler in {version} then does a 302 and whatever was set on that response is dropped on the floor.',
      },
      {
        title: 'refresh token gone after redirect from Keycloak',
        text: 'Set-Cookie is on the response of the callback, the browser follows the Location header and the cookie is simply not there afterwards. Chrome is fine about half the time.',
      },
      {
        title: 'No refresh token after the OAuth redirect in {version}',
        text: 'Am I supposed to copy the grant out of the handshake response by hand before leaving the landing route? Docs only show the happy path.',
      },
      {
        title: 'OAuth redirect drops the refresh token, users logged out after an hour',
        text: 'First sixty minutes are fine. After that the library discovers that it has kept only half of what the authorization server handed over when we came home from the sign-in page.',
      },
      {
        title: 'Why is the refresh token lost after the OAuth redirect?',
        text: 'The full page load on return throws away the in-memory store, so the credential received a moment earlier is wiped before anyone writes it down.',
      },
      {
        title: 'Refresh token undefined after OAuth redirect',
        text: 'Turns out the return leg from Okta overwrites the saved record with a fresh one that has refresh_token: undefined.',
      },
      {
        title: 'Refresh token lost on redirect when PKCE is used',
        text: 'On Android the deep link opens a new activity. The one that had started the sign in, and got the renewal grant, is already dead by then.',
      },
      {
        title: 'Mobile webview loses refresh token after OAuth redirect',
        text: 'After the round trip through SSO I dumped the keystore: slot for short-lived credential filled, slot for long-lived one empty. Before the trip both are there.',
      },
      {
        title: 'Safari: refresh token lost after OAuth redirect',
        text: 'Because the return from the login domain counts as cross-site, the browser refuses to store what we need to extend the login later. Nobody notices until the first expiry.',
      },
    ],
    settings: [
      'The callback route sits on a subdomain and redirects to the apex domain.',
      'We use the authorization code flow with PKCE against Keycloak behind nginx.',
      'It is a single page app, the callback is handled by a small Express backend.',
      'The identity provider redirects to /auth/callback and we redirect again to /home.',
      'The redirect goes through a load balancer which terminates TLS.',
      'Login starts in a popup and the redirect lands in the parent window.',
    ],
    attempts: [
      'Setting SameSite=None and Secure on the callback cookie changed nothing.',
      'Requesting offline_access explicitly gives the token, but the redirect still drops it.',
      'Writing the token to the store before the redirect helps only on desktop.',
      'I replaced the 302 after the callback by an HTML page with a meta refresh, which works but is horrible.',
      'Moving the callback to the same origin as the app fixed it for one of three tenants.',
      'Logging in the callback handler shows the token, logging after the redirect shows undefined.',
    ],
    effects: [
      'Everyone is thrown out exactly one hour after the callback and has to sign in again.',
      'Support gets {n} tickets a day of people who lose a half filled form after returning from login.',
      'Our field staff must go through the redirect again every hour, on a phone, with gloves.',
      'We had to stretch the access token lifetime to 12 hours, which security hates, because renewal never works after the redirect.',
      'About {percent} percent of the sessions that came back from the identity provider cannot be renewed.',
      'The demo died on stage because the login had lost its refresh token on the way back.',
    ],
    code: [
      "res.redirect(302, '/home'); // tokens set on this response never reach the store",
      'TokenSet { access_token: "[...]", refresh_token: undefined, expires_in: 3600 }',
    ],
  },
  {
    id: 'oauth-refresh-token-race-revokes-session',
    area: 'AUTH_IDENTITY',
    painType: 'bug',
    life: { kind: 'bursting', perWeek: 2, phase: 0.6 },
    near: ['oauth-refresh-token-lost-on-redirect'],
    projects: [
      'kestrel-apps/oidc-kit',
      'nimbleworks/token-keeper',
      'papertrail-labs/gatehouse',
      'nimbleworks/axios-auth',
      'brightloom/console',
    ],
    tellings: [
      {
        title: 'Concurrent OAuth token refresh in two tabs revokes the session',
        text: 'With rotation on, both tabs send the same refresh token. The second is taken for reuse and the server revokes the whole family.',
      },
      {
        title: 'Session revoked by concurrent OAuth token refresh in two tabs',
        text: 'Five calls hit a 401 in the same tick, five renewals go out, one wins, four get invalid_grant and the interceptor logs the user out.',
      },
      {
        title: 'Concurrent OAuth token refresh revokes the whole session',
        text: 'Our workers share one credential. When two of them wake up in the same second the replay detection of the authorization server kills it for both.',
      },
      {
        title: 'Concurrent OAuth token refresh revokes the session and logs the user out',
        text: 'Just middle-click any link shortly before expiry. Both windows try to extend the login, the slower one presents something already spent and poof.',
      },
      {
        title: 'Session revoked by concurrent OAuth token refresh',
        text: 'Server side rendering runs on {n} pods. Nothing keeps two pods from swapping the same grant simultaneously, and the provider treats the loser as a thief.',
      },
      {
        title: 'invalid_grant: concurrent OAuth token refresh revokes the session',
        text: 'The "stolen token" alarm goes off {n} times a day here and each time it was just our own app being impatient and asking twice.',
      },
      {
        title: 'Token rotation: concurrent OAuth token refresh revokes the session',
        text: 'A double submit on a flaky train connection means the first answer is lost, the retry is judged as an attack. Some vendors allow a leeway of a few seconds, can this one?',
      },
      {
        title: 'Concurrent OAuth token refresh revokes the session of everybody',
        text: 'The service worker renews in the background while the page does the same in the foreground. Whoever is second destroys the login of both.',
      },
      {
        title: 'Parallel requests: concurrent OAuth token refresh revokes the session',
        text: 'The effect runs twice in development, thus two identical POSTs to /token within 3 ms, thus "token has been used before".',
      },
      {
        title: 'Concurrent OAuth token refresh revokes the session, race condition',
        text: 'Took a week to find: it correlates with dashboards that fire a dozen fetches at once after lunch. One of them at a time is always fine.',
      },
      {
        title: 'Concurrent OAuth token refresh revokes the session in {version}',
        text: 'After sleep all timers fire together. Desktop client and browser extension both rush to the token endpoint and the family gets blacklisted.',
      },
      {
        title: 'How to avoid that concurrent OAuth token refresh revokes the session?',
        text: 'There should be one promise that everybody awaits. Today every caller starts its own exchange and the authorization server punishes us for it.',
      },
    ],
    settings: [
      'Refresh token rotation with reuse detection is switched on at the provider.',
      'The users keep several tabs of the app open all day.',
      'We run {n} instances which share one refresh token in Redis.',
      'An axios interceptor renews the token on each 401, several requests run in parallel.',
      'The mobile app and its background task renew at the same moment.',
      'Both tabs read the refresh token from localStorage.',
    ],
    attempts: [
      'A mutex inside one tab does not help since the other tab has its own.',
      'We tried a BroadcastChannel so that just one tab refreshes, it still races at startup.',
      'A Redis lock around the refresh reduced the revoked sessions but did not end them.',
      'Adding random jitter before each refresh only makes the race rarer.',
      'Switching rotation off cures it, but our auditor wants rotation.',
      'Web Locks API works in Chrome, the two webviews ignore it.',
    ],
    effects: [
      'People with more than one tab are signed out several times a day.',
      'The whole token family is revoked so all devices of that user are logged out together.',
      'Security gets paged for token theft which is only our own race.',
      'Batch jobs that run in parallel die in the middle of the night with invalid_grant.',
      'Our power users, the ones with {n} tabs, are the angriest.',
      'Roughly {percent} percent of renewals at peak hour collide and end in a revoked session.',
    ],
    code: [
      '{"error":"invalid_grant","error_description":"Token reuse detected, family revoked"}',
      'await Promise.all([api.get("/me"), api.get("/teams"), api.get("/inbox")]); // 3x POST /token',
    ],
  },
  {
    id: 'directory-groups-keep-access-after-removal',
    area: 'AUTH_IDENTITY',
    painType: 'bug',
    life: { kind: 'fading', perWeek: 1, phase: 0.0 },
    near: ['directory-groups-dropped-for-valid-members'],
    projects: [
      'papertrail-labs/gatehouse',
      'stonebridge-io/scim-server',
      'harborlight/rolemap',
      'stonebridge-io/admin-api',
    ],
    tellings: [
      {
        title: 'Users removed from a directory group keep access',
        text: 'We take somebody out of the group in Entra, run the sync, and the role in the app stays. Only adding ever propagates.',
      },
      {
        title: 'User removed from the group in Entra keeps access',
        text: 'Group claims are evaluated at sign-in and cached forever. An employee who was moved off the project last month could still open the repository yesterday.',
      },
      {
        title: 'Directory sync: access not revoked after removal from group',
        text: 'The members array is the same afterwards. PATCH add works, PUT works, remove is a no-op in {version}.',
      },
      {
        title: 'User keeps access after removal from directory group',
        text: 'Offboarding at our place means deleting memberships in Okta. Guess who was still able to approve a payment on Thursday.',
      },
      {
        title: 'SCIM group removal ignored, user keeps access',
        text: 'Mapper grants roles for memberships it sees, it never takes one back when a membership disappears. So privileges pile up over the years.',
      },
      {
        title: 'Access remains after a user is removed from the group',
        text: 'When the outer team loses the entitlement, people who came in through an inner team hold on to it.',
      },
      {
        title: 'Group removal in Okta does not revoke access',
        text: 'Short of dropping their rows by hand, I find no way to have stale entitlements swept. Is there a job for this?',
      },
      {
        title: 'Former member of a directory group still has access to the app',
        text: 'ldapsearch shows {n} members, the app shows {n} plus everyone who was ever in there. The import upserts and that is it.',
      },
      {
        title: 'Removing a user from a group does not remove access until next login',
        text: 'Disabled in AD at 9:00, personal access token from last year accepted at 17:00. The suspension never reaches the API layer.',
      },
      {
        title: 'SCIM sync never removes access of people removed from a group',
        text: 'Auditor compared HR list with ours: {n} people too many, all of them transfers whose old permissions should have been withdrawn.',
      },
      {
        title: 'User keeps access after being removed from LDAP group',
        text: 'Just in time provisioning is lovely on day one. On the last day nobody tells the application that the person has gone, and the seat stays licensed and open.',
      },
      {
        title: 'Removed group members keep access for days',
        text: 'The server trusts the SAML assertion for as long as the cookie lasts, a week here, no matter what has been withdrawn upstream meanwhile.',
      },
    ],
    settings: [
      'Groups come from Entra ID by SCIM every 40 minutes.',
      'We map directory groups to application roles in a YAML file.',
      'People leave a group when they change the department.',
      'The group claim of the SAML assertion is mapped at sign-in.',
      'About {n} people leave or change groups each month here.',
      'The directory is the only place where we remove members, as the auditors demand.',
    ],
    attempts: [
      'A full sync instead of the delta sync does not take the role away either.',
      'Removing the group mapping and adding it again leaves the removed members in place.',
      'We wrote a nightly script which deletes roles nobody has in the directory any more.',
      'Ending the sessions by hand helps until the next login restores the old role.',
      'The provisioning log says the removal was sent and accepted.',
      'Shorter group cache lifetime made no difference for removed users.',
    ],
    effects: [
      'Somebody who left in March read customer files in May.',
      'We failed a control of the audit because removed members still had access.',
      'I revoke by hand for every leaver, that is {minutes} minutes each.',
      'We pay licences for {n} people who were removed from the directory long ago.',
      'Our security officer wants to switch the integration off until removal works.',
      'Nobody can say who really has access, the directory and the app disagree.',
    ],
    code: ['{"op":"remove","path":"members[value eq \\"2819c223\\"]"}  ->  204 No Content'],
  },
  {
    id: 'directory-groups-dropped-for-valid-members',
    area: 'AUTH_IDENTITY',
    painType: 'complaint',
    life: { kind: 'emerging', perWeek: 2, phase: 0.86 },
    near: ['directory-groups-keep-access-after-removal'],
    projects: [
      'harborlight/rolemap',
      'stonebridge-io/scim-server',
      'quillworks/saml-gate',
      'quillworks/team-sync',
      'orchardly/webshell',
    ],
    tellings: [
      {
        title: 'Valid group members lose access after directory sync',
        text: 'Anyone in more than {n} groups gets an overage link in place of the groups claim and the app takes that as no groups at all.',
      },
      {
        title: 'Directory sync removes valid members from groups',
        text: 'Every few days the delta run strips a handful of perfectly valid members. Nothing changed for them in Okta.',
      },
      {
        title: 'Group sync drops members that are still in the directory',
        text: 'Third time this month. I am in the directory, my colleagues see me there, and the application says I belong to nothing.',
      },
      {
        title: 'Valid members locked out after group sync',
        text: 'Employees with a long history have assertions above 16 kB. The proxy cuts the tail and the last teams alphabetically vanish.',
      },
      {
        title: 'Group claim truncated, valid members lose access',
        text: 'Entry 1001 and later are treated as absent, so those folks are kicked out at the next run.',
      },
      {
        title: 'Members dropped from groups at every directory sync',
        text: 'If the lookup fails you should keep what was known, not downgrade everybody to guest.',
      },
      {
        title: 'Directory sync drops valid group members in {version}',
        text: 'Mapping goes by display name. Somebody fixed a typo in the name and {n} engineers could not deploy.',
      },
      {
        title: 'Lost access although I am still in the directory group',
        text: 'My director is in 240 of them and sees an empty start page, I am in 12 and see everything. What is the ceiling, and why is it silent?',
      },
      {
        title: 'Nested groups: directory sync drops valid members',
        text: 'One connector sends lower case, the mapper compares exactly, legit users get demoted to read only.',
      },
      {
        title: 'Group membership lost after sync with Okta',
        text: 'A partial answer from the directory was applied as if it were complete. Please refuse to demote more than a few percent in one go.',
      },
      {
        title: 'Sync keeps dropping valid members from our groups',
        text: 'Being in "backend", which is in "engineering", should entitle me to engineering stuff. It does not, transitive membership is ignored.',
      },
      {
        title: 'Locked out again, directory sync dropped me from my group',
        text: 'External identities have another issuer, reconciliation cannot find them and throws them away although they are invited and active.',
      },
    ],
    settings: [
      'Groups come from Entra ID in the token, roles are mapped from the groups claim.',
      'Most of our people are in more than 150 directory groups.',
      'We sync the directory every hour with the delta query.',
      'The group claim of the SAML assertion passes two reverse proxies.',
      'Nobody had been removed from any group in the directory when it happened.',
      'The role mapping goes by group name, the names contain spaces and umlauts.',
    ],
    attempts: [
      'A full sync brings the lost members back until the next delta sync drops them.',
      'Filtering the groups assigned to the application helps half of the people.',
      'Adding them to the group a second time restores the access for a day.',
      'Raising the header limit of the proxy moved the cut from 8 to 16 kB, no more.',
      'The directory shows the valid membership, the app shows an empty list of groups.',
      'We now assign roles by hand for valid members and skip the groups altogether.',
    ],
    effects: [
      'Valid members cannot work until somebody from IT adds them back, {minutes} minutes on a good day.',
      'On call could not get into production during an incident as the sync had dropped them.',
      'Every Monday a handful of people who belong to the group stand at my desk.',
      'Our senior people are hit most because they are in the most groups.',
      'The helpdesk counted {n} lost memberships last month, all of them wrong.',
      'We gave everybody admin by hand, which is the opposite of what groups are for.',
    ],
    code: ['"_claim_names": { "groups": "src1" }, "hasgroups": true'],
  },
  {
    id: 'mfa-prompted-again-on-trusted-device',
    area: 'AUTH_IDENTITY',
    painType: 'complaint',
    life: { kind: 'growing', perWeek: 1, phase: 0 },
    near: ['mfa-step-up-missing-for-sensitive-actions'],
    projects: [
      'lumenforge/next-login',
      'ironbark/authd',
      'ironbark/passkeys-web',
      'brightloom/console',
      'wrenfield/id-proxy',
    ],
    tellings: [
      {
        title: 'MFA prompt every day on a trusted device',
        text: 'I tick the box to trust the device for 30 days and get the second factor prompt again the next morning.',
      },
      {
        title: '"Remember this device" ignored, MFA prompt comes again',
        text: 'Same laptop, same browser, same desk. I have my phone glued to my hand now.',
      },
      {
        title: 'MFA asks again on trusted device',
        text: 'People approve any push blindly by now because they get so many. That is worse than having none.',
      },
      {
        title: 'Trusted device still gets an MFA prompt at every login',
        text: 'Switching from office wifi to tethering invalidates the trust. Anyone on a train is challenged at each tunnel.',
      },
      {
        title: 'Remember this device does not stop MFA prompts',
        text: 'A passkey is two factors already. Why does the policy want an additional SMS on every single visit?',
      },
      {
        title: 'MFA prompt again on a remembered device after {version}',
        text: 'There is a setting called rememberFor in {version} but whatever I write there it behaves as if it were zero.',
      },
      {
        title: 'Asked for MFA {n} times a day on the same trusted device',
        text: 'Fingerprint contains the user agent string, so each Chrome update makes a known machine unknown. That is every few weeks for the whole company.',
      },
      {
        title: 'Trusted device forgotten, MFA prompt every morning',
        text: 'terraform plan, approve on phone. terraform apply, approve on phone. I do that {n} times before lunch.',
      },
      {
        title: 'Too many MFA prompts on trusted devices',
        text: 'Trust is stored per host rather than per domain so moving from the wiki to the tracker starts over.',
      },
      {
        title: 'MFA: trust this device for 30 days does not work',
        text: 'It is enrolled, compliant and three years old. The sign-in log lists it as "unfamiliar" at each visit.',
      },
      {
        title: 'Repeated MFA prompts on a device I marked as trusted',
        text: 'Six digits from an app are not realistic for staff who share a tablet and wear gloves. Once a shift would be okay, once per screen is not.',
      },
      {
        title: 'MFA prompts again after every browser restart on trusted device',
        text: 'The persistent marker is written as a session cookie, so closing the window erases it and verification begins anew.',
      },
    ],
    settings: [
      'We enforce a second factor for everybody and allow trusted devices for 30 days.',
      'Most of us work behind a VPN whose exit address changes.',
      'The devices are managed laptops which nobody else uses.',
      'Second factor is TOTP or push, remember device is ticked by default.',
      'Cookies are not cleared on exit, I checked the policy twice.',
      'The same device is prompted on the web app but not on mobile.',
    ],
    attempts: [
      'Enrolling the device a second time buys one quiet day.',
      'I set the trust period to 90 days and the prompt still comes daily.',
      'Allow-listing our office address range stops the prompts in the office only.',
      'Switching from push to passkeys did not reduce the number of prompts.',
      'Turning off the fingerprint check made the device remembered, until the update.',
      'Support told us to clear the cookies, which forgets the device for sure.',
    ],
    effects: [
      'It costs each of us {minutes} minutes a day of fishing for the phone.',
      'Colleagues share one authenticator seed to escape the prompts, I wish I were joking.',
      'People stay logged in on trusted devices for weeks as they dread the prompt.',
      'A third of our helpdesk calls are about repeated second factor prompts.',
      'The night shift taps yes on anything now, we have measured {percent} percent blind approvals.',
      'My users ask to get rid of MFA altogether and the board listens.',
    ],
  },
  {
    id: 'mfa-step-up-missing-for-sensitive-actions',
    area: 'AUTH_IDENTITY',
    painType: 'feature_request',
    life: { kind: 'returning', perWeek: 2, phase: 0.1 },
    near: ['mfa-prompted-again-on-trusted-device'],
    projects: [
      'ironbark/authd',
      'wrenfield/id-proxy',
      'nimbleworks/token-keeper',
      'ironbark/passkeys-web',
      'lumenforge/next-login',
    ],
    tellings: [
      {
        title: 'Ask for MFA again before sensitive actions',
        text: 'Sign-in on a trusted device is enough for reading, but deleting a tenant should demand a fresh second factor. There is no way to require one.',
      },
      {
        title: 'Step-up MFA for sensitive actions',
        text: 'Please honour acr_values and max_age so that an application can insist on a stronger level for a particular route.',
      },
      {
        title: 'Require MFA again before deleting a tenant',
        text: 'Once the machine is remembered nothing ever challenges again for a month, not even when the bank details of a supplier are changed.',
      },
      {
        title: 'Step-up authentication for sensitive actions is missing',
        text: 'I would love a "sudo mode": confirm by authenticator, then {minutes} minutes of elevated rights, then back to normal.',
      },
      {
        title: 'Please support step-up MFA (acr_values) for sensitive actions',
        text: 'We hide "delete organisation" behind typing the name. That is no verification at all. What do others use to make sure it is the real owner?',
      },
      {
        title: 'Sensitive actions should require step-up authentication',
        text: 'Our DPO requires that whoever exports the customer list proves their identity at that very moment, not eight days earlier.',
      },
      {
        title: 'Add step-up MFA before changing bank details',
        text: 'Risk lives in operations. All the knobs of {version} are about login, none about what people do afterwards.',
      },
      {
        title: 'No step-up MFA for sensitive actions in {project}',
        text: 'Anybody at an unlocked screen can mint a key with full scope and walk away. A one-time code at this point would stop it.',
      },
      {
        title: 'Allow admins to require step-up MFA for sensitive operations',
        text: 'For payments the regulator wants an approval that shows the amount and payee. A code typed at nine in the morning does not qualify.',
      },
      {
        title: 'Step-up MFA before sensitive actions on remembered devices',
        text: 'I would enforce it on my own if auth_time and amr told the truth. They are copied from the original login forever.',
      },
      {
        title: 'Support re-authentication with MFA before sensitive actions',
        text: 'Touching the key when promoting someone to administrator: simple, quick, nobody would mind since it is rare.',
      },
      {
        title: 'Sensitive actions need a fresh MFA check',
        text: 'Break glass accounts must never profit from the remembered state. Right now the exemption is global or nothing.',
      },
    ],
    settings: [
      'Devices are trusted for 30 days, after which the second factor is asked once at sign-in.',
      'The sensitive actions are payouts, exports and deleting a workspace.',
      'The second factor is TOTP or a passkey and everybody has enrolled one.',
      'Admins work in the same session as everyone else.',
      'We sit behind a proxy which only knows whether someone is signed in.',
      'Actions which should need step-up are about {n} of our 300 routes.',
    ],
    attempts: [
      'Forcing prompt=login for the action throws the whole form away.',
      'We built a home-made confirm dialog with a TOTP field, it skips passkeys.',
      'Setting the trust period to zero prompts for everything rather than only the sensitive action.',
      'A separate admin realm with a stricter policy doubles the accounts.',
      'max_age=0 is accepted by the server and then ignored on a trusted device.',
      'Asking for the password again is no second factor.',
    ],
    effects: [
      'An intern deleted a production workspace on a remembered device with one click.',
      'Our insurer wants a fresh factor for payouts, else the premium goes up {percent} percent.',
      'Without step-up we fail the requirement for sensitive actions in the audit.',
      'We keep the export feature switched off for want of a confirmation.',
      'A customer lost {n} invoices to somebody at an unlocked screen.',
      'Enterprise prospects ask for it in every security questionnaire and we have to say no.',
    ],
    code: ['GET /authorize?acr_values=urn:mfa:fresh&max_age=0   # acr in id_token: "1"'],
  },
];
