/** What people type between two meetings, and the pains of the sample that answer it: one of them is enough. */
export interface EverydayQuestion {
  question: string;
  painIds: readonly string[];
}

const ask = (question: string, ...painIds: string[]): EverydayQuestion => ({ question, painIds });

export const EVERYDAY_QUESTIONS: readonly EverydayQuestion[] = [
  ask('why are my builds so slow?', 'docker-layer-cache-miss-without-change', 'path-filter-runs-every-job-in-monorepo'),
  ask('why is CI slow', 'docker-layer-cache-miss-without-change', 'path-filter-runs-every-job-in-monorepo'),
  ask(
    'flaky tests',
    'test-fails-in-full-run-but-passes-alone',
    'test-passes-in-full-run-but-fails-alone',
    'screenshot-test-fails-without-visible-change',
  ),
  ask(
    'kubernetes rollout drops requests',
    'old-pods-drop-requests-when-terminated',
    'new-pods-get-traffic-before-ready',
  ),
  ask('k8s deploy 502', 'old-pods-drop-requests-when-terminated', 'new-pods-get-traffic-before-ready'),
  ask(
    'why do logins break on mobile?',
    'oauth-refresh-token-lost-on-redirect',
    'oauth-refresh-token-race-revokes-session',
    'mfa-prompted-again-on-trusted-device',
  ),
  ask('oauth', 'oauth-refresh-token-lost-on-redirect', 'oauth-refresh-token-race-revokes-session'),
  ask('users get logged out', 'oauth-refresh-token-lost-on-redirect', 'oauth-refresh-token-race-revokes-session'),
  ask('2FA asks every time', 'mfa-prompted-again-on-trusted-device'),
  ask('docker cache not working', 'docker-layer-cache-miss-without-change', 'docker-layer-cache-serves-stale-files'),
  ask('runner disk full', 'self-hosted-runner-disk-fills-up'),
  ask('run github actions locally', 'pipeline-cannot-be-run-locally'),
  ask('PR check stuck pending', 'required-check-stuck-when-path-filter-skips-job'),
  ask('terraform drift', 'terraform-plan-clean-despite-manual-change', 'terraform-plan-shows-changes-nobody-made'),
  ask('aws bill too high', 'cross-zone-and-nat-traffic-bill-surprise', 'preview-environments-left-behind'),
  ask(
    'database migration locks table',
    'migration-takes-table-lock-and-blocks-the-app',
    'migration-waits-for-lock-and-never-runs',
  ),
  ask('db connections exhausted', 'pool-exhausted-by-serverless-functions', 'pool-hands-out-dead-connections'),
  ask('stale reads from replica', 'read-from-replica-misses-own-write'),
  ask('webhooks arriving twice', 'webhook-delivered-twice'),
  ask('missing webhooks', 'webhook-lost-after-downtime'),
  ask('rate limits', 'rate-limit-opaque-without-retry-after', 'rate-limit-shared-by-all-keys'),
  ask('pagination bugs', 'pagination-skips-or-repeats-rows', 'pagination-cursor-expires-mid-export'),
  ask('LLM returns broken JSON', 'structured-output-is-not-valid-json'),
  ask('AI makes things up', 'structured-output-valid-but-invented'),
  ask('chatbot forgets what I said', 'long-conversation-forgets-earlier-turns'),
  ask('agent loops forever', 'agent-repeats-same-tool-call'),
  ask('token costs in long chats', 'long-conversation-resends-history-at-full-price'),
  ask('react hydration errors', 'hydration-mismatch-server-client-markup', 'hydrated-page-ignores-early-clicks'),
  ask('keyboard hides input on iphone', 'mobile-keyboard-covers-focused-field'),
  ask('a11y of tables', 'data-grid-not-operable-by-keyboard-or-screen-reader'),
  ask('scroll position lost', 'list-state-lost-on-back-navigation'),
  ask('alert fatigue', 'alert-fires-though-nothing-is-wrong'),
  ask('too many prometheus series', 'metric-label-cardinality-explodes'),
  ask('broken traces with kafka', 'trace-breaks-at-message-queue'),
  ask('sourcemaps not working', 'minified-stack-trace-not-symbolicated'),
  ask('leaked api keys', 'secret-leaked-before-scanner-noticed'),
  ask('expired ssl cert', 'renewed-certificate-not-served'),
  ask('vscode is slow', 'editor-autocomplete-slow-in-monorepo'),
  ask('lock file conflicts', 'lockfile-merge-conflicts'),
  ask('outdated docs', 'docs-examples-do-not-work'),
];

/** As above; no weight or word list was fitted to them, though variants were chosen with them in view. */
export const UNSEEN_QUESTIONS: readonly EverydayQuestion[] = [
  ask('package-lock merge hell', 'lockfile-merge-conflicts', 'lockfile-changes-without-reason'),
  ask('typescript server needs restart all the time', 'editor-types-stale-until-restart'),
  ask('visual regression tests are noisy', 'screenshot-test-fails-without-visible-change'),
  ask('coverage dropped after going parallel', 'coverage-lost-with-parallel-workers'),
  ask('mocks drift from the real api', 'mocks-stay-green-after-api-changed'),
  ask('who changed this setting? audit log', 'audit-log-does-not-say-who'),
  ask('dependabot alerts for code we do not call', 'scanner-flags-code-nobody-calls'),
  ask('secret scanner false positives', 'secret-scanner-blocks-fake-credentials'),
  ask('postgres failover lost data', 'acknowledged-writes-lost-after-failover'),
  ask('lambda too many connections', 'pool-exhausted-by-serverless-functions'),
  ask('nobody deletes preview envs', 'preview-environments-left-behind'),
  ask('pods not ready but getting traffic', 'new-pods-get-traffic-before-ready'),
  ask('429 without retry-after', 'rate-limit-opaque-without-retry-after'),
  ask('duplicate events from stripe', 'webhook-delivered-twice'),
  ask('SSO groups not removed', 'directory-groups-keep-access-after-removal'),
  ask('git lfs bandwidth', 'git-lfs-quota-and-pointer-files'),
  ask('buttons dead until page loads', 'hydrated-page-ignores-early-clicks'),
  ask('white space above keyboard on android', 'mobile-keyboard-leaves-blank-gap'),
  ask('no alert when site was down', 'alert-silent-during-outage'),
  ask('docker serves old files', 'docker-layer-cache-serves-stale-files'),
];
