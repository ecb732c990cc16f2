import type { MacroArea, PainType } from '@pain-signals/contract';

const AREAS: Record<MacroArea, string> = {
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

/** As short as people type it. */
const TYPED_AREAS: Record<MacroArea, string> = {
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

const PAIN_TYPES: Record<PainType, string> = {
  bug: 'Bug',
  feature_request: 'Feature request',
  complaint: 'Complaint',
  question: 'Question',
};

const PROVIDERS: Record<string, string> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  hackernews: 'Hacker News',
  stackexchange: 'Stack Exchange',
  stackoverflow: 'Stack Overflow',
};

/** An area in words. A service may have areas that are not in our list: their own name is made readable. */
export function nameArea(area: string): string {
  return isOwnArea(area) ? AREAS[area] : capitalise(area.toLowerCase().replaceAll('_', ' '));
}

/** An area as it is typed in a command; one that is not in our list by its own name. */
export const typedArea = (area: string): string => (isOwnArea(area) ? TYPED_AREAS[area] : area);

export function namePainType(type: PainType): string {
  return PAIN_TYPES[type];
}

export function nameProvider(provider: string): string {
  return (Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined) ?? capitalise(provider);
}

export const isOwnArea = (area: string): area is MacroArea => Object.hasOwn(AREAS, area);

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
