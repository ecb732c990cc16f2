import { areaName, providerName } from '@pain-signals/contract';
import { describe, expect, it } from 'vitest';

describe('names', () => {
  it('are words, also for areas and sources that this version has not heard of', () => {
    expect([areaName('AUTH_IDENTITY'), areaName('DATA_SCIENCE_ML'), areaName('constructor')]).toEqual([
      'Auth & identity',
      'Data science ml',
      'Constructor',
    ]);
    expect([providerName('github'), providerName('lobsters'), providerName('toString')]).toEqual([
      'GitHub',
      'Lobsters',
      'ToString',
    ]);
  });
});
