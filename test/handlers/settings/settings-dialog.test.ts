import type { View } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SETTINGS_INPUT } from '#blocks/settings/settings-dialog.ts';
import { cardText, isFilled, viewText } from '../../support/slack/card-text.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

const ADMIN = 'U0GRACEHOP';
const MEMBER = 'U0ADALOVEL';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

async function openDialog(userId = ADMIN): Promise<View> {
  await world.slack.runCommand({ userId, text: 'settings' });
  return world.slack.nextView(isFilled);
}

interface Chosen {
  area?: string;
  channel?: string | null;
  managers?: string[];
}

async function save(view: View, { area = 'ALL', channel = null, managers = [] }: Chosen): Promise<string> {
  await world.slack.submitView(view.id, {
    [SETTINGS_INPUT.area]: { [SETTINGS_INPUT.area]: area },
    [SETTINGS_INPUT.channel]: { [SETTINGS_INPUT.channel]: channel },
    [SETTINGS_INPUT.managers]: { [SETTINGS_INPUT.managers]: managers },
  });
  return viewText(await world.slack.nextView(isFilled));
}

async function openHome(userId: string): Promise<string> {
  await world.slack.openHome(userId);
  return viewText(await world.slack.nextHome((view) => view.userId === userId && isFilled(view)));
}

describe('the settings', () => {
  it('are saved with a log of changes, which managers see on Home', async () => {
    const said = await save(await openDialog(), { area: 'AUTH_IDENTITY', channel: 'C0PRODUCT1', managers: [MEMBER] });
    expect(said).toContain('*Saved.* Changed: default area, default channel, managers.');
    const home = await openHome(ADMIN);
    expect(home).toContain('*Default area:* Auth &amp; identity');
    expect(home).toContain('*Default channel:* <#C0PRODUCT1>');
    expect(home).toContain(`<@${ADMIN}> changed the default area: all areas → Auth &amp; identity`);
    expect(home).toContain(`*Who can change settings:* admins, the person who installed the app and <@${MEMBER}>`);
    expect(await openHome('U0KENTHOMP')).not.toContain('Default channel');
  });

  it('can be changed by a named manager, and by nobody else', async () => {
    expect(viewText(await openDialog(MEMBER))).toContain(
      '*Only admins, managers and the person who installed the app can change this workspace’s settings.*',
    );
    await save(await openDialog(), { managers: [MEMBER] });
    const view = await openDialog(MEMBER);
    expect(view.submit).toBeDefined();
    expect(await save(view, { area: 'DATABASE_STORAGE', managers: [MEMBER] })).toContain('Changed: default area.');
  });

  it('reject guests as managers, with an error at the input', async () => {
    const view = await openDialog();
    const { body } = await world.slack.submitView(view.id, {
      [SETTINGS_INPUT.managers]: { [SETTINGS_INPUT.managers]: [MEMBER, 'U0GUESTGAB'] },
    });
    const errors = {
      [SETTINGS_INPUT.managers]: 'Managers must be full members of this workspace. Remove Gabriela Reyes.',
    };
    expect(JSON.parse(body)).toEqual({ response_action: 'errors', errors });
    expect((await world.store.settings.get('T0PREVIEW01'))?.managerIds ?? []).toEqual([]);
  });

  it('saved by two at once keep what each changed', async () => {
    const first = await openDialog();
    await save(await openDialog(), { channel: 'C0PRODUCT1' });
    await world.slack.runCommand({ userId: ADMIN, text: 'settings' });
    expect(first.privateMetadata).toContain('"defaultChannelId":null');
    const again = await world.slack.nextView(isFilled);
    expect(await save(again, { channel: 'C0PRODUCT1' })).toContain('*No changes.*');
  });

  it('keep the managers that somebody else named or removed since the dialog was opened', async () => {
    await save(await openDialog(), { managers: [MEMBER, 'U0KENTHOMP'] });
    await world.slack.runCommand({ userId: MEMBER, text: 'settings' });
    const opened = await world.slack.nextView((view) => view.userId === MEMBER && isFilled(view));
    await save(await openDialog(), { managers: [MEMBER] });
    expect(await save(opened, { managers: [MEMBER, 'U0KENTHOMP', ADMIN] })).toContain('Changed: managers.');
    expect((await world.store.settings.get('T0PREVIEW01')).managerIds).toEqual([MEMBER, ADMIN]);
  });

  it('name at most a hundred managers, also when two add one at once, and stay open to those who have more', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => `U0MANY${at}`);
    const name = (managerIds: string[]) => world.store.settings.change('T0PREVIEW01', ADMIN, { managerIds });
    const named = async () => (await world.store.settings.get('T0PREVIEW01')).managerIds;
    await name(many(99));
    const opened = await openDialog();
    await name(many(100));
    const managers = { [SETTINGS_INPUT.managers]: [...many(99), MEMBER] };
    const { body } = await world.slack.submitView(opened.id, { [SETTINGS_INPUT.managers]: managers });
    expect(body).toContain('There can be at most 100 managers, and others were added meanwhile.');
    expect(await named()).toEqual(many(100));
    await name(many(101));
    expect(await save(await openDialog(), { managers: [MEMBER] })).toContain('Changed: managers.');
    expect(await named()).toEqual([MEMBER]);
  });

  it('show the last fifty changes within what Slack takes', async () => {
    for (let at = 0; at < 52; at++) {
      const change = { setting: 'defaultArea', from: null, to: `AREA_${at}` };
      await world.store.settings.logChanges('T0PREVIEW01', `U${at}`, [change]);
    }
    const view = await openDialog();
    await world.slack.press({ viewId: view.id, actionId: 'open_changes' });
    const log = await world.slack.nextView((each) => viewText(each).includes('•'));
    expect(log.previousViewId).toBe(view.id);
    expect(viewText(log).match(/•/g)).toHaveLength(50);
  });

  it('give searches a default area, which can be removed', async () => {
    await save(await openDialog(), { area: 'AUTH_IDENTITY' });
    const narrowed = await world.ask('search tokens');
    const note = 'Auth &amp; identity only: this workspace’s default area';
    expect(cardText(narrowed as unknown as Parameters<typeof cardText>[0])).toContain(`${note}\n[All areas]`);
    expect(narrowed.text).toContain(`${note}.`);
    const all = await world.press(narrowed, 'all_areas');
    expect(JSON.stringify(all.blocks)).not.toContain('default area');
    await world.ask('search tokens area:all');
    const asked = world.service.asked.filter((each) => each.startsWith('/api/pain-signals?query=tokens'));
    expect(asked.map((each) => each.includes('macroArea=AUTH_IDENTITY'))).toEqual([true, false]);
  });

  it('give the share dialog its first channel where it is opened on Home', async () => {
    await save(await openDialog(), { channel: 'C0PRODUCT1' });
    await world.slack.openHome();
    const home = await world.slack.nextHome((view) => view.userId === MEMBER && isFilled(view));
    await world.slack.press({ viewId: home.id, actionId: 'show_trending' });
    const list = await world.slack.nextView((view) => viewText(view).includes('Trending: '));
    await world.slack.press({ viewId: list.id, actionId: 'share_to' });
    const dialog = await world.slack.nextView((view) => viewText(view).includes('Preview'));
    expect(JSON.stringify(dialog.blocks)).toContain('"initial_conversation":"C0PRODUCT1"');
  });

  it('are one press away when the dialog no longer opens', async () => {
    world.slack.failNext('views.open', { error: 'expired_trigger_id' });
    await world.slack.runCommand({ text: 'settings' });
    const card = await world.slack.nextMessage(isPrivate);
    expect(cardText(card as unknown as Parameters<typeof cardText>[0])).toContain('The dialog didn’t open in time');
  });
});
