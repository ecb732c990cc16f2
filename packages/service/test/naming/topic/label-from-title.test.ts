import { describe, expect, it } from 'vitest';
import { labelFromTitle } from '../../../src/naming/topic/label-from-title.ts';

describe('the matter of a title', () => {
  it.each([
    ['Add RPC metrics for response time', 'Missing RPC metrics for response time'],
    ['Add Flink to CallerContext scope', 'Missing Flink in CallerContext scope'],
    ['Add support for OAuth endpoints', 'No support for OAuth endpoints'],
    ['Storage: Add debug log for rename failures', 'Storage: missing debug log for rename failures'],
    ['Adding retry headers to the answer', 'Missing retry headers in the answer'],
    ['Upgrade jackson-databind due to CVE-2022-42003', 'Outdated jackson-databind with known vulnerabilities'],
    ['Bump netty to the newest release', 'Outdated netty version'],
    ['Remove mailing lists from the website', 'Mailing lists still in the website'],
    ['Use slf4j instead of commons-logging', 'Commons-logging used instead of slf4j'],
    ['Java 17 compile support', 'No support for Java 17'],
    ['Remove OldGuard - no longer needed', 'OldGuard no longer needed but still present'],
    ['Backport "Names with a slash are refused" to the branch', 'Names with a slash are refused'],
    ['Reduce lock contention in the registry', 'Lock contention in the registry'],
    ['Avoid storage calls while the page loads', 'Needless storage calls while the page loads'],
    ['Document missing a lot of properties in default.xml', 'Properties not documented in default.xml'],
    ['Add a readiness probe option and make it the default', 'Missing readiness probe option'],
    ['Make the pool size configurable', 'Pool size not configurable'],
    ['S3: Add initial support for accelerated reads', 'S3: no support for accelerated reads'],
    ['Add the licence file to client-thirdparty', 'Missing licence file in client-thirdparty'],
    ['Enable parallel building in the nightly jobs', 'Parallel building not enabled in the nightly jobs'],
    ['Backport the listing changes', 'Listing changes not backported'],
    ['Set up a nightly job for Windows', 'Nightly job not set up for Windows'],
    ['RPC client performance improvements', 'RPC client performance needs improvement'],
    ['Storage client to not need a writable home', 'Storage client needs a writable home'],
    ['Client to log the remote address', 'Client does not log the remote address'],
    ['Failed connections should log the remote address', 'Failed connections do not log the remote address'],
    ['How do other people restore a session?', 'No clear way to restore a session'],
    ['Why is the cancel button gone for admins?', 'Cancel button gone for admins'],
    ['Fix broken links of the start page', 'Broken links of the start page'],
  ])('is what goes wrong, not what is asked for: %s', (title, matter) => {
    expect(labelFromTitle(title).text).toBe(matter);
  });

  it.each([
    'Report page is blank after sign-in',
    'Port 22 stays open in the console',
    'Log rotation loses lines at midnight',
    'Updating the lock file breaks the cache',
    'Support ticket was lost in the migration',
    'Cursor expires in a long export',
    'Is there an option that should be set?',
  ])('stays as it is where it is told already: %s', (title) => {
    expect(labelFromTitle(title)).toEqual({ text: title, reworded: false });
  });
});
