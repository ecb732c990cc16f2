import type { MacroArea, PainType } from '@pain-signals/contract';

const AREA_NAMES: Record<MacroArea, string> = {
  AUTH_IDENTITY: 'Auth & identity',
  AI_AGENTS_LLM: 'AI agents & LLMs',
  BUILD_CI_CD: 'Build & CI/CD',
  TESTING_QUALITY: 'Testing & quality',
  CLOUD_INFRA_DEPLOY: 'Cloud, infra & deploy',
  DATABASE_STORAGE: 'Database & storage',
  API_INTEGRATION: 'API & integration',
  FRONTEND_UI: 'Frontend & UI',
  OBSERVABILITY_DEBUGGING: 'Observability & debugging',
  SECURITY_COMPLIANCE: 'Security & compliance',
  DEV_TOOLING_WORKFLOW: 'Dev tooling & workflow',
};

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

const PAIN_TYPE_NAMES: Record<PainType, string> = {
  bug: 'Bug',
  feature_request: 'Feature request',
  complaint: 'Complaint',
  question: 'Question',
};

const PROVIDER_NAMES: Record<string, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  hackernews: 'Hacker News',
  stackexchange: 'Stack Exchange',
  stackoverflow: 'Stack Overflow',
};

/** An area's display name; unknown areas are made readable. */
export function areaName(area: string): string {
  return isKnownArea(area) ? AREA_NAMES[area] : capitalise(area.toLowerCase().replaceAll('_', ' '));
}

/** An area as typed in a command. */
export const areaKeyword = (area: string): string => (isKnownArea(area) ? AREA_KEYWORDS[area] : area);

export function painTypeName(type: PainType): string {
  return PAIN_TYPE_NAMES[type];
}

export function providerName(provider: string): string {
  return (Object.hasOwn(PROVIDER_NAMES, provider) ? PROVIDER_NAMES[provider] : undefined) ?? capitalise(provider);
}

export const isKnownArea = (area: string): area is MacroArea => Object.hasOwn(AREA_NAMES, area);

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
