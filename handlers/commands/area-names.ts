import type { MacroArea } from '@pain-signals/contract';

/** Names of areas. Only a whole phrase counts: "testing" is an area, "slow tests" is a search. */
const PHRASES: Record<MacroArea, string> = {
  AUTH_IDENTITY:
    'auth|auth & identity|auth and identity|authentication|authorization|identity|login|logins|sign-in|sso',
  AI_AGENTS_LLM: 'ai|ai agents|llm|llms|llm agents|agents|ai agents & llms|machine learning|ml',
  BUILD_CI_CD:
    'ci|cd|ci/cd|cicd|build|builds|build & ci/cd|build and ci|build systems|pipelines|continuous integration',
  TESTING_QUALITY: 'testing|tests|quality|qa|test automation|testing & quality|testing and quality',
  CLOUD_INFRA_DEPLOY:
    'cloud|infra|infrastructure|deploy|deploys|deployment|deployments|hosting|devops|cloud & infra|cloud, infra & deploy',
  DATABASE_STORAGE: 'database|databases|db|dbs|storage|data storage|database & storage|databases and storage',
  API_INTEGRATION: 'api|apis|integration|integrations|api & integration|api integration|apis and integrations',
  FRONTEND_UI: 'frontend|front-end|front end|ui|frontend & ui|web ui|user interfaces',
  OBSERVABILITY_DEBUGGING:
    'observability|debugging|monitoring|logging|tracing|observability & debugging|observability and debugging',
  SECURITY_COMPLIANCE: 'security|compliance|security & compliance|security and compliance|vulnerabilities',
  DEV_TOOLING_WORKFLOW:
    'tooling|dev tooling|developer tooling|dev tools|developer tools|tools|workflow|workflows|developer experience|dx|editors|ides',
};

const AREAS: ReadonlyMap<string, string> = new Map(
  Object.entries(PHRASES).flatMap(([area, words]) => words.split('|').map((word) => [word, area] as const)),
);

export const AREA_PHRASES: readonly string[] = [...AREAS.keys()];

/** `databases` or `the database area`; null for anything else. */
export function parseAreaName(phrase: string): string | null {
  const words = phrase
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/ (?:area|space|world|side)$/, '');
  return AREAS.get(words) ?? null;
}
