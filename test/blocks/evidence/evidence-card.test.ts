import { describe, expect, it } from 'vitest';
import { type EvidencePage, evidenceCard } from '#blocks/evidence/evidence-card.ts';
import type { CardContext } from '#blocks/kit/card-context.ts';
import { aQuotation, idOf, SNAPSHOT_AT } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const cardContext: CardContext = {
  freshness: { snapshotAt: SNAPSHOT_AT, isSample: true, staleSince: null, dropped: 0 },
  linkTo: () => null,
  audience: { kind: 'person' },
};
const page: EvidencePage = {
  query: { show: 'evidence', id: idOf(1), page: 1, back: { show: 'trending', limit: 10, page: 0 } },
  topic: 'OAuth refresh tokens expire without warning',
  items: [
    aQuotation(),
    aQuotation({
      provider: 'hackernews',
      title: null,
      author: null,
      licence: null,
      postedAt: null,
      url: 'javascript:alert(1)',
    }),
    aQuotation({ title: null, excerpt: null, licence: 'MIT', postedAt: null, foundAt: null }),
  ],
  fingerprints: ['a', 'b', 'c'].map((sign) => sign.repeat(64)),
  firstNumber: 5,
  total: 530,
  hasNext: true,
  isWithoutExcerpts: false,
};

describe('the evidence of a signal', () => {
  it('is quoted, with who said it where, when, and under which licence', () => {
    expect(cardText(evidenceCard(page, cardContext))).toMatchInlineSnapshot(`
      ""Evidence for “OAuth refresh tokens expire without warning”: 530 excerpts: “Every deploy signs all of our users out. We lost a whole afternoon on it.” (Stack Exchange); “Every deploy signs all of our users out. We lost a whole afternoon on it.” (Hacker News); an untitled post (Stack Exchange). Sample data."
      # Evidence: OAuth refresh tokens expire without warning
      ~ Newest first  ·  5–7 of 530 excerpts
      ~ *5.* Stack Exchange  ·  by ada  ·  <!date^1773783000^{date_short_pretty}|2026-03-17>  ·  license <https://creativecommons.org/licenses/by-sa/4.0/|CC BY-SA 4.0>  ·  <https://stackoverflow.com/q/4711|stackoverflow.com/q/4711>
      *Refresh token revoked after deploy*
      > “Every deploy signs all of our users out. We lost a whole afternoon on it.”
      [Open post]
      ~ *6.* Hacker News  ·  found <!date^1773907200^{date_short_pretty}|2026-03-19>
      > “Every deploy signs all of our users out. We lost a whole afternoon on it.”
      [Open post]
      ~ *7.* Stack Exchange  ·  by ada  ·  license MIT  ·  <https://stackoverflow.com/q/4711|stackoverflow.com/q/4711>
      _Untitled_
      ~ *Sample data*  ·  Updated <!date^1773972000^{date_short_pretty} at {time}|2026-03-20 02:00 UTC>
      [‹ Details] [‹ Previous] [Next ›] [Share in channel] [Share to…] [⋯ Watch | Hide this signal]"
    `);
  });

  it('quotes hostile words as they were written, harmless', () => {
    const excerpt =
      '100% of <!channel> &lt;b&gt; *x* %3Cscript%3E `y` ~z~ :tada: <https://evil.example|safe> _u_ snake_case\n> “q”';
    const card = evidenceCard({ ...page, items: [aQuotation({ title: null, excerpt })] }, cardContext);
    expect(cardText(card).split('\n').slice(4, 5)).toMatchInlineSnapshot(`
      [
        "> “100% of &lt;!channel&gt; &amp;lt;b&amp;gt; ∗x∗ %3Cscript%3E ˋyˋ ∼z∼ ∶tada: &lt;https://evil.example|safe&gt; ˍuˍ snake_case &gt; “q””",
      ]
    `);
  });

  it.each([
    ['Export times out. No file arrives.', ['*Export times out*', '> “No file arrives.”']],
    ['Export times out\n\nNo file arrives.', ['*Export times out*', '> “No file arrives.”']],
    ['Export times out', ['*Export times out*', '[Open post]']],
    ['export times out for large files.', ['> “export times out for large files.”', '[Open post]']],
  ])('says a title once that the excerpt begins with: %s', (excerpt, says) => {
    const card = evidenceCard({ ...page, items: [aQuotation({ title: 'Export times out', excerpt })] }, cardContext);
    expect(cardText(card).split('\n').slice(4, 6)).toEqual(says);
  });

  it('says when there are titles only', () => {
    const titles = page.items.map(() => aQuotation({ excerpt: null }));
    const card = evidenceCard({ ...page, items: titles, isWithoutExcerpts: true }, cardContext);
    expect(cardText(card)).toContain('Titles only');
    expect(cardText(card)).not.toContain('> “');
  });

  it('says of how many posts it is where they gave more quotes than they are', () => {
    expect(cardText(evidenceCard({ ...page, posts: 498 }, cardContext))).toContain('of 530 excerpts from 498 posts');
    expect(cardText(evidenceCard({ ...page, posts: 530 }, cardContext))).toMatch(/of 530 posts$/m);
  });

  it('that is gone says so and is not shared', () => {
    const card = evidenceCard({ ...page, items: [], total: 0, hasNext: false }, cardContext);
    expect(cardText(card)).toContain('*No evidence to show.*');
    expect(buttonsOf(card).map(({ action }) => action)).toEqual(['back_to_signal', 'previous_page']);
  });

  it('leads back to the signal, and from there to the list', () => {
    const back = buttonsOf(evidenceCard(page, cardContext)).find(({ action }) => action === 'back_to_signal');
    expect(JSON.parse(back?.value ?? '')).toMatchObject({ show: 'signal', id: idOf(1), back: { show: 'trending' } });
  });

  it('in a channel shows who shared it and turns no page for the others', () => {
    const card = evidenceCard(page, { ...cardContext, audience: { kind: 'channel', sharedBy: 'U0ADA' } });
    expect(buttonsOf(card).map(({ text }) => text)).toEqual(['Details']);
    expect(cardText(card)).toMatch(/~ Shared by <@U0ADA>$/m);
    expect(cardText(card)).not.toContain(idOf(1));
  });
});
