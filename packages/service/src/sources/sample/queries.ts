/** What somebody who decides on a product might ask, in other words than the posts, and the pain that answers it. */
export interface SampleQuery {
  query: string;
  painId: string;
}

export const SAMPLE_QUERIES: readonly SampleQuery[] = [
  {
    query: 'Do single sign-on visitors lose their login after coming back from the provider?',
    painId: 'oauth-refresh-token-lost-on-redirect',
  },
  {
    query: 'Simultaneous browser windows kicking each other out of the account',
    painId: 'oauth-refresh-token-race-revokes-session',
  },
  {
    query: 'former employees retain permissions after offboarding',
    painId: 'directory-groups-keep-access-after-removal',
  },
  {
    query: 'Are people annoyed by too many verification codes on computers they already registered?',
    painId: 'mfa-prompted-again-on-trusted-device',
  },
  { query: 'AI assistants stuck in an endless cycle wasting money', painId: 'agent-repeats-same-tool-call' },
  { query: 'the bot promises an action but never executes it', painId: 'agent-stops-before-tool-call' },
  {
    query: 'language model fabricates data when filling forms from documents',
    painId: 'structured-output-valid-but-invented',
  },
  {
    query: 'cost of sending the complete chat again with every message',
    painId: 'long-conversation-resends-history-at-full-price',
  },
  {
    query: 'Why do container images get rebuilt from scratch although no file was edited?',
    painId: 'docker-layer-cache-miss-without-change',
  },
  {
    query: 'merging blocked by a mandatory status that never reports',
    painId: 'required-check-stuck-when-path-filter-skips-job',
  },
  { query: 'CI workers running out of storage', painId: 'self-hosted-runner-disk-fills-up' },
  {
    query: 'developers want to try workflow files on their laptop instead of committing again and again',
    painId: 'pipeline-cannot-be-run-locally',
  },
  {
    query: 'order dependent tests that break only together with others',
    painId: 'test-fails-in-full-run-but-passes-alone',
  },
  {
    query: 'pixel comparison of web pages cries wolf',
    painId: 'screenshot-test-fails-without-visible-change',
  },
  {
    query: 'code coverage numbers wrong when the suite is split over several processes',
    painId: 'coverage-lost-with-parallel-workers',
  },
  {
    query: 'stubs out of date with the real service hide breaking changes',
    painId: 'mocks-stay-green-after-api-changed',
  },
  {
    query: 'infrastructure as code overlooks edits made by hand in the web console',
    painId: 'terraform-plan-clean-despite-manual-change',
  },
  {
    query: 'errors for visitors during a rollout because old containers shut down too early',
    painId: 'old-pods-drop-requests-when-terminated',
  },
  {
    query: 'surprising charges for network transfer between availability zones',
    painId: 'cross-zone-and-nat-traffic-bill-surprise',
  },
  { query: 'abandoned review apps nobody cleans up', painId: 'preview-environments-left-behind' },
  { query: 'schema change freezes production queries', painId: 'migration-takes-table-lock-and-blocks-the-app' },
  { query: 'user sees outdated data right after saving', painId: 'read-from-replica-misses-own-write' },
  {
    query: 'lambda functions open more database sessions than the server allows',
    painId: 'pool-exhausted-by-serverless-functions',
  },
  { query: 'Which services send the same notification several times?', painId: 'webhook-delivered-twice' },
  { query: 'throttled without being told how long to pause', painId: 'rate-limit-opaque-without-retry-after' },
  {
    query: 'large data downloads that abort because the position token is no longer accepted',
    painId: 'pagination-cursor-expires-mid-export',
  },
  {
    query: 'page delivered by the server does not agree with what the browser renders',
    painId: 'hydration-mismatch-server-client-markup',
  },
  { query: 'on-screen typing area hides the form on phones', painId: 'mobile-keyboard-covers-focused-field' },
  { query: 'tables unusable for blind people', painId: 'data-grid-not-operable-by-keyboard-or-screen-reader' },
  {
    query: 'shoppers return to the results and have to scroll and filter again',
    painId: 'list-state-lost-on-back-navigation',
  },
  { query: 'Can distributed tracing follow a request through Kafka?', painId: 'trace-breaks-at-message-queue' },
  {
    query: 'pager goes off for nothing and on-call staff are exhausted',
    painId: 'alert-fires-though-nothing-is-wrong',
  },
  { query: 'monitoring stays quiet while the site is unavailable', painId: 'alert-silent-during-outage' },
  {
    query: 'unreadable crash locations from compressed JavaScript',
    painId: 'minified-stack-trace-not-symbolicated',
  },
  {
    query: 'vulnerability reports about dependencies that are never executed',
    painId: 'scanner-flags-code-nobody-calls',
  },
  { query: 'real credentials published without detection', painId: 'secret-leaked-before-scanner-noticed' },
  {
    query: 'web server keeps presenting the previous TLS certificate after it was replaced',
    painId: 'renewed-certificate-not-served',
  },
  { query: 'code completion lags in very large workspaces', painId: 'editor-autocomplete-slow-in-monorepo' },
  {
    query: 'teams waste time resolving dependency file clashes when branches are combined',
    painId: 'lockfile-merge-conflicts',
  },
  { query: 'outdated tutorials with broken snippets', painId: 'docs-examples-do-not-work' },
];
