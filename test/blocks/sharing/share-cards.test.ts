import { describe, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { card } from '#blocks/kit/card.ts';
import { actions, button, context, overflow, section } from '#blocks/kit/elements.ts';
import { alreadySharedCard, postedCard, shareFailedCard, unconfirmedShareCard } from '#blocks/sharing/share-cards.ts';
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

  it('where the reader is says how to let the app in here, not somewhere else', () => {
    for (const code of ['not_in_channel', 'channel_not_found'])
      expect(shareFailedCard(code, 'C0GENERAL').text).toContain(
        'The app isn’t in this channel. Type `/invite @painsignals`, then try again.',
      );
    expect(shareFailedCard('channel_not_found', 'D0ADA').text).toContain(
      'direct messages between people. Choose a channel',
    );
  });

  it('puts the button to delete a card into its last row of buttons, before the menu', () => {
    const evidence = button(ACTION.evidence, { text: 'Evidence', value: 'e' });
    const menu = overflow(ACTION.more, [{ text: 'Watch', value: 'watch' }]);
    const shown = card('t', [section('Topic'), actions([evidence, menu]), context(['Shared by <@U1>'])]);
    expect(cardText(postedCard(shown, { by: 'U1' }))).toMatch(
      /\[Evidence\] \[Delete\] \[⋯ Watch\]\n~ Shared by <@U1>$/,
    );
    expect(cardText(postedCard(card('t', [section('Topic')]), { by: 'U1' }))).toMatch(/Topic\n\[Delete\]$/);
  });

  it('has it in the menu where the row is full', () => {
    const three = ['Evidence', 'Brief', 'Chart'].map((text) => button(ACTION.evidence, { text, value: text }));
    const menu = overflow(ACTION.more, [{ text: 'Watch', value: 'watch' }]);
    const posted = postedCard(card('t', [section('Topic'), actions([...three, menu])]), { by: 'U1', shareKey: 'k' });
    expect(cardText(posted)).toMatch(/\[Evidence\] \[Brief\] \[Chart\] \[⋯ Watch \| Delete…\]$/);
    expect(posted.blocks.at(-1)).toMatchObject({ block_id: 'U1 k' });
    const bare = postedCard(card('t', [section('Topic'), actions(three)]), { by: 'U1' });
    expect(cardText(bare)).toMatch(/\[Chart\] \[Delete\]$/);
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
