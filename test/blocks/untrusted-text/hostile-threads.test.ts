import { AskQuery, RelatedQuery } from '@pain-signals/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpretationCard } from '#blocks/conversation/interpretation-card.ts';
import { describeFound } from '#blocks/conversation/progress-tasks.ts';
import { nothingRelatedCard, relatedCard } from '#blocks/conversation/related-card.ts';
import { postedCard } from '#blocks/sharing/share-cards.ts';
import { unfurlCard } from '#blocks/signals/signal-row.ts';
import { signalWorkObject } from '#blocks/signals/work-object.ts';
import { parseNaturalLanguage } from '#handlers/commands/natural-language/parse-natural-language.ts';
import { parseMessage } from '#handlers/conversation/find-related.ts';
import { cardContext, expectHarmless, hostileText, signal } from '../../support/service/hostile-data.ts';
import { aDetail } from '../../support/service/sample-signals.ts';

const said = hostileText(500).map((text) => `${text}???`.slice(-500));

describe('what threads show of hostile data', () => {
  it('related signals, and a card posted with a note', () => {
    const matched = fc.array(hostileText(100), { maxLength: 60 });
    fc.assert(
      fc.property(
        said,
        fc.array(signal, { maxLength: 3 }),
        matched,
        cardContext,
        hostileText(3_000),
        (text, rows, words, around, note) => {
          const query = RelatedQuery.parse({ show: 'related', text });
          const found = rows.map((row) => ({ ...row, matched: { said: words, meant: words } }));
          const card = relatedCard({ query, rows: found, thread: '1.000001' }, around);
          expectHarmless(card);
          expectHarmless(nothingRelatedCard({ hasClosest: true, query }, around));
          expectHarmless(postedCard(card, { by: 'U0ADALOVEL', note, from: 'https://pain.slack.com/archives/C1/p1' }));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('links to signals, and what was understood of hostile words', () => {
    fc.assert(
      fc.property(said, signal, hostileText(3_000), cardContext, (text, row, summary, around) => {
        const unfurled = unfurlCard(aDetail({ ...row, summary }), around);
        expectHarmless(unfurled);
        const detail = aDetail({ ...row, summary, topic: text });
        const said = { title: text, excerpt: summary, provider: text, author: text, url: text, licence: text };
        const evidence = [{ ...said, postedAt: null, foundAt: null }];
        const page = { url: 'https://pain.example/signals/1', id: '1' };
        const { entity_payload: payload } = signalWorkObject({ detail, page, evidence }, around);
        const shown = [
          payload.attributes.title.text,
          ...(payload.custom_fields ?? []).flatMap(({ label, value }) => [label, value]),
        ];
        expect(shown.filter((each) => /[<>@]/.test(String(each)))).toEqual([]);
        const found = describeFound({ text: summary, blocks: [] });
        expect(found.replace(/\[\d{1,2}\](?![(:[])/g, '')).not.toMatch(/[<>@[\]*`~|]/);
        const query = AskQuery.parse({ show: 'ask', question: text });
        const parsed = parseNaturalLanguage(text, 0) ?? { query, isUnderstood: false, asked: query };
        expectHarmless(interpretationCard(unfurled, { ...parsed }));
        parseMessage(text);
        parseMessage(summary);
      }),
      { numRuns: 100 },
    );
  });
});
