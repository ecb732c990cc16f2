import { fingerprintOf } from '@pain-signals/domain';
import type { Message, View } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeCorrection } from '#blocks/kit/buttons.ts';
import { API_KEY } from '../../support/service/fake-service.ts';
import { aBrief, idOf, someExcerpts, someSignals } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';
import { HOME, NEIGHBOUR, startHostedWorld } from '../../support/worlds/hosted-world.ts';
import { pressForm, sendSigned } from '../../support/worlds/signed-request.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

const TEAM = 'T0PREVIEW01';
const ADMIN = 'U0GRACEHOP';
const MEMBER = 'U0ADALOVEL';

let world: World;
beforeEach(async () => {
  world = await startWorld();
  world.service.quote(someExcerpts(6));
});
afterEach(() => world.close());

const cardOf = (shown: Message | View) => ({ text: '', ...shown }) as unknown as Parameters<typeof cardText>[0];
const shown = (place: Message | View) => cardText(cardOf(place));
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
  return press({ message }, 'read_quote', `# Post ${number} of`, value);
}

describe('a quote', () => {
  it('is read in full in a dialog, line by line, with who said it where and under which licence', async () => {
    expect(shown(await ask(`evidence ${idOf(1)}`))).not.toContain('Second line');
    const quote = await readQuote(2);
    expect(shown(quote)).toContain('# Post 2 of 6');
    expect(JSON.stringify(quote.title)).toContain('Evidence');
    expect(shown(quote)).toContain('> First line 2.\n> Second line 2, in full.');
    expect(shown(quote)).toContain('GitHub  ·  by author2  ·  <!date^');
    expect(shown(quote)).toContain('https://creativecommons.org/licenses/by-sa/4.0/');
    expect(shown(quote)).toContain('https://github.com/acme/auth/issues/2');
  });

  it('leads to the one before, the one after, and all of them, in the same dialog', async () => {
    const { id: viewId } = await readQuote(1);
    const next = await press({ viewId }, 'next_quote', '# Post 2 of 6');
    expect(next.id).toBe(viewId);
    await press({ viewId }, 'previous_quote', '# Post 1 of 6');
    expect(shown(await press({ viewId }, 'show_evidence', '# Evidence'))).toContain('1–4 of 6 excerpts');
  });
});

describe('a quote in a list that has changed since', () => {
  it('is the one that was meant, wherever it stands now', async () => {
    const message = await ask(`evidence ${idOf(1)}`);
    const [, second] = buttonsOf(cardOf(message)).filter(({ action }) => action === 'read_quote');
    const [one, two, ...others] = someExcerpts(6);
    if (!one || !two) throw new Error('two quotes');
    world.service.quote([...others, one, two]);
    world.passTime(120_000);
    const quote = await press({ message }, 'read_quote', '# Post 6 of 6', second?.value);
    expect(shown(quote)).toContain('> First line 2.');
  });

  it('is said to be gone rather than replaced by another one', async () => {
    const message = await ask(`evidence ${idOf(1)}`);
    world.service.quote(someExcerpts(6).slice(1));
    world.passTime(120_000);
    const quote = await press({ message }, 'read_quote', 'This post is gone.');
    expect(shown(quote)).not.toContain('First line');
    expect(actions(quote)).not.toContain('hide_quote');
  });
});

type Source = ReturnType<typeof someExcerpts>[number];

describe('a hidden quote', () => {
  const hide = async () => {
    const { id: viewId } = await readQuote(1);
    return press({ viewId }, 'hide_quote', '*Hidden in this workspace*');
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
  });

  it('is gone from a brief, whichever of its post’s names the brief has', async () => {
    const told = { chunkId: '1-7', provider: 'github', url: null, author: 'author1' };
    const others = { chunkId: '2-0', provider: 'github', externalId: '1002', url: null, author: 'author2' };
    const evidence = [
      { ...told, externalId: '1001', excerpt: 'Known by what its source calls it.' },
      { ...told, url: 'https://github.com/acme/auth/issues/1', excerpt: 'Known by its address.' },
      { ...told, chunkId: '1-0', excerpt: 'Known by its number.' },
      { ...others, excerpt: 'Tokens vanish overnight.' },
    ];
    const record = {
      ...aBrief({ evidence, problem: '“By its source.” [1] “By its address.” [2] “Tokens vanish overnight.” [4]' }),
      impact:
        'At least 3 posts (see [3] [4]) report “by its number”, including “Tokens die” [4] and “Tokens expire” [4].',
      ...{ affected: '“By its number.” [3]', marketSize: { words: 'Somebody says “by its source” [1]' } },
    };
    world.service.plan(`/api/pain-signals/${idOf(1)}/brief`, { body: record });
    await hide();
    const brief = shown(await ask(`brief ${idOf(1)}`, MEMBER));
    expect(brief).not.toMatch(/by its (source|address|number)|author1|issues\/1/i);
    expect(brief).toContain('“Tokens vanish overnight.” [4]');
    expect(brief).toContain('“Tokens expire” [4].');
    expect(brief).toContain('This part quotes posts hidden in this workspace.');
  });

  it.each([
    ['address', ({ url }: Source) => ({ url })],
    ['id at its source', ({ provider, externalId }: Source) => ({ url: null, provider, externalId })],
  ])('is in no answer to a question and no search, nor in what a model says, known by its %s', async (_, nameOf) => {
    const [first] = someExcerpts(1);
    if (!first) throw new Error('an excerpt');
    const [one, two] = someSignals(2);
    const match = {
      relevance: 0.9,
      words: ['refresh token'],
      sentence: 'Refresh tokens get lost at night.',
      author: 'author1',
    };
    const found = { ...one, match: { ...match, ...nameOf(first), chunkId: null } };
    world.service.plan('/api/signals/semantic-search', {
      body: {
        ...{ items: [found, two], page: 0, size: 5, totalItems: 2, totalPages: 1 },
        answer: {
          text: 'A model says they get lost.',
          generatedBy: 'a model',
          evidence: [{ ...nameOf(first), author: 'author1' }],
        },
      },
    });
    expect(shown(await ask('ask are refresh tokens lost at night?', MEMBER))).toContain('A model says they get lost.');
    expect(shown(await ask('search refresh tokens'))).toContain('Refresh tokens get lost at night.');
    await hide();
    for (const text of ['ask are refresh tokens lost at night?', 'search refresh tokens'])
      expect(shown(await ask(text, MEMBER))).not.toMatch(/get lost|author1|issues\/1\b|First line 1/);
  });

  it('is hidden with all of its post, and with nothing of another post that the service gives its number to', async () => {
    const [one, two, three] = someExcerpts(3);
    if (!one || !two || !three) throw new Error('three quotes');
    const more = { ...one, chunkId: '1-1', excerpt: 'What else that post says.' };
    world.service.quote([one, two, more, { ...three, chunkId: one.chunkId }]);
    await hide();
    const evidence = shown(await ask(`evidence ${idOf(1)}`, MEMBER));
    expect(evidence).not.toMatch(/First line 1|What else/);
    expect(evidence).toMatch(/First line 2.*First line 3/s);
  });

  it('is refused when the workspace has hidden the maximum', async () => {
    for (let post = 0; post < 1_000; post++)
      await world.store.hiddenEvidence.add(TEAM, [fingerprintOf({ externalId: `${post} ago` })]);
    const { id: viewId } = await readQuote(1);
    await press({ viewId }, 'hide_quote', 'This workspace can’t hide more posts.');
    expect(shown(await ask(`evidence ${idOf(1)}`, MEMBER))).toContain('First line 1');
  });

  it('can be seen and unhidden by managers, and both are logged', async () => {
    const hidden = await hide();
    expect(shown(hidden)).toContain('First line 1');
    expect(hidden.title).toMatchObject({ text: 'Evidence' });
    const again = await press({ viewId: hidden.id }, 'unhide_quote', 'First line 1');
    expect(shown(again)).not.toContain('Hidden in this workspace');
    expect(shown(await ask(`evidence ${idOf(1)}`, MEMBER))).toContain('First line 1');
    const log = await world.store.settings.changes(TEAM);
    expect(log.map(({ userId, setting, to }) => [userId, setting, to])).toEqual(
      expect.arrayContaining([
        [ADMIN, 'quote', 'hidden'],
        [ADMIN, 'hiddenQuote', 'shown'],
      ]),
    );
  });

  it('is opened by “Read hidden post”, which only those who may change things have', async () => {
    await hide();
    const message = await ask(`evidence ${idOf(1)}`);
    expect(shown(message)).toContain('[Read hidden post]');
    const view = await press({ message }, 'read_quote', '# Post 1 of');
    expect(shown(view)).toMatch(/\*Hidden in this workspace\*.*\[Show again\]/s);
    const [first] = buttonsOf(cardOf(await ask(`evidence ${idOf(1)}`, MEMBER)));
    expect(first?.value).toContain('"at":1');
  });

  it('leads back to the page it was opened from, and from there to the list', async () => {
    const list = await ask('top');
    await world.slack.press({ message: list, actionId: 'details', userId: ADMIN });
    const signal = await world.slack.nextMessage((message) => shown(message).includes('Back to list'));
    await world.slack.press({ message: signal, actionId: 'show_evidence', userId: ADMIN });
    const first = await world.slack.nextMessage((message) => shown(message).includes('1–4 of 6 excerpts'));
    await world.slack.press({ message: first, actionId: 'next_page', userId: ADMIN });
    const message = await world.slack.nextMessage((each) => shown(each).includes('5–6 of 6 excerpts'));
    const { id: viewId } = await press({ message }, 'read_quote', '# Post 5 of 6');
    await press({ viewId }, 'hide_quote', '*Hidden in this workspace*');
    const back = await press({ viewId }, 'show_evidence', '5–6 of 6 excerpts');
    expect(buttonsOf(cardOf(back)).find(({ action }) => action === 'back_to_signal')?.value).toContain('"show":"top"');
  });

  it('is not shown to anybody else who comes to it', async () => {
    await hide();
    const message = await ask(`evidence ${idOf(1)}`, MEMBER);
    const { id: viewId } = await press({ message }, 'read_quote', '# Post 2 of');
    const view = await press({ viewId }, 'previous_quote', '# Post 1 of 6');
    expect(shown(view)).toContain('*Hidden in this workspace*');
    expect(shown(view)).not.toContain('First line 1');
    expect(actions(view)).not.toContain('unhide_quote');
  });

  it('is left out of what is shared, which begins with the first post that is shown', async () => {
    await hide();
    const message = await ask(`evidence ${idOf(1)}`);
    await world.slack.press({ message, actionId: 'share', userId: ADMIN });
    const card = shown(await world.slack.nextMessage(({ ephemeralFor }) => ephemeralFor === undefined));
    expect(card).toContain('~ Newest first  ·  1–3 of 5 excerpts\n~ *1.* ');
    expect(card).toContain('2 more excerpts');
    expect(card).not.toMatch(/idden|First line 1/);
    await world.slack.nextMessage();
  });

  it('is not shown in a channel, not even to managers', async () => {
    await hide();
    await world.slack.say({ channelId: 'C0PRODUCT1', text: `@Pain Signals evidence for ${idOf(1)}`, userId: ADMIN });
    const message = await world.slack.nextMessage(({ threadTs }) => threadTs !== undefined);
    await world.idle();
    expect(actions(message)).not.toContain('read_quote');
    const value = encodeCorrection({ question: { show: 'quote', id: idOf(1), at: 0 } });
    const pressed = pressForm({
      user: { id: ADMIN, team_id: TEAM },
      channel: { id: 'C0PRODUCT1' },
      container: { type: 'message', message_ts: message.ts, channel_id: 'C0PRODUCT1' },
      actions: [{ type: 'button', action_id: 'correct_reading', block_id: 'b', value, action_ts: '1.0' }],
    });
    await sendSigned(world.address, pressed);
    const quote = await world.slack.nextMessage((each) => shown(each).includes('# Post 1 of'));
    expect(JSON.stringify(quote)).not.toContain('First line 1');
  });

  it('cannot be hidden by somebody who may not, whatever is sent', async () => {
    const { id: viewId } = await readQuote(1);
    await world.slack.press({ viewId, actionId: 'hide_quote', userId: MEMBER });
    await world.slack.nextView((view) =>
      shown(view).includes('Only admins, managers and the person who installed the app can do this.'),
    );
    expect([...(await world.store.hiddenEvidence.list(TEAM))]).toEqual([]);
  });
});

it('is hidden in one workspace alone', async () => {
  const hosted = await startHostedWorld();
  const says = 'Refresh tokens get lost after every deploy of ours.';
  const [one, two] = someExcerpts(2);
  if (!one || !two) throw new Error('two quotes');
  hosted.service.quote([{ ...one, excerpt: `First line 1. ${says}` }, two]);
  for (const { teamId } of [HOME, NEIGHBOUR]) {
    await hosted.install(teamId);
    await hosted.store.apiKeys.set(teamId, API_KEY, 'U1');
  }
  await hosted.store.hiddenEvidence.add(HOME.teamId, [fingerprintOf(one)]);
  expect(shown(await hosted.ask(HOME.userId, `evidence ${idOf(1)}`))).not.toContain('First line 1');
  expect(shown(await hosted.ask(NEIGHBOUR.userId, `evidence ${idOf(1)}`))).toContain('First line 1');
  // The service doesn't say which sentence matched, so it is looked for in the posts.
  for (const [userId, isShown] of [[NEIGHBOUR.userId, true] as const, [HOME.userId, false] as const]) {
    const answer = shown(await hosted.ask(userId, 'ask are refresh tokens lost after a deploy?'));
    expect(answer.includes(says)).toBe(isShown);
  }
  await hosted.close();
});
