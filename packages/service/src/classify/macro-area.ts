import { MACRO_AREAS, type MacroArea } from '@pain-signals/contract';
import type { SignalDocument } from '../model/signal.ts';
import { tokenize } from '../text/tokenize.ts';
import {
  type AreaSeeds,
  aiAgentsLlm,
  apiIntegration,
  authIdentity,
  buildCiCd,
  cloudInfraDeploy,
  databaseStorage,
  devToolingWorkflow,
  frontendUi,
  observabilityDebugging,
  securityCompliance,
  testingQuality,
} from './area-seeds.ts';

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
const PHRASE_STARTS: ReadonlySet<string> = new Set(
  [...AREA_PHRASES.keys()].map((phrase) => phrase.split(' ', 1)[0] ?? ''),
);

/** Terms in the longest phrase. */
const LONGEST_PHRASE = Math.max(...[...AREA_PHRASES.keys()].map((phrase) => phrase.split(' ').length));

/** Below this no area is named. */
const LEAST_CONFIDENCE = 0.35;

/** Terms read of each text; later ones belong to logs and asides. */
const READ_TERMS = 200;

/** A title says what it is about. */
const TITLE_WEIGHT = 2;

/** Power of the share of posts that hold a phrase: what all speak of is the matter, what one mentions is what he runs it on. */
const AGREEMENT = 1.5;

/** Points no area gets: documents with few seed words have little to say about their area. Set, like the temperature, by labelled-posts.test.ts. */
const SILENCE = 5.5;

/**
 * Softmax temperature, set so that of the areas named with confidence c about the share c is right: lower for many posts,
 * whose accidents of wording average out.
 */
const temperature = (documents: number) => 0.035 + 0.085 / Math.sqrt(documents);

export interface AreaClassification {
  area: MacroArea;
  /** 0-1. */
  confidence: number;
}

function phrasesOf(text: string): Set<string> {
  const terms = tokenize(text).slice(0, READ_TERMS);
  const phrases = new Set<string>();
  for (const [start, term] of terms.entries()) {
    if (!PHRASE_STARTS.has(term)) continue;
    for (let length = 1; length <= LONGEST_PHRASE && start + length <= terms.length; length++) {
      const phrase = terms.slice(start, start + length).join(' ');
      if (AREA_PHRASES.has(phrase)) phrases.add(phrase);
    }
  }
  return phrases;
}

/** In what share of the documents each seed phrase occurs; above 1 where titles hold it. */
function countPhrases(documents: readonly Pick<SignalDocument, 'title' | 'text'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { title, text } of documents) {
    const inTitle = phrasesOf(title ?? '');
    for (const phrase of inTitle.union(phrasesOf(text))) {
      const weight = inTitle.has(phrase) ? TITLE_WEIGHT : 1;
      counts.set(phrase, (counts.get(phrase) ?? 0) + weight / documents.length);
    }
  }
  return counts;
}

/** The area the words of the documents point to; null when none stands out. */
export function classifyMacroArea(
  documents: readonly Pick<SignalDocument, 'title' | 'text'>[],
): AreaClassification | null {
  if (documents.length === 0) return null;
  const points = new Map<MacroArea, number>();
  for (const [phrase, share] of countPhrases(documents)) {
    for (const { area, weight } of AREA_PHRASES.get(phrase) ?? []) {
      points.set(area, (points.get(area) ?? 0) + weight * share ** AGREEMENT);
    }
  }
  const sum = [...points.values()].reduce((total, value) => total + value, SILENCE);
  const odds = MACRO_AREAS.map((area) => ({
    area,
    odds: Math.exp((points.get(area) ?? 0) / sum / temperature(documents.length)),
  }));
  const total = odds.reduce((all, it) => all + it.odds, 0);
  const best = odds.reduce((first, it) => (it.odds > first.odds ? it : first));
  const confidence = best.odds / total;
  return confidence < LEAST_CONFIDENCE ? null : { area: best.area, confidence };
}
