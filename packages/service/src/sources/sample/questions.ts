/** What somebody who decides on a product might ask, in other words than the posts, and the pain that answers it. */
export interface Question {
  question: string;
  painId: string;
}

export const QUESTIONS: readonly Question[] = [
  {
    question: 'Do single sign-on visitors lose their login after coming back from the provider?',
    painId: 'oauth-refresh-token-lost-on-redirect',
  },
  {
    question: 'Simultaneous browser windows kicking each other out of the account',
    painId: 'oauth-refresh-token-race-revokes-session',
  },
  {
    question: 'former employees retain permissions after offboarding',
    painId: 'directory-groups-keep-access-after-removal',
  },
  {
    question: 'Are people annoyed by too many verification codes on computers they already registered?',
    painId: 'mfa-prompted-again-on-trusted-device',
  },
  { question: 'AI assistants stuck in an endless cycle wasting money', painId: 'agent-repeats-same-tool-call' },
  { question: 'the bot promises an action but never executes it', painId: 'agent-stops-before-tool-call' },
  {
    question: 'language model fabricates data when filling forms from documents',
    painId: 'structured-output-valid-but-invented',
  },
  {
    question: 'cost of sending the complete chat again with every message',
    painId: 'long-conversation-resends-history-at-full-price',
  },
  {
    question: 'Why do container images get rebuilt from scratch although no file was edited?',
    painId: 'docker-layer-cache-miss-without-change',
  },
  {
    question: 'merging blocked by a mandatory status that never reports',
    painId: 'required-check-stuck-when-path-filter-skips-job',
  },
  { question: 'CI workers running out of storage', painId: 'self-hosted-runner-disk-fills-up' },
  {
    question: 'developers want to try workflow files on their laptop instead of committing again and again',
    painId: 'pipeline-cannot-be-run-locally',
  },
  {
    question: 'order dependent tests that break only together with others',
    painId: 'test-fails-in-full-run-but-passes-alone',
  },
  {
    question: 'pixel comparison of web pages cries wolf',
    painId: 'screenshot-test-fails-without-visible-change',
  },
  {
    question: 'code coverage numbers wrong when the suite is split over several processes',
    painId: 'coverage-lost-with-parallel-workers',
  },
  {
    question: 'stubs out of date with the real service hide breaking changes',
    painId: 'mocks-stay-green-after-api-changed',
  },
  {
    question: 'infrastructure as code overlooks edits made by hand in the web console',
    painId: 'terraform-plan-clean-despite-manual-change',
  },
  {
    question: 'errors for visitors during a rollout because old containers shut down too early',
    painId: 'old-pods-drop-requests-when-terminated',
  },
  {
    question: 'surprising charges for network transfer between availability zones',
    painId: 'cross-zone-and-nat-traffic-bill-surprise',
  },
  { question: 'abandoned review apps nobody cleans up', painId: 'preview-environments-left-behind' },
  { question: 'schema change freezes production queries', painId: 'migration-takes-table-lock-and-blocks-the-app' },
  { question: 'user sees outdated data right after saving', painId: 'read-from-replica-misses-own-write' },
  {
    question: 'lambda functions open more database sessions than the server allows',
    painId: 'pool-exhausted-by-serverless-functions',
  },
  { question: 'Which services send the same notification several times?', painId: 'webhook-delivered-twice' },
  { question: 'throttled without being told how long to pause', painId: 'rate-limit-opaque-without-retry-after' },
  {
    question: 'large data downloads that abort because the position token is no longer accepted',
    painId: 'pagination-cursor-expires-mid-export',
  },
  {
    question: 'page delivered by the server does not agree with what the browser renders',
    painId: 'hydration-mismatch-server-client-markup',
  },
  { question: 'on-screen typing area hides the form on phones', painId: 'mobile-keyboard-covers-focused-field' },
  { question: 'tables unusable for blind people', painId: 'data-grid-not-operable-by-keyboard-or-screen-reader' },
  {
    question: 'shoppers return to the results and have to scroll and filter again',
    painId: 'list-state-lost-on-back-navigation',
  },
  { question: 'Can distributed tracing follow a request through Kafka?', painId: 'trace-breaks-at-message-queue' },
  {
    question: 'pager goes off for nothing and on-call staff are exhausted',
    painId: 'alert-fires-though-nothing-is-wrong',
  },
  { question: 'monitoring stays quiet while the site is unavailable', painId: 'alert-silent-during-outage' },
  {
    question: 'unreadable crash locations from compressed JavaScript',
    painId: 'minified-stack-trace-not-symbolicated',
  },
  {
    question: 'vulnerability reports about dependencies that are never executed',
    painId: 'scanner-flags-code-nobody-calls',
  },
  { question: 'real credentials published without detection', painId: 'secret-leaked-before-scanner-noticed' },
  {
    question: 'web server keeps presenting the previous TLS certificate after it was replaced',
    painId: 'renewed-certificate-not-served',
  },
  { question: 'code completion lags in very large workspaces', painId: 'editor-autocomplete-slow-in-monorepo' },
  {
    question: 'teams waste time resolving dependency file clashes when branches are combined',
    painId: 'lockfile-merge-conflicts',
  },
  { question: 'outdated tutorials with broken snippets', painId: 'docs-examples-do-not-work' },
];
