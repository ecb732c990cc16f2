import type { MacroArea } from '@pain-signals/contract';
import type { ExpectedValue } from '#blocks/help/usage-card.ts';
import { nearestWord } from './command-line.ts';

/** What is wrong with a command, and where. */
export interface ParseError {
  kind: 'unknown-command' | 'unknown-option' | 'bad-value' | 'missing';
  /** The wrong words, as typed. */
  given: string;
  expected: ExpectedValue;
  /** The index of the wrong word and its replacement, or {@link REMOVED_WORD}. */
  fix: { at: number; word: string } | null;
}

/** `of`: what it is, such as "a question". */
export const tooLong = (of: string, given: string, longest: number): ParseError => ({
  kind: 'bad-value',
  given,
  expected: { of, longest, given: given.length },
  fix: null,
});

/** Corrects a command by removing a word. */
export const REMOVED_WORD = '';

export type ParsedValue = { value: unknown } | { expected: ExpectedValue; better?: string | null };

/** One option of a subcommand. */
export interface Option {
  name: string;
  words: readonly string[];
  parse: (value: string) => ParsedValue;
}

export type ParsedOptions = { settings: Record<string, unknown> } | { error: ParseError };

/** The first word of each value is shown in messages. */
export function oneOf(values: Readonly<Record<string, string>>): (value: string) => ParsedValue {
  const words = Object.keys(values);
  const shown = (value: string | undefined) => words.find((word) => values[word] === value) ?? null;
  const allowed = words.filter((word) => shown(values[word]) === word);
  const expected = `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`;
  return (given) => {
    const known = Object.hasOwn(values, given.toLowerCase()) ? values[given.toLowerCase()] : undefined;
    if (known !== undefined) return { value: known };
    const near = nearestWord(given, words);
    return { expected, better: near === null ? null : shown(values[near]) };
  };
}

/** A number between two bounds. Suggests the nearer bound where somebody may mean it. `named`: what it is, where its bounds say nothing. */
export function numberBetween(
  parse: (text: string) => number | null,
  min: number,
  max: number,
  mayMeanBound = true,
  named?: string,
): (value: string) => ParsedValue {
  const expected = { from: min, to: max };
  return (given) => {
    const number = parse(given);
    if (number === null && named !== undefined) return { expected: named };
    if (number === null || (!mayMeanBound && (number < min || number > max))) return { expected };
    if (number >= min && number <= max) return { value: number };
    return { expected, better: String(number < min ? min : max) };
  };
}

/** A whole number, with or without separated thousands: 1000, 1,000 and 1.000. */
export function parseInteger(text: string): number | null {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  return /^\d{1,3}(?:[.,]\d{3}){1,3}$/.test(text) ? Number(text.replace(/[.,]/g, '')) : null;
}

/** A decimal with a point or a comma. `%` divides by 100. */
export function parseDecimal(text: string): number | null {
  const found = /^([+-]?)(\d{1,7})(?:[.,](\d{1,4}))?(%?)$/.exec(text);
  if (!found) return null;
  const [, sign, whole = '', fraction = '0', percent] = found;
  const value = Number(`${sign === '-' ? '-' : ''}${whole}.${fraction}`);
  // Rounded, so that formatting and parsing it again gives the same value.
  return Math.round((percent === '' ? value : value / 100) * 10_000) / 10_000 + 0;
}

/** `50%`, `50` and `0.5` are the same growth: nobody asks for less than 1%, so a bare number from 1 on is a percentage. */
export function parseGrowth(text: string): number | null {
  const value = parseDecimal(text);
  return value === null || Math.abs(value) < 1 || text.endsWith('%') ? value : value / 100;
}

/** Names of areas. Only a whole phrase counts: "testing" is an area, "slow tests" is a search. */
const PHRASES: Record<MacroArea, string> = {
  AUTH_IDENTITY:
    'auth|auth & identity|auth and identity|authentication|authorization|identity|login|logins|login and identity|sign-in|sso',
  AI_AGENTS_LLM:
    'ai|ai agents|ai agent|agent|agentic|llm|llms|llm agents|llm apps|agents|ai tooling|genai|ai agents & llms|machine learning|ml',
  BUILD_CI_CD:
    'ci|cd|ci/cd|cicd|build|builds|build & ci/cd|build and ci|ci & build|ci and build|ci/build|build/ci|build systems|pipelines|continuous integration',
  TESTING_QUALITY: 'testing|tests|quality|qa|test|test automation|testing & quality|testing and quality',
  CLOUD_INFRA_DEPLOY:
    'cloud|infra|infrastructure|deploy|deploys|deployment|deployments|hosting|devops|cloud & infra|cloud, infra & deploy',
  DATABASE_STORAGE: 'database|databases|db|dbs|storage|data storage|database & storage|databases and storage',
  API_INTEGRATION: 'api|apis|integration|integrations|api & integration|api integration|apis and integrations',
  FRONTEND_UI: 'frontend|front-end|front end|browser-side|client-side|ui|frontend & ui|web ui|user interfaces',
  OBSERVABILITY_DEBUGGING:
    'observability|o11y|debugging|monitoring|logging|tracing|observability & debugging|observability and debugging',
  SECURITY_COMPLIANCE:
    'security|infosec|appsec|compliance|security & compliance|security and compliance|vulnerabilities',
  DEV_TOOLING_WORKFLOW:
    'tooling|dev tooling|devtools|dev-tools|developer tooling|dev tools|developer tools|tools|workflow|workflows|developer experience|dx|editors|ides',
};

const AREAS: ReadonlyMap<string, string> = new Map(
  Object.entries(PHRASES).flatMap(([area, words]) => words.split('|').map((word) => [word, area] as const)),
);

export const AREA_PHRASES: readonly string[] = [...AREAS.keys()];

/** `databases` or `the database area`; null for anything else. */
export function parseAreaName(phrase: string): string | null {
  const words = phrase
    .toLowerCase()
    .replace(/^(?:the )?(?:area )?/, '')
    .replace(/ (?:area|space|world|side|land|domain)$/, '');
  const [area, ...others] = words.split(/ ?\/ ?/).map((word) => AREAS.get(word));
  return AREAS.get(words) ?? (others.every((each) => each === area) ? area : undefined) ?? null;
}
