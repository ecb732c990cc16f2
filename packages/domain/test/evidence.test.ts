import { describe, expect, it } from 'vitest';
import { bestSentence, namesCause, statesCause } from '../src/evidence.ts';

const ABOUT = 'New pods get traffic before they are ready. Readiness probe passes too early.';

describe('a sentence about a pain', () => {
  it.each([
    'Pods get traffic because the probe only opens a port.',
    'Because the probe only opens a port, users see errors.',
    'But due to this direct call it skips the cache.',
    'It happens because two threads share a file.',
    'The problem is caused by a stale cache.',
    'It started after we upgraded the proxy.',
    'Looks like a race in writing the files.',
    'I suspect it is related to the folder of the portable version.',
  ])('names a cause: %s', (sentence) => {
    expect(namesCause(sentence, ABOUT)).toBe(true);
  });

  it.each([
    'We refunded customers because of pods that get traffic too early.',
    'Canary analysis fails good releases, because it measures their cold first minute.',
    'People approve anything blindly because they get so many.',
    'Our bill doubled due to that.',
    'People batch pods into one push because nobody wants to wait for the probe again.',
    'The command gives up after 14 minutes.',
    'Broken since 2.18.',
    'Everybody sees it since v3.',
    'A 503 with retry-after during the deploy is final.',
  ])('names what the pain leads to, or no cause at all: %s', (sentence) => {
    expect(namesCause(sentence, ABOUT)).toBe(false);
  });
});

describe('a sentence that names a cause', () => {
  const PROBLEM = 'Refresh token lost after OAuth redirect';

  it.each([
    'Because the way back counts as cross-site, the browser refuses to store the session.',
    'The refresh token is lost because the cookie is blocked.',
    'It is caused by a cookie that the browser blocks.',
    'The root cause is the SameSite default.',
  ])('says why the problem happens: %s', (sentence) => {
    expect(statesCause(sentence, PROBLEM)).toBe(true);
  });

  it.each([
    'We had to stretch the access token, because renewal never works.',
    'Because refresh tokens get lost, support has no time for anything else.',
    'Maybe the refresh token is lost because of the cookie.',
    'Is the refresh token lost because of the cookie?',
    'The refresh token is lost, but not because of the cookie.',
    'The root cause is unclear.',
    'The refresh token is lost since we upgraded the proxy.',
  ])('guesses, or says what follows from it: %s', (sentence) => {
    expect(statesCause(sentence, PROBLEM)).toBe(false);
  });
});

describe('the sentence of an excerpt that is quoted', () => {
  it('is a whole one, where the last one is cut off', () => {
    const excerpt =
      'New pods are not ready when they get traffic. Startup and readiness probe of new pods point at the…';
    expect(bestSentence(excerpt, ABOUT)).toBe('New pods are not ready when they get traffic.');
    expect(bestSentence('Startup and readiness probe point at the…', ABOUT)).toMatch(/the…$/);
  });
});
