import { describe, expect, it } from 'vitest';
import { cleanTitle } from '../../../src/naming/topic/clean-title.ts';

const clean = (title: string) => cleanTitle(title, () => false);

describe('a cleaned title', () => {
  it.each([
    ['[Bug]: Login loops after the redirect', 'Login loops after the redirect'],
    ['[DevTools Bug] Cannot add node', 'Cannot add node'],
    ['[v2] [regression] Re: Bug: Uploads fail', 'Uploads fail'],
    ['HADOOP-17432: NameNode runs out of memory', 'NameNode runs out of memory'],
    ['acme/rocket#12: Build hangs', 'Build hangs'],
    ['fix(auth): token is lost', 'Token is lost'],
    ['Feature Request: dark mode for the console', 'Dark mode for the console'],
    ['#4711 - Pods are evicted', 'Pods are evicted'],
    ['Ask HN: Does anybody trust their backups?', 'Does anybody trust their backups?'],
  ])('has no tracker prefix: %s', (title, cleaned) => {
    expect(clean(title)).toBe(cleaned);
  });

  it.each([
    ['Tests hang forever, please help!!!', 'Tests hang forever'],
    ['Please only run what changed', 'Only run what changed'],
    ['Tests hang forever. Any ideas?', 'Tests hang forever'],
    ['Tests hang forever (#4711)', 'Tests hang forever'],
    ['Tests hang forever [duplicate]', 'Tests hang forever'],
    ['Tests hang forever...', 'Tests hang forever'],
    ['Tests hang forever.(', 'Tests hang forever'],
  ])('has no plea and no tail: %s', (title, cleaned) => {
    expect(clean(title)).toBe(cleaned);
  });

  it.each([
    ['Tests hang since 3.2.1', 'Tests hang'],
    ['Tests hang since 3.2.1 and later', 'Tests hang'],
    ['Use rocket-parts 3.2.1', 'Upgrade rocket-parts'],
    ['Remove Rocket 3.2.1 from the download page', 'Remove old Rocket releases from the download page'],
    ['Tests hang since upgrading to v3.2.1-beta.4', 'Tests hang since upgrading'],
    ['Upgrade the parser to 2.9.10 on all branches', 'Upgrade the parser on all branches'],
    ['Tests v3.2.1 hang on start', 'Tests hang on start'],
    ['Tests hang since 3.2.x', 'Tests hang'],
    ['Build fails with rust-1.73.0', 'Build fails with rust'],
  ])('has no version of its own: %s', (title, cleaned) => {
    expect(clean(title)).toBe(cleaned);
  });

  it('keeps a version that is part of a name', () => {
    expect(clean('In branch-2.10 the docs are missing')).toBe('In branch-2.10 the docs are missing');
  });

  it('keeps a version that others write of', () => {
    expect(cleanTitle('Handshake fails with TLS 1.3', (version) => version === '1.3')).toBe(
      'Handshake fails with TLS 1.3',
    );
  });

  it.each([
    ['THE BUILD IS BROKEN AGAIN TODAY', 'The build is broken again today'],
    ['Cache is NEVER used in CI', 'Cache is never used in CI'],
    ['npm install hangs', 'npm install hangs'],
    ['useEffect runs twice', 'useEffect runs twice'],
    ['same image, same commit', 'Same image, same commit'],
  ])('shouts nothing and keeps names: %s', (title, cleaned) => {
    expect(clean(title)).toBe(cleaned);
  });

  it.each([
    ['See <b>this</b> [log](https://evil.example/x) of the crash', 'See this log of the crash'],
    ['@everyone the deploy fails https://evil.example', 'The deploy fails'],
    ['<!channel> is *not* `notified`', 'Is not notified'],
  ])('is plain text without links and mentions: %s', (title, cleaned) => {
    expect(clean(title)).toBe(cleaned);
  });

  it('is empty when there is nothing but signs', () => {
    expect(clean('!!! ???')).toBe('');
  });
});
