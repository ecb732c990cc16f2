import type { MacroArea, PainType } from './signal.ts';

/** Of figures that count made-up posts, or those and others. */
export const SAMPLE_MARK = 'Sample data';
export const MIXED_MARK = 'mixed with real posts';

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
  devto: 'DEV',
};

/** An area's display name. Other services have areas that are unknown here: theirs are made readable. */
export function areaName(area: string): string {
  return isKnownArea(area) ? AREA_NAMES[area] : capitalize(area.toLowerCase().replaceAll('_', ' '));
}

/** Whether the area is one of MACRO_AREAS. */
export const isKnownArea = (area: string): area is MacroArea => Object.hasOwn(AREA_NAMES, area);

/** A pain type's display name. */
export const painTypeName = (type: PainType): string => PAIN_TYPE_NAMES[type];

/** A platform's display name; of one unknown here the name as it is, capitalized. */
export const providerName = (provider: string): string =>
  (Object.hasOwn(PROVIDER_NAMES, provider) ? PROVIDER_NAMES[provider] : undefined) ?? capitalize(provider);

/** Of the sample data's addresses: a reserved name, which leads nowhere. */
export const SAMPLE_HOST = 'sample.invalid';
/** In place of a link to a post of the sample data. */
export const SAMPLE_POST = 'sample post';

export const isSamplePost = (url: string): boolean => URL.parse(url)?.hostname === SAMPLE_HOST;

/** What `patternStrength` measures. */
export const STRENGTH_MEANING =
  'how many people report the problem, in how many repositories and forums, and how consistently';

/** What makes a signal's score, the part with the most weight first. */
export const SCORE_MEANING =
  'how many people report the problem, how fast it’s growing, and how widespread, severe and recent it is';

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
