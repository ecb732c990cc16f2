import type { MacroArea } from '@pain-signals/contract';
import { tokenize } from '../terms.ts';
import { aiAgentsLlm } from './areas/ai-agents-llm.ts';
import { apiIntegration } from './areas/api-integration.ts';
import type { AreaSeeds } from './areas/area-seeds.ts';
import { authIdentity } from './areas/auth-identity.ts';
import { buildCiCd } from './areas/build-ci-cd.ts';
import { cloudInfraDeploy } from './areas/cloud-infra-deploy.ts';
import { databaseStorage } from './areas/database-storage.ts';
import { devToolingWorkflow } from './areas/dev-tooling-workflow.ts';
import { frontendUi } from './areas/frontend-ui.ts';
import { observabilityDebugging } from './areas/observability-debugging.ts';
import { securityCompliance } from './areas/security-compliance.ts';
import { testingQuality } from './areas/testing-quality.ts';

const SEEDS: Record<MacroArea, AreaSeeds> = {
  AUTH_IDENTITY: authIdentity,
  AI_AGENTS_LLM: aiAgentsLlm,
  BUILD_CI_CD: buildCiCd,
  TESTING_QUALITY: testingQuality,
  CLOUD_INFRA_DEPLOY: cloudInfraDeploy,
  DATABASE_STORAGE: databaseStorage,
  API_INTEGRATION: apiIntegration,
  FRONTEND_UI: frontendUi,
  OBSERVABILITY_DEBUGGING: observabilityDebugging,
  SECURITY_COMPLIANCE: securityCompliance,
  DEV_TOOLING_WORKFLOW: devToolingWorkflow,
};

const WEIGHTS: Record<keyof AreaSeeds, number> = { telling: 3, typical: 1.5, vague: 0.5 };

/** How much a phrase speaks for an area. */
export interface AreaWeight {
  area: MacroArea;
  weight: number;
}

function collectPhrases(): Map<string, AreaWeight[]> {
  const phrases = new Map<string, AreaWeight[]>();
  for (const [area, seeds] of Object.entries(SEEDS) as [MacroArea, AreaSeeds][]) {
    const known = new Set<string>();
    for (const strength of ['telling', 'typical', 'vague'] as const) {
      for (const seed of seeds[strength].split(',')) {
        const phrase = tokenize(seed).join(' ');
        if (phrase === '' || known.has(phrase)) continue;
        known.add(phrase);
        phrases.set(phrase, [...(phrases.get(phrase) ?? []), { area, weight: WEIGHTS[strength] }]);
      }
    }
  }
  return phrases;
}

/** The areas that each phrase, as terms joined by spaces, speaks for. */
export const AREA_PHRASES: ReadonlyMap<string, readonly AreaWeight[]> = collectPhrases();

/** Terms that a phrase begins with: most terms of a text begin none. */
export const PHRASE_STARTS: ReadonlySet<string> = new Set(
  [...AREA_PHRASES.keys()].map((phrase) => phrase.split(' ', 1)[0] ?? ''),
);

/** Terms in the longest phrase. */
export const LONGEST_PHRASE = Math.max(...[...AREA_PHRASES.keys()].map((phrase) => phrase.split(' ').length));
