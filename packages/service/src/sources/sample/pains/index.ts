import type { Pain } from '../parts/pain.ts';
import { aiAgentsLlm } from './ai-agents-llm.ts';
import { apiIntegration } from './api-integration.ts';
import { authIdentity } from './auth-identity.ts';
import { buildCiCd } from './build-ci-cd.ts';
import { cloudInfraDeploy } from './cloud-infra-deploy.ts';
import { databaseStorage } from './database-storage.ts';
import { devToolingWorkflow } from './dev-tooling-workflow.ts';
import { frontendUi } from './frontend-ui.ts';
import { observabilityDebugging } from './observability-debugging.ts';
import { securityCompliance } from './security-compliance.ts';
import { testingQuality } from './testing-quality.ts';

/** The catalogue: six pains of each area. */
export const PAINS: readonly Pain[] = [
  ...authIdentity,
  ...aiAgentsLlm,
  ...buildCiCd,
  ...testingQuality,
  ...cloudInfraDeploy,
  ...databaseStorage,
  ...apiIntegration,
  ...frontendUi,
  ...observabilityDebugging,
  ...securityCompliance,
  ...devToolingWorkflow,
];
