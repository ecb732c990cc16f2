import { AskQuery, FindQuery, SearchQuery } from '@pain-signals/domain';
import { expect, it } from 'vitest';
import { interpretationCard } from '#blocks/conversation/interpretation-card.ts';
import { textCard } from '#blocks/kit/card.ts';
import { cardText } from '../../support/slack/card-text.ts';

it('offers a list that may have been meant by its title, not as a command', () => {
  const asked = AskQuery.parse({ show: 'ask', question: 'webhook duplication rising' });
  const closest = SearchQuery.parse({ show: 'search', words: 'webhook duplication', sort: 'rising' });
  const card = interpretationCard(textCard('Nothing.'), { query: asked, asked, isUnderstood: false, closest });
  expect(cardText(card)).toContain('[Did you mean: Rising signals about “webhook duplication”?]');
});

it('offers what may have been asked of the signal in mind in English', () => {
  const asked = AskQuery.parse({ show: 'ask', question: 'who said so' });
  const closest = FindQuery.parse({ show: 'find', want: 'evidence', names: [{ by: 'it' }] });
  const card = interpretationCard(textCard('Nothing.'), { query: asked, asked, isUnderstood: false, closest });
  expect(cardText(card)).toContain('[Did you mean: its evidence?]');
});
