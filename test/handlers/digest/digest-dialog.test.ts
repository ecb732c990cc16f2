import { DEFAULT_DIGEST_PLAN, type Settings } from '@pain-signals/domain';
import type { Message, View } from '@pain-signals/slack-preview';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DIGEST_INPUT } from '#blocks/digest/digest-dialog.ts';
import { ACTION } from '#blocks/kit/buttons.ts';
import { newDelivery } from '#src/store/outbox.ts';
import { someSignals } from '../../support/service/sample-signals.ts';
import { cardText, isFilled, viewText } from '../../support/slack/card-text.ts';
import { pressForm, sendSigned } from '../../support/worlds/signed-request.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

const WORKSPACE = 'T0PREVIEW01';
const CHANNEL = 'C0DEVPAIN1';
const [MEMBER, OTHER_MEMBER, ADMIN] = ['U0ADALOVEL', 'U0KENTHOMP', 'U0GRACEHOP'];

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(() => choose('members'));

const choose = (setUpBy: Settings['setUpBy']) =>
  world.store.settings.set(WORKSPACE, { defaultArea: null, defaultChannelId: null, managerIds: [], setUpBy });
const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const has = (text: string) => (view: View) => JSON.stringify(view).includes(text);
const told = (userId: string) => world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === userId);
const ask = async (userId: string, text: string) => {
  await world.slack.runCommand({ text, channelId: CHANNEL, userId });
  return toldInChannel(userId);
};
const toldInChannel = (userId = MEMBER) =>
  world.slack.nextMessage((each) => each.ephemeralFor === userId && each.channelId === CHANNEL);
const digestOf = () => world.store.subscriptions.ofChannel(WORKSPACE, CHANNEL);
const dialogFrom = async (card: Message, userId: string) => {
  await world.slack.press({ message: card, actionId: ACTION.digestSetUp, userId });
  return world.slack.nextView(has(DIGEST_INPUT.weekday));
};

it('can be restricted to managers, as can channel watches', async () => {
  await choose('managers');
  const card = await ask(MEMBER, 'digest');
  expect(shown(card)).toContain(
    'only admins, managers and the person who installed the app can set up digests and watches for channels',
  );
  expect(shown(card)).not.toContain('[Set up]');
  expect(shown(await ask(MEMBER, 'watch oauth here'))).toContain('Watch not created.');
  expect(shown(await ask(MEMBER, 'watch oauth'))).toContain('Watching.');
  expect(shown(await ask(ADMIN, 'watch oauth here'))).toContain('Watching.');
  expect(shown(await ask(ADMIN, 'digest'))).toContain('[Preview and turn on] [Choose day and areas]');
});

it.each([{ status: 429, retryAfter: 2 }, { status: 500 }])(
  'says on the card and on Home that Slack does not say whether the app is in the channel: %j',
  async (failure) => {
    const { id } = await world.store.subscriptions.save(WORKSPACE, 'C0RANDOM01', MEMBER, DEFAULT_DIGEST_PLAN);
    const says = 'Slack didn’t say whether the app can post in this channel';
    world.slack.failNext('conversations.info', failure);
    await world.slack.runCommand({ text: 'digest', channelId: 'C0RANDOM01', userId: MEMBER });
    expect(shown(await told(MEMBER))).toContain(says);
    world.slack.failNext('conversations.info', failure);
    await world.slack.openHome(MEMBER);
    await world.idle();
    expect(viewText(world.slack.home(MEMBER) as View)).toContain(says);
    await world.store.subscriptions.remove(WORKSPACE, id);
  },
);

it('can otherwise be set up by every member, and changed by its owner and managers', async () => {
  expect(shown(await ask(MEMBER, 'watch tokens here'))).toContain('Watching.');
  const dialog = await dialogFrom(await ask(MEMBER, 'digest'), MEMBER);
  await world.slack.submitView(dialog.id, { [DIGEST_INPUT.areas]: { [DIGEST_INPUT.areas]: ['TESTING_QUALITY'] } });
  const preview = await world.slack.nextView(has('will get it'));
  await world.slack.submitView(preview.id, {});
  await world.slack.nextView(has('Turned on'));
  expect(await digestOf()).toMatchObject({ ownerId: MEMBER, plan: { areas: ['TESTING_QUALITY'] } });
  await world.slack.nextMessage((each) => shown(each).includes('[Change]'));
  const mine = world.slack.messages(CHANNEL).filter(({ ephemeralFor }) => ephemeralFor === MEMBER);
  expect(mine.filter((each) => shown(each).includes('[Preview and turn on]'))).toEqual([]);
  expect(shown(await ask(OTHER_MEMBER, 'digest'))).not.toContain('[Change]');
  for (const userId of [MEMBER, ADMIN]) expect(shown(await ask(userId, 'digest'))).toContain('[Change]');
});

it('says that the first channel keeps its digest where Change chooses another one', async () => {
  const dialog = await dialogFrom(await ask(MEMBER, 'digest'), MEMBER);
  const other = { [DIGEST_INPUT.channel]: { [DIGEST_INPUT.channel]: 'C0PRODUCT1' } };
  await world.slack.submitView(dialog.id, other);
  const preview = viewText(await world.slack.nextView(has('will get it')));
  expect(preview).toContain(`<#C0PRODUCT1> will get it`);
  expect(preview).toContain(`*<#${CHANNEL}> keeps its own digest.*`);
  const same = await dialogFrom(await ask(MEMBER, 'digest'), MEMBER);
  await world.slack.submitView(same.id, {});
  expect(viewText(await world.slack.nextView(has('will get it')))).not.toContain('keeps its own');
});

it('set up from a list about one area proposes that area, and changes nothing until it is saved', async () => {
  const list = await ask(MEMBER, 'search area:auth');
  const dialog = await dialogFrom(list, MEMBER);
  expect(viewText(dialog)).toContain('This digest covers *Testing &amp; quality, all types*');
  expect(viewText(dialog)).toContain('(Auth &amp; identity) are added below');
  expect((await digestOf())?.plan.areas).toEqual(['TESTING_QUALITY']);
  await world.slack.submitView(dialog.id, {});
  const preview = await world.slack.nextView(has('will get it'));
  expect(viewText(preview)).toMatch(/This replaces the current digest: every Monday at 9:00 AM .*, Testing/);
  expect(preview.submit).toMatchObject({ text: 'Save changes' });
  expect((await digestOf())?.plan.areas).toEqual(['TESTING_QUALITY']);
  await world.slack.submitView(preview.id, {});
  await world.slack.nextView(has('*Saved.*'));
  expect((await digestOf())?.plan.areas.toSorted()).toEqual(['AUTH_IDENTITY', 'TESTING_QUALITY']);
});

it('says of a list that it shows already that it is in it, and leads back from its history', async () => {
  const again = viewText(await dialogFrom(await ask(MEMBER, 'search area:auth'), MEMBER));
  expect(again).toContain('so what your list shows (Auth &amp; identity) is in it.');
  expect(again).toContain('Nothing changes until you press *Save changes*');
  const card = await ask(MEMBER, 'digest');
  await world.slack.press({ message: card, actionId: ACTION.digestHistory, userId: MEMBER });
  const history = await told(MEMBER);
  expect(shown(history)).toContain('[‹ Weekly digest]');
  await world.slack.press({ message: history, actionId: ACTION.digest, userId: MEMBER });
  expect(shown(await told(MEMBER))).toContain('[History]');
});

it('is paused and resumed by a command, for people who may change it', async () => {
  const state = async () => (await digestOf())?.pausedBecause;
  expect(shown(await ask(OTHER_MEMBER, 'digest off'))).toMatch(
    /Not changed\.[\s\S]*the person who set up a digest can change it/,
  );
  expect(await state()).toBeNull();
  expect(shown(await ask(MEMBER, 'digest on'))).toContain('This digest isn’t paused.');
  const paused = shown(await ask(MEMBER, 'digest off'));
  expect(paused).toMatch(/\nPaused\n[\s\S]*\[Resume\]/);
  expect(paused).not.toContain('*Paused.*');
  expect(await state()).toBe('person');
  expect(shown(await ask(ADMIN, 'digest stop'))).toContain('Already paused.');
  expect(shown(await ask(ADMIN, 'digest resume'))).toMatch(/Resumed\.[\s\S]*\[Pause\]/);
  expect(await state()).toBeNull();
});

it('is paused and resumed in plain words, too', async () => {
  expect(shown(await ask(MEMBER, 'please pause the digest'))).toMatch(/\nPaused\n[\s\S]*\[Resume\]/);
  expect((await digestOf())?.pausedBecause).toBe('person');
  expect(shown(await ask(MEMBER, 'resume the digest'))).toMatch(/Resumed\.[\s\S]*\[Pause\]/);
  expect((await digestOf())?.pausedBecause).toBeNull();
});

it('resumes with a button that says so where a paused one is changed', async () => {
  await ask(MEMBER, 'digest pause');
  const dialog = await dialogFrom(await ask(MEMBER, 'digest'), MEMBER);
  await world.slack.submitView(dialog.id, {});
  const preview = await world.slack.nextView(has('will get it'));
  expect(preview.submit).toMatchObject({ text: 'Save and resume' });
  await world.slack.submitView(preview.id, {});
  await world.slack.nextView(has('*Saved and resumed.*'));
  expect(shown(await told(MEMBER))).toContain('[Pause]');
  expect((await digestOf())?.pausedBecause).toBeNull();
});

it('asks for confirmation before it is sent now', async () => {
  const card = JSON.stringify((await ask(MEMBER, 'digest')).blocks);
  expect(card).toContain('Everyone in the channel will see it');
});

const INVITE = 'If it’s private, type `/invite @painsignals` there so the digest can be posted.';

it('for a private channel without the app says how to add it, and is not on other people’s Home', async () => {
  const dialog = await dialogFrom(await ask(ADMIN, 'digest'), ADMIN);
  await world.slack.submitView(dialog.id, { [DIGEST_INPUT.channel]: { [DIGEST_INPUT.channel]: 'C0SECRET01' } });
  const preview = await world.slack.nextView(has('will get it'));
  expect(viewText(preview)).toContain(INVITE);
  // No characters instead of the chart, and one heading for all of the thread.
  expect(viewText(preview)).toContain('▦ In the channel: a chart');
  expect(viewText(preview)).not.toContain('▁');
  expect(viewText(preview).match(/In the thread/g)).toHaveLength(1);
  await world.slack.submitView(preview.id, {});
  expect(viewText(await world.slack.nextView(has('Turned on')))).toContain(INVITE);
  await world.slack.nextMessage((each) => shown(each).includes('[Change]'));
  const homeOf = async (userId: string) => {
    await world.slack.openHome(userId);
    return viewText(await world.slack.nextHome((view) => isFilled(view) && view.userId === userId));
  };
  expect(await homeOf(ADMIN)).toContain('<#C0SECRET01>, every');
  expect(await homeOf(ADMIN)).toContain(INVITE);
  expect(await homeOf(OTHER_MEMBER)).not.toContain('C0SECRET01');
});

it('shows the history of a private channel that the app can’t see to people who may change it, and to nobody else', async () => {
  const { id = '' } = (await world.store.subscriptions.ofChannel(WORKSPACE, 'C0SECRET01')) ?? {};
  const history = async (userId: string) => {
    const pressed = { type: 'button', block_id: 'b', action_ts: '1.0', action_id: ACTION.digestHistory, value: id };
    const user = { id: userId, team_id: WORKSPACE };
    await sendSigned(world.address, pressForm({ user, actions: [pressed] }));
    return shown(await told(userId));
  };
  expect(await history(OTHER_MEMBER)).toContain('You’re not in that channel.');
  expect(await history(ADMIN)).toContain('C0SECRET01');
});

it('stays the digest of the person who set it up when somebody else changes it', async () => {
  const dialog = await dialogFrom(await ask(ADMIN, 'digest'), ADMIN);
  await world.slack.submitView(dialog.id, {});
  const preview = await world.slack.nextView(has('will get it'));
  await world.slack.submitView(preview.id, {});
  await world.slack.nextView(has('*Saved.*'));
  await world.slack.nextMessage((each) => each.ephemeralFor === ADMIN && shown(each).includes('[Change]'));
  expect(shown(await ask(ADMIN, 'digest'))).toContain(`set up by <@${MEMBER}>`);
});

it("shows voters the signal's weight after all votes", async () => {
  const subscription = await digestOf();
  if (subscription === null) throw new Error('no digest');
  world.passTime(subscription.nextDueAt - world.now());
  await world.runDueNow();
  const quote = world.slack.messages(CHANNEL).find((each) => JSON.stringify(each).includes(ACTION.digestVote));
  if (quote === undefined) throw new Error('no thread');
  const [thumbs] = quote.blocks
    .flatMap(({ elements }) => (elements ?? []) as { negative_button?: { value: string } }[])
    .slice(-1);
  const against = JSON.parse(thumbs?.negative_button?.value ?? '{}');
  const vote = async (userId: string, isUseful: boolean) => {
    const value = JSON.stringify({ ...against, isUseful });
    await world.slack.press({ message: quote, actionId: ACTION.digestVote, value, userId });
    return shown(await told(userId));
  };
  expect(await vote(MEMBER, false)).toContain('rank lower in this channel’s digest');
  expect(await vote(OTHER_MEMBER, true)).toContain('Votes are even');
  expect(shown(await ask(MEMBER, 'digest'))).not.toContain('By votes in this channel');
  const voted = await vote(ADMIN, false);
  expect(voted).toContain('rank lower in this channel’s digest');
  expect(voted).toContain('[Hide this signal]');
  await world.store.votes.remove(WORKSPACE, subscription.id);
});

it('names the signals whose order votes have changed', async () => {
  const signal = someSignals(1)[0];
  const subscription = await digestOf();
  if (subscription === null || signal === undefined) throw new Error('no digest');
  world.passTime(subscription.nextDueAt - world.now());
  await world.runDueNow();
  const vote = { userId: MEMBER, signalId: signal.id, macroArea: null, painType: null, isUseful: true };
  await world.store.votes.set(WORKSPACE, subscription.id, vote);
  expect(shown(await ask(MEMBER, 'digest'))).toContain('Ranked higher because of votes here: “Pain number 1”');
});

const SHARED_CHANNEL = 'C0PARTNERS';
const inShared = () => world.store.subscriptions.ofChannel(WORKSPACE, SHARED_CHANNEL);
const askInShared = async (text: string) => {
  await world.slack.runCommand({ text, channelId: SHARED_CHANNEL, userId: MEMBER });
  return told(MEMBER);
};

it('says before it is turned on that another organization reads the channel, and isn’t asked about there again', async () => {
  const dialog = await dialogFrom(await askInShared('digest'), MEMBER);
  await world.slack.submitView(dialog.id, {});
  const preview = await world.slack.nextView(has('They’ll see the digest too'));
  await world.slack.submitView(preview.id, {});
  await world.slack.nextView(has('Turned on'));
  expect(shown(await told(MEMBER))).toContain('[Change]');
  expect(await inShared()).toMatchObject({ mayReachOthers: true });
});

it('that is paused because another organization reads the channel says so in its settings and dialog, and beside the button that resumes it', async () => {
  const { id = '', plan = expect.fail() } = (await digestOf()) ?? {};
  const { id: shared } = await world.store.subscriptions.save(WORKSPACE, SHARED_CHANNEL, MEMBER, plan);
  expect(shared).not.toBe(id);
  await world.store.subscriptions.pause(WORKSPACE, shared, 'shared');
  const settings = await askInShared('digest');
  expect(shown(settings)).toContain('Paused: this channel is now shared with another organization');
  const dialog = await dialogFrom(settings, MEMBER);
  expect(viewText(dialog)).toContain(`*Paused.* <#${SHARED_CHANNEL}> is now shared with another organization`);
  await world.slack.press({ message: settings, actionId: ACTION.digestResume, userId: MEMBER });
  expect(shown(await told(MEMBER))).toContain('Resumed.');
  expect(await inShared()).toMatchObject({ pausedBecause: null, mayReachOthers: true });
});

/** Paused by a person, then paused again because another organization reads the channel. */
async function cardFromBefore(): Promise<Message> {
  const { id = '', plan = expect.fail() } = (await inShared()) ?? {};
  await world.store.subscriptions.save(WORKSPACE, SHARED_CHANNEL, MEMBER, plan);
  const card = await askInShared('digest pause');
  await world.store.subscriptions.resume(WORKSPACE, id, false);
  await world.store.subscriptions.pause(WORKSPACE, id, 'shared');
  return card;
}

it.each<[string, () => Promise<unknown>]>([
  ['a command', () => world.slack.runCommand({ text: 'digest resume', channelId: SHARED_CHANNEL, userId: MEMBER })],
  ['words', () => world.slack.runCommand({ text: 'resume the digest', channelId: SHARED_CHANNEL, userId: MEMBER })],
  [
    'a mention',
    () => world.slack.say({ text: '@painsignals resume the digest', channelId: SHARED_CHANNEL, userId: MEMBER }),
  ],
  [
    'a button from before',
    async () => world.slack.press({ message: await cardFromBefore(), actionId: ACTION.digestResume, userId: MEMBER }),
  ],
])(
  'that is paused because another organization reads the channel asks first when it is resumed by %s',
  async (_, resume) => {
    const { plan = expect.fail() } = (await digestOf()) ?? {};
    const { id } = await world.store.subscriptions.save(WORKSPACE, SHARED_CHANNEL, MEMBER, plan);
    await world.store.subscriptions.pause(WORKSPACE, id, 'shared');
    await resume();
    const asked = await world.slack.nextMessage((each) => shown(each).includes('[Keep posting there]'));
    expect(shown(asked)).toContain('is still paused.');
    expect(shown(asked)).toContain('now shared with another organization, which would see it too.');
    expect(await inShared()).toMatchObject({ pausedBecause: 'shared', mayReachOthers: false });
    await world.slack.press({ message: asked, actionId: ACTION.digestResume, userId: MEMBER });
    await world.slack.nextMessage((each) => shown(each).includes('Resumed.'));
    expect(await inShared()).toMatchObject({ pausedBecause: null, mayReachOthers: true });
  },
);

it('in a direct message is listed with the reason beside the button that resumes it', async () => {
  const { id = '', plan = expect.fail() } = (await inShared()) ?? {};
  await world.store.subscriptions.save(WORKSPACE, SHARED_CHANNEL, MEMBER, plan);
  await world.store.subscriptions.pause(WORKSPACE, id, 'shared');
  await world.slack.say({ text: 'resume the digest', channelId: 'D0ADALOVEL', userId: MEMBER });
  const listed = await world.slack.nextMessage((each) => shown(each).includes('Which digest?'));
  expect(shown(listed)).toContain('Paused: this channel is now shared with another organization');
  expect(await inShared()).toMatchObject({ pausedBecause: 'shared', mayReachOthers: false });
  await world.slack.press({ message: listed, actionId: ACTION.digestResume, userId: MEMBER });
  await world.slack.nextMessage((each) => shown(each).includes('Resumed.'));
  expect(await inShared()).toMatchObject({ pausedBecause: null, mayReachOthers: true });
});

it('that is paused for another reason is still asked about once another organization reads the channel', async () => {
  const { plan = expect.fail() } = (await digestOf()) ?? {};
  await world.store.subscriptions.save(WORKSPACE, SHARED_CHANNEL, MEMBER, plan);
  for (const text of ['digest pause', 'digest resume']) {
    await world.slack.runCommand({ text, channelId: SHARED_CHANNEL, userId: MEMBER });
    await world.idle();
  }
  expect(await inShared()).toMatchObject({ pausedBecause: null, mayReachOthers: false });
});

it('that is paused says at Send now that it stays paused, and of no scheduled one', async () => {
  expect(JSON.stringify((await ask(MEMBER, 'digest')).blocks)).toContain(
    'The next scheduled digest will still be posted.',
  );
  const paused = JSON.stringify((await ask(MEMBER, 'digest pause')).blocks);
  expect(paused).toContain('Everyone in the channel will see it. The digest stays paused.');
});

describe('in a quiet week', () => {
  const quiet = async (quietWeeks: 'say' | 'silent') => {
    const { plan = expect.fail() } = (await digestOf()) ?? {};
    await world.store.subscriptions.save(WORKSPACE, CHANNEL, MEMBER, {
      ...plan,
      areas: ['DATABASE_STORAGE'],
      types: ['question'],
      quietWeeks,
    });
  };
  const preview = async () => {
    const dialog = await dialogFrom(await ask(MEMBER, 'digest'), MEMBER);
    await world.slack.submitView(dialog.id, {});
    return viewText(await world.slack.nextView(has(`<#${CHANNEL}> will get it`)));
  };

  it('previews its line, and no table', async () => {
    await quiet('say');
    expect(await preview()).toContain('A quiet week for questions in Database &amp; storage');
    expect(await preview()).not.toContain('as a table');
  });

  it('is not sent by hand where it posts nothing then, and says so at the press', async () => {
    await quiet('silent');
    const card = await ask(MEMBER, 'digest');
    expect(JSON.stringify(card.blocks)).toContain('In a quiet week, nothing is posted.');
    await world.slack.press({ message: card, actionId: ACTION.digestSendNow, userId: MEMBER });
    expect(shown(await toldInChannel())).toContain(
      'Not sent: this is a quiet week, and this digest posts nothing then.',
    );
    const { id = '' } = (await digestOf()) ?? {};
    const deliveries = await world.store.forWorkspace(WORKSPACE).digests.history(id, 10);
    expect(deliveries.filter(({ key }) => key.startsWith('now '))).toEqual([]);
  });

  it('says that it would post nothing, and shows nothing else, where it posts nothing', async () => {
    await quiet('silent');
    const shown = await preview();
    expect(shown).toContain('This week is quiet, so nothing would be posted.');
    expect(shown).not.toMatch(/a quiet week|Preview|as a table/);
  });
});

describe('in a direct message', () => {
  const askAlone = async (text: string, userId = MEMBER) => {
    const channelId = `D${userId.slice(1)}`;
    await world.slack.runCommand({ text, channelId, userId });
    return shown(await world.slack.nextMessage((each) => each.channelId === channelId));
  };

  it('lists the digests to pause', async () => {
    const which = await askAlone('digest pause');
    expect(which).toContain('*Which digest?*');
    expect(which).toMatch(new RegExp(`<#${CHANNEL}>.*[Pause]`));
    expect(which).not.toContain('Send a weekly digest');
  });

  it('offers the person’s own digests, also where they may set up no other', async () => {
    await choose('managers');
    const own = await askAlone('digest');
    expect(own).toContain(`<#${CHANNEL}>: every`);
    expect(own).toContain('[Pause] [Open]');
    expect(own).not.toMatch(/Set up|Send a weekly digest/);
    await choose('members');
    expect(await askAlone('digest')).toContain('[Set up another]');
  });

  it('says whom to ask in the channel', async () => {
    await choose('managers');
    expect(await askAlone('digest', OTHER_MEMBER)).toContain('type `/pain digest` in the channel.');
  });
});

describe('of a channel without the app', () => {
  const RANDOM = 'C0RANDOM01';
  const inRandom = async (text: string) => {
    await world.slack.runCommand({ text, channelId: RANDOM, userId: MEMBER });
    return world.slack.nextMessage((each) => each.ephemeralFor === MEMBER && each.channelId === RANDOM);
  };
  const press = async (actionId: string) => {
    await world.slack.press({ message: await inRandom('digest'), actionId, userId: MEMBER });
    return shown(await world.slack.nextMessage(({ channelId }) => channelId === RANDOM));
  };
  const sentByHand = async () => {
    const { id = '' } = (await world.store.subscriptions.ofChannel(WORKSPACE, RANDOM)) ?? {};
    const past = await world.store.forWorkspace(WORKSPACE).digests.history(id, 10);
    return past.filter(({ key }) => key.startsWith('now '));
  };

  it('says so on its card, and is not sent there', async () => {
    const { plan = expect.fail() } = (await digestOf()) ?? {};
    await world.store.subscriptions.save(WORKSPACE, RANDOM, MEMBER, plan);
    expect(shown(await inRandom('digest'))).toContain('⚠ *The app isn’t in this channel.*');
    expect(await press(ACTION.digestSendNow)).toContain('*Not sent.*');
    expect(await sentByHand()).toEqual([]);
  });

  it('says in its history why one was not posted', async () => {
    const { id = '' } = (await world.store.subscriptions.ofChannel(WORKSPACE, RANDOM)) ?? {};
    const outbox = world.store.forWorkspace(WORKSPACE).outbox;
    const delivery = newDelivery({ sourceId: id, channelId: RANDOM, key: 'monday', date: '2026-03-20' });
    const begun = await outbox.begin(delivery);
    if (typeof begun === 'string') expect.fail();
    await outbox.change(begun, { state: 'refused', error: 'not_in_channel', freeAt: null });
    expect(await press(ACTION.digestHistory)).toContain('✗ not posted (the app isn’t in the channel)');
  });
});

it('is removed by people who may change it, with its votes and history, but not while one is being posted', async () => {
  await choose('members');
  const card = await ask(ADMIN, 'digest');
  expect(shown(card)).toContain('[Remove]');
  expect(JSON.stringify(card.blocks)).toContain('What was posted stays in the channel.');
  const { id = '' } = (await digestOf()) ?? {};
  const press = async () => {
    await world.slack.press({ message: card, actionId: ACTION.digestRemove, userId: ADMIN, value: id });
    return shown(await toldInChannel(ADMIN));
  };
  expect(shown(await ask(OTHER_MEMBER, 'digest'))).not.toContain('[Remove]');
  const outbox = world.store.forWorkspace(WORKSPACE).outbox;
  const delivery = newDelivery({ sourceId: id, channelId: CHANNEL, key: 'now', date: '2026-03-20' });
  const begun = await outbox.begin(delivery);
  if (typeof begun === 'string') throw new Error(begun);
  expect(await press()).toContain('Not removed: a digest is being posted.');
  await outbox.change(begun, { state: 'confirmed', freeAt: null });
  expect(await press()).toContain(`*Removed.* <#${CHANNEL}> doesn’t get a digest anymore.`);
  expect(await digestOf()).toBeNull();
  expect(await world.store.forWorkspace(WORKSPACE).digests.history(id, 10)).toEqual([]);
  expect(shown(await ask(MEMBER, 'digest'))).toContain('[Preview and turn on]');
});
