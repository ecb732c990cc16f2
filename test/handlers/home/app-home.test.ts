import { DigestPlan } from '@pain-signals/domain';
import type { View } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aDetail, idOf } from '../../support/service/sample-signals.ts';
import { buttonsOf, isFilled, viewText } from '../../support/slack/card-text.ts';
import { addShare, aShare } from '../../support/store/shares.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const ADMIN = 'U0GRACEHOP';
const PLAN = {
  ...{ weekday: 1, time: '09:00', zone: 'Europe/Stockholm', areas: [], types: [] },
  ...{ length: 5, quietWeeks: 'say', hasThread: true },
};

async function openHome(userId?: string): Promise<View> {
  await world.slack.openHome(userId);
  return world.slack.nextHome(isFilled);
}

/** Presses something on Home, and waits for the dialog with the answer. */
async function pressOnHome(actionId: string): Promise<View> {
  await world.slack.press({ viewId: world.slack.home()?.id ?? '', actionId });
  return world.slack.nextView(isFilled);
}

describe("the app's Home", () => {
  it('shows what moved, what was shared, and how the service is', async () => {
    await world.press(await world.ask('top 3'), 'share');
    const home = viewText(await openHome());
    expect(home).toContain('# This week');
    expect(home).toContain('\n*Pain number 1*\n');
    expect(home).toMatch(/# Recently shared\n• {2}<http[^|]+\|Top signals by score>/);
    expect(home).toContain('in <#C0DEVPAIN1> by <@U0ADALOVEL>');
    expect(home).toContain('Service: ✓ *Up.*');
    expect(home).not.toContain('API requests');
  });

  it('offers signals to watch, each with a button that does', async () => {
    await openHome();
    const home = world.slack.home();
    const { value } = buttonsOf({ text: '', blocks: home?.blocks } as unknown as Parameters<typeof buttonsOf>[0]).find(
      ({ text }) => text === 'Pick a signal',
    ) ?? { value: '' };
    await world.slack.press({ viewId: home?.id ?? '', actionId: 'show_top', value: value ?? '' });
    const dialog = await world.slack.nextView(isFilled);
    expect(viewText(dialog)).toMatch(/^".*Pick a signal to watch.*\n\*Which signal\?\*\n1\. .*\n\[Watch\]\n2\. /);
    await world.slack.press({ viewId: dialog.id, actionId: 'pick_signal' });
    expect(
      viewText(await world.slack.nextView((view) => isFilled(view) && !viewText(view).includes('[Watch]'))),
    ).toMatch(/I’ll DM you when “.*” grows/);
  });

  it('leaves out what was shared of a signal that is hidden since', async () => {
    const { id, topic } = aDetail({ id: idOf(2) });
    for (const [asked, shared] of [
      ['top 3', 'share'],
      [`signal ${id}`, 'share'],
      [`compare ${idOf(1)} vs ${id}`, 'share'],
    ] as const)
      await world.press(await world.ask(asked), shared);
    const recently = async () =>
      viewText(await openHome())
        .split('# Recently shared')[1]
        ?.split('\n# ')[0] ?? '';
    expect(await recently()).toContain(topic);
    await world.store.hiddenSignals.hide('T0PREVIEW01', ADMIN, { id, topic: 'Its name then', reason: 'none' });
    const left = await recently();
    expect(left).toContain('Top signals by score');
    expect(left).not.toContain(topic);
    await world.store.hiddenSignals.unhide('T0PREVIEW01', ADMIN, id);
    expect(await recently()).toContain(topic);
  });

  it('shows shares in private channels only to the sharer', async () => {
    for (const [channelId, title] of [
      ['C0SECRET01', 'A secret plan'],
      ['C0PRODUCT1', 'An open word'],
    ] as const) {
      await addShare(world.store, 'T0PREVIEW01', aShare(title, channelId, 'U0ADALOVEL'), '1.2');
    }
    const others = viewText(await openHome(ADMIN));
    expect(others).toContain('An open word');
    expect(others).not.toContain('A secret plan');
    expect(others).not.toContain('C0SECRET01');
    expect(viewText(await openHome('U0ADALOVEL'))).toContain('A secret plan');
  });

  it('shows the digests, opens one in a dialog, and shows at once what was changed there', async () => {
    for (const userId of [undefined, ADMIN]) {
      expect(viewText(await openHome(userId))).toContain('Once a week: what to read first');
    }
    const plan = { ...PLAN, areas: ['AUTH_IDENTITY'] };
    await world.store.subscriptions.save('T0PREVIEW01', 'C0DEVPAIN1', ADMIN, DigestPlan.parse(plan));
    const home = await openHome(ADMIN);
    expect(viewText(home)).toContain('<#C0DEVPAIN1>, every *Monday at 9:00 AM (Europe/Stockholm)*\nNext: ');
    expect(viewText(home)).toContain('your time');
    await world.slack.press({ viewId: home.id, actionId: 'show_digest', userId: ADMIN });
    const dialog = await world.slack.nextView(isFilled);
    expect(viewText(dialog)).toContain('[Change] [Pause] [Send now] [History]');
    await world.slack.press({ viewId: dialog.id, actionId: 'pause_digest', userId: ADMIN });
    expect(viewText(await world.slack.nextHome(isFilled))).toContain('(Europe/Stockholm)*\nPaused');
  });

  it('shows a person’s own digest behind however many of others that come sooner', async () => {
    const { subscriptions } = world.store;
    const save = (channel: string, owner: string, inDays: number) => {
      const weekday = ((new Date(world.now()).getUTCDay() + inDays + 6) % 7) + 1;
      return subscriptions.save('T0PREVIEW01', channel, owner, DigestPlan.parse({ ...PLAN, weekday }));
    };
    for (let at = 10; at < 25; at += 1) await save(`C0SECRET${at}`, ADMIN, 2);
    await save('C0DEVPAIN1', 'U0ADALOVEL', 5);
    const home = viewText(await openHome('U0ADALOVEL'));
    expect(home).toContain('<#C0DEVPAIN1>, every *');
    expect(home).not.toContain('C0SECRET');
  });

  it('shows the first few watches, and the rest in a dialog', async () => {
    for (let at = 1; at <= 7; at++) await world.ask(`watch words${at}`);
    const home = viewText(await openHome());
    expect(home).toContain('and 2 more watches');
    expect(home).not.toContain('words6');
    expect(viewText(await pressOnHome('show_watches'))).toContain('words6');
  });

  it('says how old the figures are when the nights fail', async () => {
    const latestSnapshotAt = new Date(Date.now() - 2 * 86_400_000).toISOString();
    world.service.plan('/api/meta/pipeline', { body: { latestSnapshotAt, totalActiveSignals: 5 } });
    expect(viewText(await openHome())).toContain('Scores: ⚠ *2 days old.*');
  });

  it('opens a signal in a dialog, turns it over there, and closes with what it was', async () => {
    await openHome();
    const details = await pressOnHome('details');
    expect(viewText(details)).toContain('*Score 68*');
    expect(viewText(details)).not.toContain('[Share in channel]');
    await world.slack.press({ viewId: details.id, actionId: 'show_evidence' });
    const evidence = await world.slack.nextView((view) => viewText(view).includes('# Evidence'));
    expect(evidence.id).toBe(details.id);
    await world.slack.press({ viewId: details.id, actionId: 'next_page' });
    expect(viewText(await world.slack.nextView(isFilled))).toContain('*5.*');
  });

  it('shares from a dialog by a dialog on top of it', async () => {
    await openHome();
    const list = await pressOnHome('show_trending');
    await world.slack.press({ viewId: list.id, actionId: 'share_to' });
    const dialog = await world.slack.nextView((view) => isFilled(view) && viewText(view).includes('Preview'));
    expect(dialog.previousViewId).toBe(list.id);
  });

  it('is never empty: without the service it says so, and its button tries again', async () => {
    world.service.plan('/api/dashboard/trending', { status: 503, body: {} });
    world.service.plan('/api/dashboard/emerging', { body: [] });
    const home = await openHome();
    expect(viewText(home)).toContain('*The service can’t answer right now.*');
    expect(viewText(home)).toContain('[Try again]');
    expect(viewText(home)).toContain('# Status');
    world.service.plan('/api/dashboard/trending', { body: [] });
    world.passTime(60_000);
    await world.slack.press({ viewId: home.id, actionId: 'refresh_home' });
    expect(viewText(await world.slack.nextHome(isFilled))).toContain('No significant increases this week.');
  });

  it('says in the dialog what went wrong, with the reference that stands in the log', async () => {
    await openHome();
    world.service.plan('/api/dashboard/top', { status: 500, body: {} });
    const [, reference] = /Reference `(\w+)`/.exec(viewText(await pressOnHome('show_top'))) ?? [];
    expect(world.logs).toContainEqual(expect.objectContaining({ reference, failure: 'unavailable' }));
  });

  it('that Slack refuses says so in its place', async () => {
    await openHome();
    world.slack.failNext('views.publish', { error: 'invalid_arguments' });
    const home = await openHome();
    expect(viewText(home)).toContain('*Couldn’t load Home.*');
    expect(viewText(home)).toContain('[Try again]');
  });

  it('starts with its buttons, then fills in the rest', async () => {
    await world.slack.openHome(ADMIN);
    const first = await world.slack.nextHome();
    expect(isFilled(first)).toBe(false);
    expect(viewText(first)).toContain('[Trending]');
    expect(viewText(await world.slack.nextHome(isFilled))).toContain('# This week');
  });

  it('explains the app to guests, without using the key', async () => {
    const before = world.service.asked.length;
    expect(viewText(await openHome('U0GUESTGAB'))).toContain('are for full members of this workspace');
    expect(world.service.asked).toHaveLength(before);
  });
});
