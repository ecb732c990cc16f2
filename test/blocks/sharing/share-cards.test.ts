import { describe, expect, it } from 'vitest';
import { alreadySharedCard, shareFailedCard, unconfirmedShareCard } from '#blocks/sharing/share-cards.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

describe('sharing', () => {
  it.each([
    'not_in_channel',
    'channel_not_found',
    'is_archived',
    'restricted_action',
    'missing_scope',
    'ratelimited',
    'token_revoked',
    'some_new_code',
    '<!channel>',
  ])('refused with %s says what lets it in', (code) => {
    expect(cardText(shareFailedCard(code))).toMatchSnapshot();
  });

  it('is not done twice', () => {
    expect(alreadySharedCard().text).toContain('Already shared');
  });

  it('in doubt leaves it to a person to look and to send again', () => {
    const [again] = buttonsOf(unconfirmedShareCard('C1', '{"attempt":2}'));
    expect(again).toMatchObject({
      action: 'share_again',
      text: 'It’s missing: share again',
      value: '{"attempt":2}',
    });
  });
});
