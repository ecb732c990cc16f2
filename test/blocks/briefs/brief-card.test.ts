import { describe, expect, it } from 'vitest';
import { type BriefRecord, briefCard, noBriefCard } from '#blocks/briefs/brief-card.ts';
import type { CardContext } from '#blocks/kit/audience.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import { aBrief, idOf, SNAPSHOT_AT, someOpportunities } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const cardContext: CardContext = {
  freshness: { snapshotAt: SNAPSHOT_AT, isSample: true, staleSince: null, dropped: 0 },
  linkTo: () => null,
  locale: ENGLISH,
  audience: { kind: 'person' },
};
const question = { show: 'brief' as const, id: idOf(1), back: { show: 'briefs' as const, page: 1 } };
const shown = (brief: BriefRecord & Record<string, unknown>) => cardText(briefCard(question, brief, cardContext));

describe('an opportunity brief', () => {
  it('is told in full, from the pattern to what it rests on', () => {
    expect(shown(aBrief())).toMatchInlineSnapshot(`
      ""Opportunity brief of “Pain number 1”, pattern strength 40 of 100: “Pain number 1” and “Sessions end early” both turn on refresh and expiry. “Every deploy signs all of our users out.” [1] “Tokens vanish overnight.” [2] “I wish it told us before.” [2] Sample data."
      # Brief: Pain number 1
      ~ ▰▰▱▱▱ pattern strength *40* of 100  ·  Auth &amp; identity  ·  written <!date^1773972000^{date_short_pretty}|2026-03-20>  ·  put together from quotes
      *Pattern*
      “Pain number 1” and “Sessions end early” both turn on refresh and expiry.
      ⚠ *May not fit:* One owner carries most of it.
      *The problem*
      “Every deploy signs all of our users out.” [1] “Tokens vanish overnight.” [2]
      *Who is hurt*
      “We lost a whole afternoon on it.” [1]
      *What they do about it*
      •  “We log in again by a script.” [2]
      •  “We keep sessions for a year.” [1]
      *The opportunity*
      “I wish it told us before.” [2]
      *The wedge*
      Begin with acme, which owns 62% of it.
      *Risks*
      •  acme may mend it.
      *Next steps*
      •  Ask ada and grace how they noticed. [1] [2]
      *Evidence*
      [1] “Every deploy signs all of our users out.”
      GitHub  ·  by ada  ·  <https://github.com/acme/auth/issues/7|github.com/acme/auth/issues/7>
      [2] “Tokens vanish overnight.”
      Hacker News
      ~ *Sample data*  ·  Figures of <!date^1773972000^{date_short_pretty} {time}|2026-03-20 02:00 UTC>
      [‹ Back to list] [Signal] [Share in channel] [Share to…] [Evidence]"
    `);
  });

  it('says where nothing was found', () => {
    const card = shown(aBrief({ problem: '', workarounds: [], wedge: null }));
    expect(card).toContain('*The problem*\nNothing was found.');
    expect(card).toContain('*What they do about it*\nNothing was found.');
    expect(card).not.toContain('*The wedge*');
  });

  it('does without the parts that a service does not have', () => {
    const [summary] = someOpportunities(1);
    expect(shown({ ...summary } as BriefRecord & Record<string, unknown>)).not.toMatch(
      /\*(The problem|Risks|Evidence)\*/,
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
    expect(buttonsOf(card)).toEqual([]);
    expect(cardText(card)).toContain(`~ Shared by <@U0ADA>  ·  \`/pain brief ${idOf(1)}\``);
  });
});

describe('no brief', () => {
  it('was never made of too few posts', () => {
    expect(noBriefCard(question, { topic: 'Tokens expire', volume: 3, absence: 'TOO_FEW_POSTS' }, ENGLISH).text).toBe(
      'There is no brief of “Tokens expire”. It was never made: a brief needs 5 posts of 3 people, and there are 3 posts.',
    );
  });

  it.each([
    ['TOO_FEW_POSTS', 'a brief needs 5 posts of 3 people, and fewer people wrote these 40 posts'],
    ['NOT_WRITTEN_YET', 'None was made so far. Briefs are made at night'],
    ['EXPIRED', 'The last one is older than 7 days.'],
    [null, 'the service does not say which'],
  ] as const)('says why, as far as the service does: %s', (absence, why) => {
    const card = noBriefCard(question, { topic: 'Tokens expire', volume: 40, absence }, ENGLISH);
    expect(card.text).toContain(why);
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(['‹ Signal', 'Evidence', 'All briefs']);
  });
});
