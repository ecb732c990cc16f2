import { isKnownArea, type MacroArea } from '@pain-signals/contract';

const AREA_KEYWORDS: Record<MacroArea, string> = {
  AUTH_IDENTITY: 'auth',
  AI_AGENTS_LLM: 'ai',
  BUILD_CI_CD: 'build',
  TESTING_QUALITY: 'testing',
  CLOUD_INFRA_DEPLOY: 'cloud',
  DATABASE_STORAGE: 'database',
  API_INTEGRATION: 'api',
  FRONTEND_UI: 'frontend',
  OBSERVABILITY_DEBUGGING: 'observability',
  SECURITY_COMPLIANCE: 'security',
  DEV_TOOLING_WORKFLOW: 'tooling',
};

/** An area as typed in a command. */
export const areaKeyword = (area: string): string => (isKnownArea(area) ? AREA_KEYWORDS[area] : area);
