import { DEFAULT_DIGEST_PLAN } from '@pain-signals/domain';
import type { View } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DIGEST_INPUT } from '#blocks/digest/digest-dialog.ts';
import { ACTION } from '#blocks/kit/buttons.ts';
import { viewText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

const WORKSPACE = 'T0PREVIEW01';
const CHANNEL = 'C0DEVPAIN1';
const [MEMBER, OTHER_MEMBER, ADMIN] = ['U0ADALOVEL', 'U0KENTHOMP', 'U0GRACEHOP'];

let world: World;
beforeEach(async () => {
  world = await startWorld({ processes: 2 });
});
afterEach(() => world.close());

const digestOf = () => world.store.subscriptions.ofChannel(WORKSPACE, CHANNEL);
const has = (text: string) => (view: View) => JSON.stringify(view).includes(text);
const ask = async (userId: string, text: string) => {
  await world.slack.runCommand({ text, channelId: CHANNEL, userId });
  return world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === userId);
};
const previewOf = async (userId: string, length: string, channel = CHANNEL) => {
  await world.slack.press({ message: await ask(userId, 'digest'), actionId: ACTION.digestSetUp, userId });
  const dialog = await world.slack.nextView(has(DIGEST_INPUT.weekday));
  await world.slack.submitView(dialog.id, {
    [DIGEST_INPUT.length]: { [DIGEST_INPUT.length]: length },
    [DIGEST_INPUT.channel]: { [DIGEST_INPUT.channel]: channel },
  });
  return world.slack.nextView((view) => view.userId === userId && has('will get it')(view));
};
const answerTo = async (userId: string) => {
  await world.idle();
  return world.slack.views(userId).map(viewText).join('\n');
};

it('a digest saved by two people who saw the same keeps what was saved first, and says so to the second, who may change it', async () => {
  const [first, second] = [await previewOf(MEMBER, '3'), await previewOf(ADMIN, '10')];
  await world.slack.submitView(first.id, {});
  await world.slack.nextView((view) => view.userId === MEMBER && has('Turned on')(view));
  await world.slack.submitView(second.id, {});
  const answer = await answerTo(ADMIN);
  expect(answer).toContain('*Not saved.*');
  expect(answer).toMatch(/It’s now every \*Monday at 9:00 AM .*, all areas and types, saved by <@U0ADALOVEL>\. Next: /);
  expect(answer).toContain('To change it, type `/pain digest` there.');
  expect(await digestOf()).toMatchObject({ ownerId: MEMBER, plan: { length: 3 } });
});

it('a digest set up by two members at the same moment is that of one; the other reads whose it is and who can change it', async () => {
  const [first, second] = [await previewOf(MEMBER, '3'), await previewOf(OTHER_MEMBER, '10')];
  await Promise.all([world.slack.submitView(first.id, {}), world.slack.submitView(second.id, {})]);
  await world.idle();
  const kept = await digestOf();
  const [winner, loser] = kept?.ownerId === MEMBER ? [MEMBER, OTHER_MEMBER] : [OTHER_MEMBER, MEMBER];
  expect(kept).toMatchObject({ ownerId: winner, plan: { length: winner === MEMBER ? 3 : 10 } });
  const answer = await answerTo(loser);
  expect(answer).toContain(`saved by <@${winner}>`);
  expect(answer).toContain('the person who set up a digest can change it');
});

it('a digest stays paused where it was paused meanwhile', async () => {
  await world.store.subscriptions.save(WORKSPACE, CHANNEL, MEMBER, DEFAULT_DIGEST_PLAN);
  const preview = await previewOf(MEMBER, '3');
  expect(preview.submit).toMatchObject({ text: 'Save changes' });
  await ask(ADMIN, 'digest pause');
  await world.slack.submitView(preview.id, {});
  expect(await answerTo(MEMBER)).toContain(`saved by <@${MEMBER}>. Paused.`);
  expect(await digestOf()).toMatchObject({ pausedBecause: 'person', plan: DEFAULT_DIGEST_PLAN });
});

it('a digest that the app paused meanwhile stays paused, and nobody is said to have changed it', async () => {
  const { id } = await world.store.subscriptions.save(WORKSPACE, CHANNEL, MEMBER, DEFAULT_DIGEST_PLAN);
  const preview = await previewOf(MEMBER, '3');
  await world.store.subscriptions.pause(WORKSPACE, id, 'channel');
  await world.slack.submitView(preview.id, {});
  const answer = await answerTo(MEMBER);
  expect(answer).toContain(`*Not saved.* The digest of <#${CHANNEL}> changed after you opened this.`);
  expect(answer).toContain(`Paused: Slack didn’t let the app post there. Invite it, then resume.`);
  expect(await digestOf()).toMatchObject({ pausedBecause: 'channel', plan: DEFAULT_DIGEST_PLAN });
});

it('a digest stays removed where it was removed meanwhile', async () => {
  const { id } = await world.store.subscriptions.save(WORKSPACE, CHANNEL, MEMBER, DEFAULT_DIGEST_PLAN);
  const preview = await previewOf(MEMBER, '3');
  await world.store.subscriptions.remove(WORKSPACE, id);
  await world.slack.submitView(preview.id, {});
  expect(await answerTo(MEMBER)).toContain(
    'was removed after you opened this. To set one up again, type `/pain digest`',
  );
  expect(await digestOf()).toBeNull();
});

it('what is not saved shows nothing of a private channel’s digest to somebody who can’t read it, in the dialog or on the card', async () => {
  const secret = 'C0SECRET01';
  const preview = await previewOf(OTHER_MEMBER, '3', secret);
  world.slack.invite(secret);
  await world.store.subscriptions.save(WORKSPACE, secret, ADMIN, { ...DEFAULT_DIGEST_PLAN, weekday: 4, time: '16:45' });
  await world.slack.submitView(preview.id, {});
  expect(await answerTo(OTHER_MEMBER)).toContain('*Not saved.*');
  const cards = world.slack.messages(CHANNEL).filter(({ ephemeralFor }) => ephemeralFor === OTHER_MEMBER);
  expect(JSON.stringify(cards)).toContain(ACTION.digestSetUp);
  expect(JSON.stringify([cards, world.slack.views(OTHER_MEMBER)])).not.toMatch(/4:45|Thursday/);
});
