import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorResponse } from '../../support/service/fake-service.ts';
import { aBrief, aDetail, idOf, SNAPSHOT_AT, someOpportunities } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const shown = (message: Awaited<ReturnType<World['ask']>>) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);

describe('/pain briefs', () => {
  it('lists them in the order of the service, and a number of it opens one', async () => {
    const list = await world.ask('briefs');
    expect(shown(list)).toMatch(/\*1\.\* \*Pain number 1\*[\s\S]*\*2\.\* \*Pain number 2\*/);
    expect(list.text).toContain('1. Pain number 1 (evidence strength 40 of 100)');
    expect(shown(list)).toContain('Evidence strength *40* of 100');
    // What they are ranked by.
    expect(shown(list)).toContain('▲ up 140%: 24 mentions this week, 10 last week  ·  412 total');
    await world.ask('brief 2');
    expect(world.service.asked).toContain(`/api/pain-signals/${idOf(2)}/brief`);
  });

  it('counts those of an area', async () => {
    expect(shown(await world.ask('briefs auth'))).toContain('7 signals in Auth &amp; identity have a brief');
  });

  it('calls no brief with a warning the top one, and escapes nothing in a headline', async () => {
    world.service.plan('/api/opportunities', { body: someOpportunities(1) });
    const list = shown(await world.ask('briefs auth'));
    expect(list).toContain('# 1 signal in Auth & identity has a brief\n~ Ranked by growth');
    expect(list).not.toContain('Top opportunity');
  });

  it('turns its pages, opens a brief and finds back', async () => {
    const second = await world.press(await world.ask('briefs'), 'next_page');
    expect(shown(second)).toContain('6–7 of 7');
    const brief = await world.press(second, 'show_brief');
    expect(shown(brief)).toContain('*What they ask for*');
    expect(shown(await world.press(brief, 'back_to_list'))).toContain('6–7 of 7');
  });

  it('says that there are none when there are none', async () => {
    world.service.plan('/api/opportunities', { body: [] });
    expect(shown(await world.ask('briefs'))).toContain('*No briefs right now.*');
  });
});

describe('/pain brief', () => {
  it.each([
    [
      'what workaround do people use?',
      { workarounds: [] },
      'None of the posts read for the brief mentions a workaround.',
    ],
    [
      'is there a workaround for it?',
      { workarounds: [] },
      'None of the posts read for the brief mentions a workaround.',
    ],
    ['what does it cost people?', { impact: '' }, 'No cost stands out in the posts read for the brief.'],
  ])('says that it has nothing on what is asked: “%s”', async (question, lacks, says) => {
    world.service.plan(`/api/pain-signals/${idOf(1)}/brief`, { body: aBrief(lacks) });
    await world.ask(`signal ${idOf(1)}`);
    expect(shown(await world.ask(question))).toMatch(new RegExp(`^"${says} Brief: .*\n# Brief: .*\n${says}\n`));
    expect(shown(await world.ask('brief'))).not.toContain(says);
    world.service.plan(`/api/pain-signals/${idOf(2)}/brief`, { body: aBrief({ impact: 'It costs hours. [1]' }) });
    await world.ask(`signal ${idOf(2)}`);
    expect(shown(await world.ask(question))).not.toContain(says);
  });

  it('opens from the signal, and leads to what it rests on', async () => {
    const brief = await world.press(await world.ask(`signal ${idOf(1)}`), 'show_brief');
    expect(shown(brief)).toContain('*Who has it*');
    await world.slack.press({ message: brief, actionId: 'show_brief_sources' });
    const sources = await world.slack.nextView((view) => JSON.stringify(view).includes('cited in this brief'));
    expect(JSON.stringify(sources.blocks)).toContain('[1] “');
  });

  it('is shared once', async () => {
    await world.press(await world.ask(`brief ${idOf(1)}`), 'share');
    const posted = world.slack.messages('C0DEVPAIN1').filter(({ ephemeralFor }) => ephemeralFor === undefined);
    expect(posted.map(({ text }) => text)).toContainEqual(expect.stringContaining('Brief: Pain number 1'));
  });

  it('is fetched again for a new snapshot, also when it is shared', async () => {
    const of = (said: string) => ({ body: aBrief({ painSignalId: idOf(1), problem: said }) });
    world.service.plan(`/api/pain-signals/${idOf(1)}/brief`, of('What Ada wrote.'));
    const brief = await world.ask(`brief ${idOf(1)}`);
    expect(shown(brief)).toContain('What Ada wrote.');
    const latestSnapshotAt = new Date(Date.parse(SNAPSHOT_AT) + 3_600_000).toISOString();
    world.service.plan('/api/meta/pipeline', { body: { latestSnapshotAt, totalActiveSignals: 120 } });
    world.service.plan(`/api/pain-signals/${idOf(1)}/brief`, of('What Grace wrote.'));
    world.passTime(61_000);
    await world.press(brief, 'share');
    const posted = world.slack.messages('C0DEVPAIN1').filter(({ ephemeralFor }) => ephemeralFor === undefined);
    expect(posted.map((message) => shown(message)).join()).toContain('What Grace wrote.');
    expect(posted.map((message) => shown(message)).join()).not.toContain('What Ada wrote.');
  });

  it('that does not exist is told why', async () => {
    world.service.plan(`/api/pain-signals/${idOf(2)}/brief`, errorResponse(404, 'NOT_FOUND'));
    world.service.plan(`/api/pain-signals/${idOf(2)}`, { body: aDetail({ id: idOf(2), volume: 4 }) });
    expect(shown(await world.ask(`brief ${idOf(2)}`))).toContain(
      'Briefs need at least 5 posts from 3 people. This signal has 4 posts.',
    );
  });

  it('that is too old is told so where the service tells it', async () => {
    const body = { code: 'NOT_FOUND', message: 'no', path: '/', reason: 'EXPIRED' };
    world.service.plan(`/api/pain-signals/${idOf(2)}/brief`, { status: 404, body });
    expect(shown(await world.ask(`brief ${idOf(2)}`))).toContain('The last one expired after 7 days.');
  });

  it('of a signal that does not exist is told so', async () => {
    world.service.plan(`/api/pain-signals/${idOf(9)}/brief`, errorResponse(404, 'NOT_FOUND'));
    world.service.plan(`/api/pain-signals/${idOf(9)}`, errorResponse(404, 'NOT_FOUND'));
    expect(shown(await world.ask(`brief ${idOf(9)}`))).toContain('Signal not found.');
  });
});
