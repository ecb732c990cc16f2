import { expect, it } from 'vitest';
import { areasCard } from '#blocks/help/areas-card.ts';
import { aSignal, SNAPSHOT_AT } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';

const freshness = { snapshotAt: SNAPSHOT_AT, isSample: false, staleSince: null, dropped: 0 };
const inArea = (macroArea: string | null, mentionsLastWindow: number, mentionsPrevWindow: number) =>
  aSignal({ macroArea, mentionsLastWindow, mentionsPrevWindow });

it('ranks the areas by the mentions of all their signals this week', () => {
  const signals = [
    inArea('AUTH_IDENTITY', 4, 3),
    inArea('TESTING_QUALITY', 9, 1),
    inArea('AUTH_IDENTITY', 3, 0),
    inArea(null, 50, 0),
  ];
  const card = areasCard({ signals, total: 104, active: 96, freshness });
  const text = cardText(card);
  expect(card.text).toMatch(/^Testing & quality|^Testing &amp; quality/);
  expect(text).toContain('# Testing & quality has the most mentions this week');
  expect(text).toContain('104 signals, 96 active in the last 30 days');
  expect(text).toContain('counted from the 4 most mentioned signals');
  expect(text).toMatch(
    /\*Testing &amp; quality\*: 9 this week, 1 last week {2}· {2}1 signal {2}· {2}`area:testing`\n\*Auth &amp; identity\*: 7 this week, 3 last week {2}· {2}2 signals {2}· {2}`area:auth`\n/,
  );
  expect(text).toContain(': no signals  ·  `area:cloud`');
  expect(text).toMatch(/\n\*No clear area\*: 50 this week, 0 last week {2}· {2}1 signal\n/);
});

it('names no leader where two areas are mentioned as often, and lists them in their order without figures', () => {
  const tied = areasCard({
    signals: [inArea('AUTH_IDENTITY', 4, 0), inArea('API_INTEGRATION', 4, 0)],
    total: 2,
    active: null,
    freshness,
  });
  expect(cardText(tied)).toContain('# Areas');
  expect(cardText(areasCard(null))).toMatch(/# Areas\nAuth &amp; identity: `area:auth`\n/);
});
