import type { Message, View } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SHARE_INPUT } from '#blocks/sharing/share-dialog.ts';
import { cardText, isFilled, viewText } from '../../support/slack/card-text.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const HERE = 'C0DEVPAIN1';
const THERE = 'C0PRODUCT1';
const shown = ({ text = '', blocks }: { text?: string; blocks: Message['blocks'] }) =>
  cardText({ text, blocks } as unknown as Parameters<typeof cardText>[0]);
const posted = (channelId: string) =>
  world.slack
    .messages(channelId)
    .filter(({ ephemeralFor, user }) => ephemeralFor === undefined && user === 'U0PAINSIGNL');
const says = (view: View) => shown({ blocks: view.blocks });
const isDrawn = isFilled;

async function home(): Promise<string> {
  await world.slack.openHome();
  return viewText(await world.slack.nextHome(isFilled));
}

/** Presses "Share to…" and waits until the dialog shows what will be posted. */
async function openDialog(message: Message): Promise<View> {
  await world.slack.press({ message, actionId: 'share_to' });
  return world.slack.nextView(isDrawn);
}

async function submit(
  view: View,
  {
    channel = THERE,
    note = null,
    target = null,
  }: { channel?: string | null; note?: string | null; target?: string | null } = {},
) {
  const values = {
    [SHARE_INPUT.channel]: { [SHARE_INPUT.channel]: channel },
    [SHARE_INPUT.note]: { [SHARE_INPUT.note]: note },
    ...(target === null ? {} : { [SHARE_INPUT.target]: { [SHARE_INPUT.target]: target } }),
  };
  await world.slack.submitView(view.id, values);
  return says(await world.slack.nextView(isDrawn));
}

describe('the share dialog', () => {
  it('says what it is for while it asks which signal is meant', async () => {
    await world.ask('trending');
    await world.slack.runCommand({ text: 'share' });
    expect(viewText(await world.slack.nextView(isDrawn))).toMatch(/^".*Share a signal.*\n\*Which signal\?\*/);
  });

  it('takes the place of the dialog that asks which signal is meant, for the kind and channel asked for', async () => {
    await world.ask('trending');
    await world.slack.runCommand({ text: 'share brief' });
    const asking = await world.slack.nextView((view) => viewText(view).includes('Which signal?'));
    expect(viewText(asking)).toContain('Share a brief');
    await world.slack.press({ viewId: asking.id, actionId: 'pick_signal' });
    const view = await world.slack.nextView((each) => viewText(each).includes('# Brief'));
    expect(view.id).toBe(asking.id);
    expect(viewText(view)).toContain('Share a brief');
    expect(JSON.stringify(view.blocks)).toContain(`"initial_conversation":"${HERE}"`);
    expect(await submit(view)).toContain(`Shared in <#${THERE}>`);
  });

  it('opens for the brief that was asked to be shared, and by the command alone for the signal shown last', async () => {
    await world.ask('trending');
    await world.slack.runCommand({ text: 'share brief 1' });
    const brief = await world.slack.nextView(isDrawn);
    expect(says(brief)).toContain('# Brief: ');
    expect(await submit(brief)).toContain(`Shared in <#${THERE}>`);
    await world.ask('signal 2');
    await world.slack.runCommand({ text: 'share' });
    expect(says(await world.slack.nextView((view) => isDrawn(view) && view.id !== brief.id))).toContain(
      '# OAuth refresh tokens',
    );
  });

  it('shows what will be posted, begins with the channel it was opened in, and posts with note and credit', async () => {
    const view = await openDialog(await world.ask('trending'));
    expect(says(view)).toContain('Trending: significant increases');
    expect(JSON.stringify(view.blocks)).toContain(`"initial_conversation":"${HERE}"`);
    const outcome = await submit(view, { note: 'look <!channel> *now* & talk' });
    expect(outcome).toContain(`Shared in <#${THERE}>`);
    expect(outcome).toMatch(/<http:\/\/[^|]+\|Open it>/);
    const [card] = posted(THERE);
    expect(shown(card as Message)).toContain('<@U0ADALOVEL>: look &lt;!channel&gt; ∗now∗ &amp; talk');
    expect(shown(card as Message)).not.toContain('Shared by');
    await submit(await openDialog(await world.ask('trending')));
    expect(shown(posted(THERE).at(-1) as Message)).toContain('Shared by <@U0ADALOVEL>');
  });

  it.each([
    'share 1 in product',
    'share 1 in the product channel',
    'share 1 to #product',
    'share number 1 #product',
    'please share number 1 in #product',
    'share #product',
  ])('begins with the channel that was named: %s', async (text) => {
    await world.ask('trending');
    await world.ask('signal 1');
    await world.slack.runCommand({ text });
    const view = await world.slack.nextView(isDrawn);
    expect(says(view)).toContain('# OAuth refresh tokens expire');
    expect(JSON.stringify(view.blocks)).toContain(`"initial_conversation":"${THERE}"`);
    expect(await submit(view)).toContain(`Shared in <#${THERE}>`);
  });

  it('begins with no channel where there is none of that name, and says so', async () => {
    await world.ask('trending');
    await world.slack.runCommand({ text: 'share brief 1 in #prodoct' });
    const view = await world.slack.nextView(isDrawn);
    expect(says(view)).toContain('No public channel is named “prodoct”. Choose another channel.');
    expect(JSON.stringify(view.blocks)).not.toContain('initial_conversation');
  });

  it.each([{ status: 429, retryAfter: 2 }, { status: 500 }, { drop: true }] as const)(
    'says that Slack does not say which channel that is: %j',
    async (failure) => {
      await world.ask('trending');
      world.slack.failNext('conversations.list', failure);
      await world.slack.runCommand({ text: 'share brief 1 in product' });
      const view = await world.slack.nextView(isDrawn);
      expect(says(view)).toContain('Slack didn’t say which channel is “product”. Choose it here, or try again');
      expect(JSON.stringify(view.blocks)).not.toContain('initial_conversation');
    },
  );

  it('begins with the channel that was named in a message', async () => {
    const ask = async (text: string) => {
      await world.slack.say({ channelId: 'D0ADALOVEL', text });
      return world.slack.nextMessage(({ user, channelId }) => user === 'U0PAINSIGNL' && channelId === 'D0ADALOVEL');
    };
    await ask('trending');
    const answer = await ask('share 1 in #product');
    expect(shown(answer)).toContain(`Share it in <#${THERE}>`);
    expect(JSON.stringify((await openDialog(answer)).blocks)).toContain(`"initial_conversation":"${THERE}"`);
  });

  it('opened in a thread offers the thread', async () => {
    const top = await world.slack.say({ channelId: HERE, text: '@painsignals top 4' });
    const answer = await world.slack.nextMessage();
    await world.slack.press({ message: answer, actionId: 'details' });
    const details = await world.slack.nextMessage(isPrivate);
    expect(details.threadTs).toBe(top.ts);
    await world.slack.press({ message: details, actionId: 'more', selectedOption: 'share' });
    const outcome = await submit(await world.slack.nextView(isDrawn), { target: 'thread' });
    expect(outcome).toContain(`Shared in <#${HERE}>`);
    expect(posted(HERE).at(-1)?.threadTs).toBe(top.ts);
  });

  it('posts once, however often it is sent, and once more with another note', async () => {
    const list = await world.ask('trending');
    await submit(await openDialog(list));
    expect(await submit(await openDialog(list))).toContain('Already shared');
    expect(posted(THERE)).toHaveLength(1);
    await submit(await openDialog(list), { note: 'again, on purpose' });
    expect(posted(THERE)).toHaveLength(2);
  });

  it("posts through the channel's response_url where the app is not a member", async () => {
    const outcome = await submit(await openDialog(await world.ask('trending')), { channel: 'C0RANDOM01' });
    expect(outcome).toContain('Shared in <#C0RANDOM01>');
    expect(posted('C0RANDOM01')).toHaveLength(1);
    expect(world.slack.calls.map(({ method }) => method)).not.toContain('chat.getPermalink');
  });

  it('asks the person to check an unconfirmed share, and sends it again only on request', async () => {
    const view = await openDialog(await world.ask('trending'));
    world.slack.failNext('chat.postMessage', { drop: 'answer' });
    const outcome = await submit(view, { note: 'have a look' });
    expect(outcome).toContain(`may or may not be in <#${THERE}>`);
    expect(outcome).toContain('[It’s missing: share again]');
    expect(posted(THERE)).toHaveLength(1);
    const inDialog = { viewId: view.id, actionId: 'share_again' };
    await Promise.all([world.slack.press(inDialog), world.slack.press(inDialog)]);
    const told = await world.slack.nextView((shown) => says(shown).includes('Shared in'));
    expect(says(told)).toContain('Open it');
    expect(posted(THERE)).toHaveLength(2);
    expect(shown(posted(THERE).at(-1) as Message)).toContain('<@U0ADALOVEL>: have a look');
  });

  it('shares once more what was shared before, when asked to', async () => {
    const list = await world.ask('trending');
    await submit(await openDialog(list));
    const view = await openDialog(list);
    expect(await submit(view)).toContain('[Share again]');
    await world.slack.press({ viewId: view.id, actionId: 'share_again' });
    await world.slack.nextView((shown) => says(shown).includes('Shared in'));
    expect(posted(THERE)).toHaveLength(2);
  });

  it.each([
    ['not_in_channel', '/invite @painsignals'],
    ['is_archived', 'archived'],
    ['restricted_action', 'An admin limited'],
  ])('says what to do about %s, and can be sent again', async (error, words) => {
    const list = await world.ask('trending');
    world.slack.failNext('chat.postMessage', { error });
    world.slack.failNext('response_url', { error: 'no', status: 404 });
    expect(await submit(await openDialog(list))).toContain(words);
    expect(posted(THERE)).toHaveLength(0);
    expect(await submit(await openDialog(list))).toContain('Shared in');
  });

  it('asks to look where the app is not a member and Slack failed after it got the message', async () => {
    const list = await world.ask('trending');
    world.slack.failNext('chat.postMessage', { error: 'not_in_channel' });
    world.slack.failNext('response_url', { status: 503 });
    expect(await submit(await openDialog(list))).toContain('may or may not be in');
  });

  it('warns that another organization reads the channel, and asks first where it was chosen in the dialog', async () => {
    await world.slack.runCommand({ text: 'trending', channelId: 'C0PARTNERS' });
    const view = await openDialog(await world.slack.nextMessage(isPrivate));
    const warning = '⚠ *<#C0PARTNERS> is shared with another organization.*';
    expect(says(view)).toContain(warning);
    expect(await submit(view, { channel: 'C0PARTNERS' })).toContain('Shared in');
    const inside = await openDialog(await world.ask('top'));
    expect(says(inside)).not.toContain('another organization');
    expect(await submit(inside)).not.toContain('another organization');
    const shared = posted('C0PARTNERS').length;
    expect(await submit(await openDialog(await world.ask('emerging')), { channel: 'C0PARTNERS' })).toContain(warning);
    expect(posted('C0PARTNERS')).toHaveLength(shared);
  });

  it('asks where Slack did not say who reads the channel when the dialog opened, and refuses while it does not say', async () => {
    await world.slack.runCommand({ text: 'trending', channelId: 'C0PARTNERS' });
    const list = await world.slack.nextMessage(isPrivate);
    const silent = { status: 500, error: 'internal_error' };
    world.slack.failNext('conversations.info', silent);
    const view = await openDialog(list);
    expect(says(view)).not.toContain('another organization');
    const shared = posted('C0PARTNERS').length;
    expect(await submit(view, { channel: 'C0PARTNERS' })).toContain('is shared with another organization');
    const secret = await openDialog(await world.ask('trending'));
    for (let call = 0; call < 4; call += 1) world.slack.failNext('conversations.info', silent);
    expect(await submit(secret, { channel: 'C0SECRET01' })).toContain('Can’t check who can see that channel.');
    expect(posted('C0PARTNERS')).toHaveLength(shared);
    expect(posted('C0SECRET01')).toEqual([]);
  });

  it('keeps the link to where it was shared from while it asks first', async () => {
    await world.slack.say({ channelId: 'D0ADALOVEL', userId: 'U0ADALOVEL', text: 'what is trending?' });
    await world.idle();
    const view = await openDialog(world.slack.messages('D0ADALOVEL').at(-1) as Message);
    expect(await submit(view, { channel: 'C0PARTNERS', target: 'channel' })).toContain('[Share it there]');
    await world.slack.press({ viewId: view.id, actionId: 'share_again' });
    await world.slack.nextView((shown) => says(shown).includes('Shared in'));
    expect(shown(posted('C0PARTNERS').at(-1) as Message)).toContain('Original message');
  });

  it('asks for a channel where none is chosen', async () => {
    const view = await openDialog(await world.ask('trending'));
    const values = {
      [SHARE_INPUT.channel]: { [SHARE_INPUT.channel]: null },
      [SHARE_INPUT.note]: { [SHARE_INPUT.note]: null },
    };
    const { errors } = await world.slack.submitView(view.id, values);
    expect(Object.keys(errors ?? {})).toEqual([SHARE_INPUT.channel]);
  });

  it('says so when Slack does not open it', async () => {
    const list = await world.ask('trending');
    world.slack.failNext('views.open', { error: 'expired_trigger_id' });
    expect(shown(await world.press(list, 'share_to'))).toContain('The dialog didn’t open in time');
  });
});

describe('a shared card', () => {
  const share = async () => {
    await world.press(await world.ask('top 3'), 'share');
    return posted(HERE)[0] as Message;
  };

  it('is deleted by its sharer, and by an admin', async () => {
    for (const userId of ['U0ADALOVEL', 'U0GRACEHOP']) {
      const card = await share();
      await world.slack.press({ message: card, actionId: 'delete_shared', userId });
      await expect.poll(() => posted(HERE).length).toBe(0);
    }
  });

  describe('with three buttons has Delete in its menu, which', () => {
    const shareSignal = async () => {
      await world.press(await world.press(await world.ask('trending'), 'details'), 'share');
      return posted(HERE)[0] as Message;
    };
    const chooseDelete = async (message: Message, userId?: string) => {
      await world.slack.press({ message, actionId: 'more', selectedOption: 'delete', ...(userId && { userId }) });
      const view = await world.slack.nextView((each) => viewText(each).includes('Delete this card?'));
      await world.slack.submitView(view.id, {});
    };

    it('asks first, and deletes it for its sharer and for an admin', async () => {
      for (const userId of ['U0ADALOVEL', 'U0GRACEHOP']) {
        const card = await shareSignal();
        expect(shown(card)).toContain('[Evidence] [Brief] [Chart] [⋯ Watch | Hide this signal | Delete…]');
        await world.slack.press({ message: card, actionId: 'more', selectedOption: 'delete', userId });
        const view = await world.slack.nextView((each) => viewText(each).includes('Delete this card?'));
        expect(viewText(view)).toContain('It will disappear for everyone.');
        expect(posted(HERE)).toHaveLength(1);
        await world.slack.submitView(view.id, {});
        await expect.poll(() => posted(HERE).length).toBe(0);
      }
      await expect.poll(home).not.toContain('Recently shared');
    });

    it('tells others why they can’t', async () => {
      await chooseDelete(await shareSignal(), 'U0KENTHOMP');
      expect(shown(await world.slack.nextMessage(isPrivate))).toContain(
        'Only <@U0ADALOVEL>, who shared this card, and admins',
      );
      expect(posted(HERE)).toHaveLength(1);
    });
  });

  it('of another workspace is not deleted by an admin of ours, in a channel that both are in', async () => {
    const card = await share();
    await world.store.outbox.removeShare('T0PREVIEW01', { channelId: HERE, ts: card.ts, key: null });
    // Slack lets no app delete what another one's token posted; a response_url deletes any.
    world.slack.failNext('chat.delete', { error: 'cant_delete_message' });
    await world.slack.press({ message: card, actionId: 'delete_shared', userId: 'U0GRACEHOP' });
    await world.slack.nextMessage(isPrivate);
    expect(posted(HERE)).toHaveLength(1);
  });

  it('is gone from Home with its message, also where the app is no member', async () => {
    await submit(await openDialog(await world.ask('trending')), { channel: 'C0RANDOM01' });
    expect(await home()).toContain('Trending signals  ·  shared in <#C0RANDOM01>');
    const [message] = posted('C0RANDOM01') as [Message];
    await world.slack.press({ message, actionId: 'delete_shared' });
    await expect.poll(() => posted('C0RANDOM01').length).toBe(0);
    await expect.poll(home).not.toContain('Recently shared');
  });

  it('is named on Home as its heading was written', async () => {
    await submit(await openDialog(await world.ask('search r&d <now>')));
    expect(await home()).toContain('|Signals about “r&amp;d ‹now›”>');
  });

  it('that answers a mention can be deleted by who asked for a day, who is told so afterwards, and by admins', async () => {
    const ask = async () => {
      await world.slack.say({ channelId: HERE, text: '@painsignals top 3' });
      return world.slack.nextMessage((each) => each.channelId === HERE && shown(each).includes('[Delete]'));
    };
    const [own, old] = [await ask(), await ask()];
    await world.slack.press({ message: own, actionId: 'delete_shared' });
    await expect.poll(() => posted(HERE)).toHaveLength(1);
    await world.store.outbox.removeShare('T0PREVIEW01', { channelId: HERE, ts: old.ts, key: null });
    await world.slack.press({ message: old, actionId: 'delete_shared' });
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain(
      'You can delete answers to your questions for a day after they’re posted, and this one is older. Ask an admin to delete it.',
    );
    expect(posted(HERE)).toHaveLength(1);
    await world.slack.press({ message: old, actionId: 'delete_shared', userId: 'U0GRACEHOP' });
    await expect.poll(() => posted(HERE)).toEqual([]);
  });

  it("can't be deleted by others, who are told why", async () => {
    const card = await share();
    await world.slack.press({ message: card, actionId: 'delete_shared', userId: 'U0KENTHOMP' });
    expect(shown(await world.slack.nextMessage(isPrivate))).toContain(
      'Only <@U0ADALOVEL>, who shared this card, and admins',
    );
    expect(posted(HERE)).toHaveLength(1);
  });
});
