import type { Message, View } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API_KEY } from '../support/fake-service.ts';
import { HOME, NEIGHBOUR, startHostedWorld } from '../support/hosted-world.ts';
import { buttonsOf, readCard } from '../support/read-card.ts';
import { idOf, someExcerpts } from '../support/signals.ts';
import { startWorld, type World } from '../support/slack-world.ts';

const TEAM = 'T0PREVIEW01';
const ADMIN = 'U0GRACEHOP';
const MEMBER = 'U0ADALOVEL';

let world: World;
beforeEach(async () => {
  world = await startWorld();
  world.service.quote(someExcerpts(6));
});
afterEach(() => world.close());

const cardOf = (shown: Message | View) => ({ text: '', ...shown }) as unknown as Parameters<typeof readCard>[0];
const shown = (place: Message | View) => readCard(cardOf(place));
const actions = (place: Message | View) => buttonsOf(cardOf(place)).map(({ action }) => action);

async function ask(text: string, userId = ADMIN): Promise<Message> {
  await world.slack.runCommand({ text, userId });
  return world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === userId);
}

/** Presses, and waits for the dialog to say something. */
async function press(at: { message: Message } | { viewId: string }, actionId: string, says: string, value?: string) {
  await world.slack.press({ ...at, actionId, ...(value === undefined ? {} : { value }) });
  return world.slack.nextView((view) => shown(view).includes(says));
}

async function readQuote(number: number, userId = ADMIN): Promise<View> {
  const message = await ask(`evidence ${idOf(1)}`, userId);
  const value = buttonsOf(cardOf(message)).filter(({ action }) => action === 'read_quote')[number - 1]?.value;
  return press({ message }, 'read_quote', `# Quote ${number} of`, value);
}

describe('a quote', () => {
  it('is read in full in a dialog, line by line, with who said it where and under which licence', async () => {
    expect(shown(await ask(`evidence ${idOf(1)}`))).not.toContain('Second line');
    const quote = await readQuote(2);
    expect(shown(quote)).toContain('# Quote 2 of 6');
    expect(shown(quote)).toContain('> First line 2.\n> Second line 2, in full.');
    expect(shown(quote)).toContain('GitHub  ·  by author2  ·  posted <!date^');
    expect(shown(quote)).toContain('https://creativecommons.org/licenses/by-sa/4.0/');
    expect(shown(quote)).toContain('https://github.com/acme/auth/issues/2');
  });

  it('leads to the one before, the one after, and all of them, in the same dialog', async () => {
    const { id: viewId } = await readQuote(1);
    const next = await press({ viewId }, 'next_quote', '# Quote 2 of 6');
    expect(next.id).toBe(viewId);
    await press({ viewId }, 'previous_quote', '# Quote 1 of 6');
    expect(shown(await press({ viewId }, 'show_evidence', '# Evidence'))).toContain('1–4 of 6 quotes');
  });
});

describe('a hidden quote', () => {
  const hide = async () => {
    const { id: viewId } = await readQuote(1);
    return press({ viewId }, 'hide_quote', 'Hidden in this workspace.');
  };

  it('is in no list, no share and no brief from then on', async () => {
    await hide();
    const evidence = await ask(`evidence ${idOf(1)}`, MEMBER);
    expect(shown(evidence)).toContain('*1.* _Hidden in this workspace_');
    expect(shown(evidence)).not.toContain('First line 1');
    expect(shown(evidence)).toContain('First line 2');
    await world.press(evidence, 'share');
    const posted = world.slack.messages('C0DEVPAIN1').filter(({ ephemeralFor }) => ephemeralFor === undefined);
    expect(JSON.stringify(posted)).toContain('First line 2');
    expect(JSON.stringify(posted)).not.toContain('First line 1');

    const brief = shown(await ask(`brief ${idOf(1)}`, MEMBER));
    expect(brief).not.toContain('Every deploy signs all of our users out');
    expect(brief).not.toContain('We lost a whole afternoon');
    expect(brief).toContain('“Tokens vanish overnight.” [2]');
    expect(brief).toContain('What is quoted here is hidden in this workspace.');
  });

  it('can be seen and shown again by those who may change things, and both stands in the log', async () => {
    const hidden = await hide();
    expect(shown(hidden)).toContain('First line 1');
    const again = await press({ viewId: hidden.id }, 'unhide_quote', 'First line 1');
    expect(shown(again)).not.toContain('Hidden in this workspace');
    expect(shown(await ask(`evidence ${idOf(1)}`, MEMBER))).toContain('First line 1');
    const log = await world.store.settings.changes(TEAM);
    expect(log.map(({ userId, setting, to }) => [userId, setting, to])).toEqual(
      expect.arrayContaining([
        [ADMIN, 'quote', 'hidden'],
        [ADMIN, 'quote', 'shown'],
      ]),
    );
  });

  it('is opened by “Show hidden”, which only those who may change things have', async () => {
    await hide();
    const message = await ask(`evidence ${idOf(1)}`);
    expect(shown(await press({ message }, 'read_quote', '# Quote 1 of'))).toContain('It looks like this:');
    const [first] = buttonsOf(cardOf(await ask(`evidence ${idOf(1)}`, MEMBER)));
    expect(first?.value).toContain('"at":1');
  });

  it('is not shown to anybody else who comes to it', async () => {
    await hide();
    const message = await ask(`evidence ${idOf(1)}`, MEMBER);
    const { id: viewId } = await press({ message }, 'read_quote', '# Quote 2 of');
    const view = await press({ viewId }, 'previous_quote', '# Quote 1 of 6');
    expect(shown(view)).toContain('*Hidden in this workspace.*');
    expect(shown(view)).not.toContain('First line 1');
    expect(actions(view)).not.toContain('unhide_quote');
  });

  it('cannot be hidden by somebody who may not, whatever is sent', async () => {
    const { id: viewId } = await readQuote(1);
    await world.slack.press({ viewId, actionId: 'hide_quote', userId: MEMBER });
    await world.slack.nextView((view) => shown(view).includes('You cannot change this.'));
    expect([...(await world.store.hiddenQuotes.list(TEAM))]).toEqual([]);
  });
});

it('is hidden in one workspace alone', async () => {
  const hosted = await startHostedWorld();
  hosted.service.quote(someExcerpts(2));
  for (const { teamId } of [HOME, NEIGHBOUR]) {
    await hosted.install(teamId);
    await hosted.store.apiKeys.set(teamId, API_KEY, 'U1');
  }
  await hosted.store.hiddenQuotes.add(HOME.teamId, '1-0');
  expect(shown(await hosted.ask(HOME.userId, `evidence ${idOf(1)}`))).not.toContain('First line 1');
  expect(shown(await hosted.ask(NEIGHBOUR.userId, `evidence ${idOf(1)}`))).toContain('First line 1');
  await hosted.close();
});
