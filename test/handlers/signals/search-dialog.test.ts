import type { View } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SEARCH_INPUT } from '#blocks/signals/search-dialog.ts';
import { cardText, isFilled, viewText } from '../../support/slack/card-text.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

type Filters = Partial<Record<keyof typeof SEARCH_INPUT, string>>;

const submit = (view: View, filters: Filters) =>
  world.slack.submitView(
    view.id,
    Object.fromEntries(
      Object.entries(SEARCH_INPUT).map(([name, id]) => [id, { [id]: filters[name as keyof Filters] ?? null }]),
    ),
  );

const ALL: Filters = {
  words: 'oauth',
  area: 'AUTH_IDENTITY',
  type: 'bug',
  owner: 'acme',
  minScore: '40',
  minRepositories: '2',
  sort: 'volume',
};
const ASKED =
  '/api/pain-signals?query=oauth&macroArea=AUTH_IDENTITY&painType=bug&owner=acme&minScore=40&minDocumentDiversity=2&sortBy=volume&direction=desc&page=0&size=5';

describe('the search dialog', () => {
  it('opened in a channel answers there, to the one who asked', async () => {
    await world.slack.runCommand({ text: 'search' });
    await submit(await world.slack.nextView(isFilled), ALL);
    const card = await world.slack.nextMessage(isPrivate);
    expect(cardText(card as unknown as Parameters<typeof cardText>[0])).toContain('about “oauth”');
    expect(world.service.asked).toContain(ASKED);
    expect(world.slack.views()).toEqual([]);
  });

  it('opened on Home answers in itself', async () => {
    await world.slack.openHome();
    const home = await world.slack.nextHome(isFilled);
    await world.slack.press({ viewId: home.id, actionId: 'open_search' });
    const dialog = await world.slack.nextView(isFilled);
    await submit(dialog, { ...ALL, minScore: '12,5' });
    const list = await world.slack.nextView((view) => viewText(view).includes('about “oauth”'));
    expect(list.id).toBe(dialog.id);
    expect(world.service.asked).toContain(ASKED.replace('=40', '=12.5'));
  });

  it('takes a period', async () => {
    await world.slack.runCommand({ text: 'search' });
    const dialog = await world.slack.nextView(isFilled);
    expect(viewText(dialog)).toMatch(/(\(input\)[\s\S]*){8}/);
    await submit(dialog, { type: 'bug', days: '30' });
    const card = await world.slack.nextMessage(isPrivate);
    expect(cardText(card as unknown as Parameters<typeof cardText>[0])).toContain('in the last 30 days');
  });

  it.each(['-1', '101', 'many', 'NaN', '1e3', '40%'])(
    'takes no score of %s, and says so at the input',
    async (minScore) => {
      await world.slack.runCommand({ text: 'search' });
      const { errors } = await submit(await world.slack.nextView(isFilled), { minScore });
      expect(Object.keys(errors ?? {})).toEqual([SEARCH_INPUT.minScore]);
    },
  );

  it.each(['-1', '10001', '1.5', 'many'])('takes no number of repositories of %s', async (minRepositories) => {
    await world.slack.runCommand({ text: 'search' });
    const { errors } = await submit(await world.slack.nextView(isFilled), { minRepositories });
    expect(errors).toEqual({
      [SEARCH_INPUT.minRepositories]: 'Choose a whole number from 0 to 10,000.',
    });
  });

  it('shows errors where the answer would have gone', async () => {
    world.service.plan('/api/pain-signals', { status: 500, body: {} });
    await world.slack.runCommand({ text: 'search' });
    await submit(await world.slack.nextView(isFilled), { words: 'x' });
    const card = await world.slack.nextMessage(isPrivate);
    expect(cardText(card as unknown as Parameters<typeof cardText>[0])).toMatch(/can’t answer[\s\S]+Reference/);
  });
});

describe('/pain share', () => {
  const dialogAfter = async (text: string) => {
    await world.slack.runCommand({ text });
    return world.slack.nextView(isFilled);
  };

  it('opens the dialog for a signal, by its number in the list before', async () => {
    await world.ask('top');
    const dialog = await dialogAfter('share 2');
    expect(viewText(dialog)).toContain('# OAuth refresh tokens');
    expect(JSON.stringify(dialog.blocks)).toContain('"initial_conversation":"C0DEVPAIN1"');
    expect(dialog.submit).toBeDefined();
  });

  it('by words that fit several asks which one', async () => {
    const choice = await dialogAfter('share pain');
    await world.slack.press({ viewId: choice.id, actionId: 'choose_signal' });
    expect(viewText(await world.slack.nextView(isFilled))).toContain('[Share to…]');
  });

  it('says in the dialog that there is no such signal', async () => {
    world.service.plan('/api/pain-signals/nowhere', { status: 404, body: {} });
    expect(viewText(await dialogAfter('share 9'))).toContain('9');
  });
});
