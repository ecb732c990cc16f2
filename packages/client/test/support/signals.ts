import type { PainSignalListItem } from '@pain-signals/contract';

export const aSignal = (overrides: Partial<PainSignalListItem> = {}): PainSignalListItem => ({
  id: '5f2b3c1e-8d4a-4f6b-9c7d-1e2f3a4b5c6d',
  topic: 'OAuth refresh token lost after redirect',
  score: 71.5,
  volume: 42,
  growth: 1.4,
  lastSeenAt: '2026-03-01T12:00:00Z',
  macroArea: 'AUTH_IDENTITY',
  macroAreaConfidence: 0.8,
  mentionsLastWindow: 12,
  mentionsPrevWindow: 5,
  painType: 'bug',
  uniqueOwnerCount: 4,
  topOwnerName: 'acme',
  topOwnerDominancePct: 40,
  ...overrides,
});
