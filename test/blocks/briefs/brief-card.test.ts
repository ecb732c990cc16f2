import { describe, expect, it } from 'vitest';
import { type BriefRecord, briefCard, briefSourcesCard, noBriefCard } from '#blocks/briefs/brief-card.ts';
import { briefListCard } from '#blocks/briefs/brief-list.ts';
import type { CardContext } from '#blocks/kit/card-context.ts';
import { aBrief, idOf, SNAPSHOT_AT, someOpportunities } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const cardContext: CardContext = {
  freshness: { snapshotAt: SNAPSHOT_AT, isSample: true, staleSince: null, dropped: 0 },
  linkTo: () => null,
  audience: { kind: 'person' },
};
const question = { show: 'brief' as const, id: idOf(1), back: { show: 'briefs' as const, page: 1 } };
const shown = (brief: BriefRecord & Record<string, unknown>) => cardText(briefCard(question, brief, cardContext));

describe('an opportunity brief', () => {
  it('is told in full, from the pattern to what it rests on', () => {
    expect(shown(aBrief())).toMatchInlineSnapshot(`
      ""Brief: Pain number 1. “Every deploy signs all of our users out.” [1] “Tokens vanish overnight.” [2] “I wish it told us before.” [2] Sample data."
      # Brief: Pain number 1
      ~ ⚠ One owner carries most of it.
      *Problem*
      •  “Every deploy signs all of our users out.” [1]
      •  “Tokens vanish overnight.” [2]
      *Who has it*
      •  “We lost a whole afternoon on it.” [1]
      *What they do today*
      •  “We log in again by a script.” [2]
      •  “We keep sessions for a year.” [1]
      *What they ask for*
      •  “I wish it told us before.” [2]
      *Where to start*
      •  Begin with acme, which owns 62% of it.
      *Risks*
      •  acme may mend it.
      *Next steps*
      •  Ask ada and grace how they noticed. [1] [2]
      ~ Evidence strength *40* of 100, based on how many people report the problem, in how many repositories and forums, and how consistently
      ~ Auth &amp; identity  ·  Written <!date^1773972000^{date_short_pretty}|2026-03-20> from the posts’ own words  ·  *Sample data*  ·  Updated <!date^1773972000^{date_short_pretty} at {time}|2026-03-20 02:00 UTC>
      [‹ Back to list] [Details] [Share in channel] [Share to…] [Cited posts (2)] [⋯ Watch | Hide this signal]"
    `);
  });

  it('leaves out sections without evidence', () => {
    const card = shown(aBrief({ problem: '', workarounds: [], wedge: null }));
    expect(card).not.toMatch(/\*(Problem|What they do today|Where to start)\*/);
    expect(card).toContain('*Risks*');
  });

  it('keeps to one screen however much the service wrote', () => {
    const long = 'a long sentence about it, '.repeat(100);
    const card = shown(
      aBrief({ problem: long, affected: long, workarounds: Array(9).fill(long), risks: [long, long] }),
    );
    expect(card.length).toBeLessThan(5_000);
    expect(card.match(/•/g)?.length).toBeLessThan(11);
  });

  it('shows the posts it cites behind a button, numbered as it cites them', () => {
    const card = briefCard(question, aBrief(), cardContext);
    expect(buttonsOf(card).find(({ action }) => action === 'show_brief_sources')?.value).toBe(
      JSON.stringify({ show: 'brief', id: question.id, sources: true }),
    );
    const sources = cardText(briefSourcesCard(question, aBrief(), cardContext));
    expect(sources).toContain('[1] “Every deploy signs all of our users out.”\nGitHub  ·  by ada');
    expect(sources).toContain('[2] “Tokens vanish overnight.”');
  });

  it('does without the parts that a service does not have', () => {
    const [summary] = someOpportunities(1);
    expect(shown({ ...summary } as BriefRecord & Record<string, unknown>)).not.toMatch(
      /\*(Problem|Risks|Next steps)\*|Sources/,
    );
  });

  it('shows the parts that it does not know', () => {
    const card = shown({
      ...aBrief(),
      marketSize: 'large & growing',
      buying_signals: ['asks for prices', '<!channel>', 7],
      competitor: { name: 'Acme', price: 10, deep: { er: 1 } },
      isUrgent: true,
      modelId: 'not for people',
      nothing: null,
      empty: [],
    });
    expect(card).toContain('*Market size*\nlarge &amp; growing');
    expect(card).toContain('*Buying signals*\nasks for prices\n&lt;!channel&gt;\n7');
    expect(card).toContain('*Competitor*\nname: Acme; price: 10');
    expect(card).toContain('*Is urgent*\nyes');
    expect(card).not.toMatch(/not for people|Nothing\*|\*Empty/);
  });

  it('of another writer says who wrote it', () => {
    expect(shown(aBrief({ generatedBy: 'some-model' }))).toContain('by some-model');
  });

  it('in a channel shows who shared it', () => {
    const card = briefCard(question, aBrief(), { ...cardContext, audience: { kind: 'channel', sharedBy: 'U0ADA' } });
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(['Cited posts (2)']);
    expect(cardText(card)).toMatch(/~ Shared by <@U0ADA>$/m);
    expect(cardText(card)).not.toContain(idOf(1));
  });
});

it('links each brief of a list to its signal', () => {
  const rows = someOpportunities(1);
  const page = { query: { show: 'briefs' as const, page: 0 }, rows, firstRank: 1, total: 1, hasNext: false };
  const card = briefListCard(page, { ...cardContext, linkTo: (id) => `https://pain.example/signals/${id}` });
  expect(cardText(card)).toContain(`*1.* *<https://pain.example/signals/${rows[0]?.painSignalId}|${rows[0]?.topic}>*`);
});

it.each([
  ['Quiet: no mentions this week or last.', 0, 0],
  ['Cooling off: 7 mentions this week, 28 last week.', 7, 28],
])('says once in a list: %s', (fitWarning, last, previous) => {
  const rows = someOpportunities(1).map((row) => ({ ...row, fitWarning }));
  const page = { query: { show: 'briefs' as const, page: 0 }, rows, firstRank: 1, total: 1, hasNext: false };
  const counts = { growth: -0.75, mentionsLastWindow: last, mentionsPrevWindow: previous, volume: 187 };
  const figures = new Map(rows.map(({ painSignalId }) => [painSignalId, counts]));
  expect(cardText(briefListCard({ ...page, figures }, cardContext))).not.toContain('⚠');
  expect(cardText(briefListCard(page, cardContext))).toContain(`⚠ ${fitWarning.replace(/\.$/, '')}`);
});

it('says in a list that trends could not be loaded, and only then', () => {
  const rows = someOpportunities(1);
  const page = { query: { show: 'briefs' as const, page: 0 }, rows, firstRank: 1, total: 1, hasNext: false };
  const counts = { growth: 1, mentionsLastWindow: 8, mentionsPrevWindow: 4, volume: 12 };
  const figures = new Map(rows.map(({ painSignalId }) => [painSignalId, counts]));
  expect(cardText(briefListCard({ ...page, figures: new Map() }, cardContext))).toContain('Trends couldn’t be loaded:');
  expect(cardText(briefListCard({ ...page, figures }, cardContext))).not.toContain('couldn’t be loaded');
});

describe('no brief', () => {
  it('was never made of too few posts', () => {
    expect(noBriefCard(question, { topic: 'Tokens expire', volume: 3, absence: 'TOO_FEW_POSTS' }).text).toBe(
      'No brief for “Tokens expire” yet. Briefs need at least 5 posts from 3 people. This signal has 3 posts.',
    );
  });

  it.each([
    ['TOO_FEW_POSTS', 'This signal’s 40 posts come from fewer.'],
    ['TOO_FEW_ALIKE', 'these 40 posts word it too differently. Read them under Evidence.'],
    ['NOT_WRITTEN_YET', 'Briefs are written for signals'],
    ['EXPIRED', 'The last one expired after 7 days.'],
    [null, 'It was never written, or it expired after 7 days.'],
  ] as const)('says why, as far as the service does: %s', (absence, why) => {
    const card = noBriefCard(question, { topic: 'Tokens expire', volume: 40, absence });
    expect(card.text).toContain(why);
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(['‹ Details', 'Evidence', 'All briefs']);
  });
});
