import { MACRO_AREAS } from '@pain-signals/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AREA_PHRASES, classifyMacroArea } from '../../src/classify/macro-area.ts';
import { documentOf, titled } from '../support/documents.ts';

describe('the seed lexicon', () => {
  it.each(MACRO_AREAS)('has at least sixty phrases for %s', (area) => {
    const phrases = [...AREA_PHRASES.values()].filter((weights) => weights.some((weight) => weight.area === area));
    expect(phrases.length).toBeGreaterThanOrEqual(60);
  });

  it('has no phrase that speaks loudest for more than two areas: it would tell nothing', () => {
    for (const weights of AREA_PHRASES.values()) {
      const telling = weights.filter(({ weight }) => weight >= 3);
      expect(telling.length).toBeLessThanOrEqual(2);
    }
  });
});

describe('the area of a signal', () => {
  it.each([
    [
      'AUTH_IDENTITY',
      ['OAuth login loops', 'SAML session expired, users logged out', 'Refresh token rejected after sign in'],
    ],
    ['AI_AGENTS_LLM', ['Agent ignores the system prompt', 'LLM hallucinates tool calls', 'Embedding drift breaks RAG']],
    [
      'BUILD_CI_CD',
      ['GitHub Actions cache miss', 'Docker build layer cache is cold in CI', 'Runner disk full in pipeline'],
    ],
    [
      'TESTING_QUALITY',
      ['Flaky Playwright tests', 'pytest fixture leaks between tests', 'Snapshot test fails randomly'],
    ],
    [
      'CLOUD_INFRA_DEPLOY',
      ['Pods evicted during rollout', 'terraform plan shows drift', 'Helm upgrade hangs on ingress'],
    ],
    ['DATABASE_STORAGE', ['Postgres migration locks table', 'Slow query after index rebuild', 'Replica lag in MySQL']],
    [
      'API_INTEGRATION',
      ['Webhook delivered twice', '429 rate limit without Retry-After', 'REST pagination skips items'],
    ],
    ['FRONTEND_UI', ['React hydration mismatch', 'CSS layout shift on mobile Safari', 'Dropdown flickers on scroll']],
    [
      'OBSERVABILITY_DEBUGGING',
      ['Prometheus alert noise', 'Trace spans missing in Grafana', 'Stack trace is minified'],
    ],
    [
      'SECURITY_COMPLIANCE',
      ['npm audit floods us with CVE findings', 'Secret scanning misses leaked key', 'SOC2 audit log gaps'],
    ],
    [
      'DEV_TOOLING_WORKFLOW',
      ['VS Code autocomplete is slow', 'Merge conflict in lockfile on rebase', 'ESLint and Prettier fight'],
    ],
  ] as const)('is %s by the words of the field', (area, titles) => {
    expect(classifyMacroArea(titled(...titles))?.area).toBe(area);
  });

  it('is not named when the words belong to no area, or to several alike', () => {
    expect(classifyMacroArea(titled('Nobody answers my letters', 'The neighbours are loud'))).toBeNull();
    expect(classifyMacroArea([])).toBeNull();
  });

  it.each([
    [
      ['Build fails on Hadoop', 'Build fails with JDK 17', 'HDFS module: build failure in release script'],
      'BUILD_CI_CD',
    ],
    [['Mouse cursor jumps', 'Cursor disappears while typing', 'Select row after commit'], undefined],
    [['Response header is cut off', 'List of events is empty', 'Version field is ignored'], undefined],
    [['Keyboard stops after restart', 'Module does not start', 'No traffic after a restart'], undefined],
  ] as const)('is not taken from a product name or a word of many areas: %s', (titles, area) => {
    expect(classifyMacroArea(titled(...titles))?.area).toBe(area);
  });

  it('is surer when every post speaks of it than when one does', () => {
    const all = classifyMacroArea(
      titled('OAuth login fails', 'SSO login fails', 'SAML login fails', 'MFA login fails'),
    );
    const one = classifyMacroArea(
      titled('OAuth login fails', 'It fails again', 'Why does it fail', 'Fails for us too'),
    );
    expect(all?.confidence).toBeGreaterThan(one?.confidence ?? 0);
  });

  it('comes with a confidence of at least .5 and at most 1, whatever the posts say', () => {
    const posts = fc.array(fc.record({ title: fc.option(fc.lorem()), text: fc.lorem({ maxCount: 40 }) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(posts, fc.subarray(['oauth', 'docker', 'react', 'postgres', 'llm', 'alert']), (told, words) => {
        const documents = told.map((post, number) =>
          documentOf(number, { ...post, text: `${post.text} ${words.join(' ')}` }),
        );
        const judged = classifyMacroArea(documents);
        if (judged === null) return;
        expect(judged.confidence).toBeGreaterThanOrEqual(0.5);
        expect(judged.confidence).toBeLessThanOrEqual(1);
      }),
    );
  });
});
