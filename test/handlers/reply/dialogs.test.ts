import type { Message, PlannedFailure, View } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DIGEST_INPUT } from '#blocks/digest/digest-dialog.ts';
import { ACTION } from '#blocks/kit/buttons.ts';
import { WATCH_INPUT } from '#blocks/watches/watch-dialog.ts';
import { viewText } from '../../support/slack/card-text.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

const CHANNEL = 'C0DEVPAIN1';
const DIRECT = 'D0ADALOVEL';

let world: World;
beforeEach(async () => {
  world = await startWorld({ hasOneClock: true });
});
afterEach(() => world.close());

const has = (text: string) => (view: View) => JSON.stringify(view).includes(text);
const fail = (failure: PlannedFailure, times: number) => {
  for (let call = 0; call < times; call += 1) world.slack.failNext('views.update', failure);
};
const dialogText = () => viewText(world.slack.views().at(-1) as View);
const messagesToAda = () => world.slack.messages(DIRECT).map(({ text }) => text);

/** Submits a dialog while the next updates fail. */
type Submit = (failing: () => void) => Promise<unknown>;

const turnOnDigest: Submit = async (failing) => {
  await world.slack.runCommand({ text: 'digest', channelId: CHANNEL });
  const card: Message = await world.slack.nextMessage(isPrivate);
  await world.slack.press({ message: card, actionId: ACTION.digestSetUp });
  await world.slack.submitView((await world.slack.nextView(has(DIGEST_INPUT.weekday))).id, {});
  const preview = await world.slack.nextView(has('will get it'));
  failing();
  await world.slack.submitView(preview.id, {});
  await world.idle();
};

const editWatch: Submit = async (failing) => {
  const made = await world.ask('watch oauth when growth > 100%');
  await world.slack.press({ message: made, actionId: ACTION.watchAdjust });
  const dialog = await world.slack.nextView(has(WATCH_INPUT.level));
  failing();
  await world.slack.submitView(dialog.id, { [WATCH_INPUT.level]: { [WATCH_INPUT.level]: '50%' } });
  await world.idle();
};

describe('a dialog that Slack failed to update', () => {
  const FAILURES: PlannedFailure[] = [{ status: 500 }, { drop: true }, { error: 'internal_error' }];

  it.each(FAILURES)('once (%j) shows what became of it at the second try', async (failure) => {
    await turnOnDigest(() => fail(failure, 1));
    expect(dialogText()).toContain('Turned on.');
    expect(messagesToAda()).toEqual([]);
  });

  it.each(FAILURES)('twice (%j) leaves it to a private message', async (failure) => {
    await turnOnDigest(() => fail(failure, 2));
    expect(dialogText()).toContain('Saving…');
    expect(messagesToAda()).toEqual([expect.stringMatching(/^Turned on\. <#C0DEVPAIN1> gets its digest every/)]);
  });

  it('leaves what became of a watch to a private message as well', async () => {
    await editWatch(() => fail({ status: 500 }, 2));
    expect(messagesToAda()).toEqual([expect.stringContaining('Saved')]);
  });

  it('as it closed meanwhile leaves an outcome to a private message', async () => {
    await turnOnDigest(() => fail({ error: 'not_found' }, 1));
    expect(messagesToAda()).toEqual([expect.stringContaining('Turned on.')]);
  });

  it('with a form to fill in asks to open it again, unless the person closed it', async () => {
    fail({ error: 'not_found' }, 1);
    await world.slack.runCommand({ text: 'search', channelId: CHANNEL });
    await world.idle();
    expect(world.slack.messages(CHANNEL).filter(isPrivate)).toEqual([]);
    fail({ status: 500 }, 2);
    await world.slack.runCommand({ text: 'search', channelId: CHANNEL });
    await world.idle();
    const says = 'The dialog may not have finished loading. If so, close it and open it again.';
    expect(world.slack.messages(CHANNEL).filter(isPrivate)).toMatchObject([{ text: says }]);
  });
});
