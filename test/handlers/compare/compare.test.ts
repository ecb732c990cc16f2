import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMPARE_INPUT } from '#blocks/compare/compare-dialog.ts';
import { errorResponse } from '../../support/service/fake-service.ts';
import { aDetail, idOf, someSignals } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText, viewText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const shown = (message: Awaited<ReturnType<World['ask']>>) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);
const compared = () => world.service.asked.flatMap((path) => /([0-9a-f-]{36})$/.exec(path)?.[1] ?? []);

describe('/pain compare', () => {
  it('compares two signals of the last list', async () => {
    await world.ask('trending');
    const card = await world.ask('compare 1 vs 3');
    expect(shown(card)).toContain('are about equal in score, growth and repository owners.');
    expect(shown(card)).toContain('(chart: Mentions per 2 days (UTC))');
    expect(compared().sort()).toEqual([idOf(1), idOf(3)]);
    expect(shown(await world.press(card, 'details'))).toContain('*Score 68*');
  });

  it('asks in a dialog for the other one when only one is named', async () => {
    await world.ask('trending');
    await world.slack.runCommand({ text: 'compare 1' });
    const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(COMPARE_INPUT));
    await world.slack.submitView(dialog.id, { [COMPARE_INPUT]: { [COMPARE_INPUT]: idOf(3) } });
    expect(shown(await world.slack.nextMessage())).toContain('are about equal in score, growth and repository owners.');
    expect(compared()).toContain(idOf(3));
  });

  it('alone asks for the signal to compare with the one shown last', async () => {
    await world.ask('trending');
    await world.ask('signal 2');
    await world.slack.runCommand({ text: 'compare' });
    const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(COMPARE_INPUT));
    expect(viewText(dialog)).toContain('OAuth refresh tokens');
    expect(viewText(dialog)).not.toContain('Understood as');
  });

  it('offers to choose the other one in a conversation, where no dialog opens by itself', async () => {
    await world.slack.say({ channelId: 'D0ADALOVEL', text: `compare ${idOf(2)}` });
    const card = await world.slack.nextMessage(({ text }) => text.includes('with which signal?'));
    expect(shown(card)).toContain('[Choose a signal…]');
  });

  it('takes an id and words, asks back for the words, and goes on', async () => {
    const choice = await world.ask(`compare ${idOf(7)} vs pain`);
    expect(shown(choice)).toContain('“pain” matches 12 signals. Which one?');
    const [first] = buttonsOf(choice);
    expect(shown(await world.press(choice, 'choose_signal', first?.value))).toContain(
      'are about equal in score, growth and repository owners.',
    );
    expect(compared().sort()).toEqual([idOf(1), idOf(7)]);
  });

  it('asks back for each of two words', async () => {
    const first = await world.ask('compare pain vs number');
    expect(shown(first)).toContain('“pain” matches 12 signals.');
    const second = await world.press(first, 'choose_signal');
    expect(shown(second)).toContain('“number” matches 12 signals.');
    const [, other] = buttonsOf(second);
    expect(shown(await world.press(second, 'choose_signal', other?.value))).toContain(
      'are about equal in score, growth and repository owners.',
    );
  });

  it('does not compare a signal with itself, whatever it is called', async () => {
    world.service.plan(`/api/pain-signals/${idOf(2)}`, { body: aDetail({ id: idOf(1) }) });
    expect(shown(await world.ask(`compare ${idOf(1)} vs ${idOf(2)}`))).toContain('Both are the same signal');
  });

  it('shows the other signal when the answer about one can’t be read', async () => {
    world.service.plan(`/api/pain-signals/${idOf(2)}`, { body: { id: idOf(2), topic: 7 } });
    for (const command of [`compare ${idOf(1)} vs ${idOf(2)}`, `compare ${idOf(2)} vs ${idOf(1)}`]) {
      const card = shown(await world.ask(command));
      expect(card).toContain('Couldn’t load the other signal');
      expect(card).toContain('*Score 68*');
    }
    world.service.plan(`/api/pain-signals/${idOf(3)}`, { body: { id: idOf(3), topic: 7 } });
    expect(shown(await world.ask(`compare ${idOf(2)} vs ${idOf(3)}`))).toContain('unexpected response');
  });

  it('is in the menu of a signal, with the other one chosen by a search', async () => {
    await world.ask('trending');
    const signal = await world.ask('signal 1');
    await world.slack.press({ message: signal, actionId: 'more', selectedOption: 'compare' });
    const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(COMPARE_INPUT));
    const search = { viewId: dialog.id, blockId: COMPARE_INPUT, actionId: COMPARE_INPUT };
    expect((await world.slack.suggest({ ...search, value: '' })).map(({ text }) => text)).toContain('Pain number 3');
    const found = await world.slack.suggest({ ...search, value: 'pain' });
    expect(world.service.asked).toContainEqual(expect.stringContaining('query=pain'));
    expect(found.map(({ value }) => value)).not.toContain(idOf(1));
    await world.slack.submitView(dialog.id, { [COMPARE_INPUT]: { [COMPARE_INPUT]: idOf(3) } });
    const card = await world.slack.nextMessage((message) =>
      shown(message).includes('are about equal in score, growth and repository owners.'),
    );
    expect(card.ephemeralFor).toBe('U0ADALOVEL');
    expect(compared()).toEqual(expect.arrayContaining([idOf(1), idOf(3)]));
  });

  it('searches names alone while somebody types, because fair use allows few searches of posts', async () => {
    await world.slack.press({
      message: await world.ask(`signal ${idOf(1)}`),
      actionId: 'more',
      selectedOption: 'compare',
    });
    const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(COMPARE_INPUT));
    world.service.plan('/api/pain-signals', { body: { items: [], page: 0, size: 20, totalItems: 0, totalPages: 0 } });
    const search = { viewId: dialog.id, blockId: COMPARE_INPUT, actionId: COMPARE_INPUT };
    for (const value of ['kub', 'kubern', 'kubernetes'])
      expect(await world.slack.suggest({ ...search, value })).toEqual([]);
    expect(world.service.asked).toContainEqual(expect.stringContaining('query=kubernetes'));
    expect(world.service.asked.join()).not.toContain('semantic-search');
  });

  it('offers nothing to choose while the service is down', async () => {
    const signal = await world.ask(`signal ${idOf(1)}`);
    await world.slack.press({ message: signal, actionId: 'more', selectedOption: 'compare' });
    const dialog = await world.slack.nextView((view) => JSON.stringify(view).includes(COMPARE_INPUT));
    world.service.plan('/api/pain-signals', { status: 500, body: {} });
    const search = { viewId: dialog.id, blockId: COMPARE_INPUT, actionId: COMPARE_INPUT, value: 'oauth' };
    expect(await world.slack.suggest(search)).toEqual([]);
  });

  it('says which words are nowhere', async () => {
    const nothing = { body: { items: [], page: 0, size: 5, totalItems: 0, totalPages: 0 } };
    world.service.plan('/api/pain-signals', nothing);
    world.service.plan('/api/signals/semantic-search', nothing);
    expect(shown(await world.ask('compare nowhere vs 3'))).toContain('No signals or posts match “nowhere”.');
  });

  it('with a signal that does not exist is told so', async () => {
    world.service.plan(`/api/pain-signals/${idOf(9)}`, errorResponse(404, 'NOT_FOUND'));
    expect(shown(await world.ask(`compare ${idOf(1)} vs ${idOf(9)}`))).toContain('Signal not found.');
  });

  it('is shared once, as it was seen', async () => {
    world.service.plan('/api/pain-signals', {
      body: { items: someSignals(1), page: 0, size: 5, totalItems: 1, totalPages: 1 },
    });
    await world.press(await world.ask(`compare the only one vs ${idOf(5)}`), 'share');
    const posted = world.slack.messages('C0DEVPAIN1').filter(({ ephemeralFor }) => ephemeralFor === undefined);
    expect(posted.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^“OAuth .+ are about equal in score, growth and repository owners\. “OAuth/),
    );
  });
});
