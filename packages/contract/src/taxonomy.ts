import { z } from 'zod';

/** Section 2.1: the eleven areas of the taxonomy, case-sensitive. AUTH_IDENTITY and AI_AGENTS_LLM are named there. */
export const MACRO_AREAS = [
  'AUTH_IDENTITY',
  'AI_AGENTS_LLM',
  'BUILD_CI_CD',
  'TESTING_QUALITY',
  'CLOUD_INFRA_DEPLOY',
  'DATABASE_STORAGE',
  'API_INTEGRATION',
  'FRONTEND_UI',
  'OBSERVABILITY_DEBUGGING',
  'SECURITY_COMPLIANCE',
  'DEV_TOOLING_WORKFLOW',
] as const;

export const MacroArea = z.enum(MACRO_AREAS);
export type MacroArea = z.infer<typeof MacroArea>;

/** Section 2.1. */
export const PAIN_TYPES = ['bug', 'feature_request', 'complaint', 'question'] as const;

export const PainType = z.enum(PAIN_TYPES);
export type PainType = z.infer<typeof PainType>;
