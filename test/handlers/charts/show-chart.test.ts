import type { Message } from '@pain-signals/slack-preview';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aDetail, aTimeline, idOf } from '../../support/service/sample-signals.ts';
import { cardText } from '../../support/slack/card-text.ts';
import { isPrivate, startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const CHANNEL = 'C0DEVPAIN1';
const shown = (message: Message) => cardText(message as unknown as Parameters<typeof cardText>[0]);
const posted = (channelId = CHANNEL) =>
  world.slack.messages(channelId).filter(({ ephemeralFor }) => ephemeralFor === undefined);
const press = async (message: Message, actionId: string) => {
  await world.slack.press({ message, actionId });
  return world.slack.nextMessage(isPrivate);
};
const choose = async (message: Message, actionId: string, selectedOption: string) => {
  await world.slack.press({ message, actionId, selectedOption });
  return world.slack.nextMessage(isPrivate);
};
const errorsOf = (method: string) =>
  world.slack.calls.filter((call) => call.method === method).map(({ error }) => error ?? 'taken');

describe('/pain chart', () => {
  it('shows its finding and numbers, with Slack’s own chart where no picture can be shown', async () => {
    const card = await world.ask(`chart ${idOf(1)}`);
    expect(card.text).toContain('Up 140%: 24 mentions this week, 10 last week.');
    expect(shown(card)).toContain('~ Mentions, last 30 days');
    expect(shown(card)).toContain('(chart: Mentions per 2 days (UTC))');
    expect(shown(card)).toContain('[‹ Details] [Share in channel] [Send it to me] [Mentions, 30 days ▾]');
    expect(world.slack.files).toEqual([]);
  });

  it('counts by five days, and says so, where a point a day would be too many', async () => {
    const body = aTimeline(Array.from({ length: 90 }, (_, at) => (at < 83 ? 1 : 2)));
    world.service.plan(`/api/pain-signals/${idOf(1)}/timeline`, { body });
    const card = shown(await world.ask(`chart ${idOf(1)} 90`));
    expect(card).toContain('(chart: Mentions per 5 days (UTC))');
  });

  it('begins a long span with the first mention, and says since when: before it there may have been no posts', async () => {
    const body = aTimeline(Array.from({ length: 180 }, (_, at) => (at < 60 ? 0 : 1)));
    world.service.plan(`/api/pain-signals/${idOf(1)}/timeline`, { body });
    const first = body.buckets[60]?.date;
    world.service.plan(`/api/pain-signals/${idOf(1)}`, { body: aDetail({ firstSeenAt: `${first}T08:00:00.000Z` }) });
    const chart = await world.ask(`chart ${idOf(1)} 180`);
    expect(chart.text).toContain('120 in 120 days');
    expect(shown(chart)).toMatch(new RegExp(`~ Mentions since <!date.*\\|${first}>`));
    const signal = await choose(await world.ask(`signal ${idOf(1)}`), 'change_chart', 'timeline 180');
    expect(JSON.stringify(signal.blocks.find(({ type }) => type === 'data_visualization'))).not.toContain(':0');
    const unmentioned = aTimeline(Array.from({ length: 90 }, () => 0));
    world.service.plan(`/api/pain-signals/${idOf(1)}/timeline`, { body: unmentioned });
    expect(shown(await world.ask(`chart ${idOf(1)} 90`))).toContain('~ Mentions, last 90 days');
  });

  it('draws a long span whole where the first mention is older', async () => {
    const body = aTimeline(Array.from({ length: 90 }, (_, at) => (at < 4 ? 0 : 1)));
    world.service.plan(`/api/pain-signals/${idOf(1)}/timeline`, { body });
    const older = new Date(Date.parse(body.buckets[0]?.date ?? '') - 1).toISOString();
    world.service.plan(`/api/pain-signals/${idOf(1)}`, { body: aDetail({ firstSeenAt: older }) });
    const chart = await world.ask(`chart ${idOf(1)} 90`);
    expect(shown(chart)).toContain('~ Mentions, last 90 days');
    expect(chart.text).toContain('86 in 90 days');
    const signal = await choose(await world.ask(`signal ${idOf(1)}`), 'change_chart', 'timeline 90');
    const drawn = JSON.stringify(signal.blocks.find(({ type }) => type === 'data_visualization'));
    expect(drawn).toMatch(/"data":\[\{"label":"[^"]+","value":1\},\{"label":"[^"]+","value":5\}/);
  });

  it('draws the history, and the sources, of a signal of the last list', async () => {
    await world.ask('trending');
    expect(shown(await world.ask('chart 2 history 90'))).toContain('(chart: Score)');
    expect(world.service.asked).toContain(`/api/pain-signals/${idOf(2)}/history?days=90`);
    expect(shown(await world.ask('chart 2 sources'))).toContain('(chart: Mentions by source)');
  });

  it('changes its span and its kind in the same message, and finds back to the signal and its list', async () => {
    const signal = await world.press(await world.ask('trending'), 'details');
    const sources = await choose(signal, 'change_chart', 'sources');
    const year = await choose(sources, 'change_chart', 'timeline 365');
    expect(year.ts).toBe(signal.ts);
    expect(shown(year)).toMatch(/~ Mentions since <!date/);
    const history = await choose(year, 'change_chart', 'history 90');
    const back = await world.press(history, 'back_to_signal');
    expect(shown(back)).toContain('[Last 90 days ▾]');
    expect(shown(await world.press(back, 'back_to_list'))).toContain('Trending: significant increases');
  });

  it('of a signal that nobody knows says so, and can be asked again by its menu', async () => {
    const chart = await world.ask(`chart ${idOf(1)}`);
    world.service.plan(`/api/pain-signals/${idOf(1)}/history`, { status: 404, body: { code: 'NOT_FOUND', path: '/' } });
    expect(shown(await choose(chart, 'change_chart', 'history 90'))).toContain('Signal not found.');
  });
});

describe('with a public address', () => {
  beforeEach(async () => {
    await world.close();
    world = await startWorld({ publicUrl: 'https://pain.example' });
  });

  it('shows the picture to the one who asked, without any file', async () => {
    const chart = await world.ask(`chart ${idOf(1)}`);
    expect(chart.blocks).toContainEqual(
      expect.objectContaining({
        type: 'image',
        image_url: expect.stringMatching(/^https:\/\/pain\.example\/charts\//),
        alt_text: expect.stringContaining('Up 140%: 24 mentions this week'),
      }),
    );
    const address = chart.blocks.find(({ type }) => type === 'image')?.image_url;
    const picture = await fetch(String(address).replace('https://pain.example', world.address));
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(world.slack.files).toEqual([]);
  });

  it('falls back to Slack’s own chart when Slack cannot fetch it', async () => {
    const messages = ['downloading image failed [json-pointer:/blocks/2/image_url]'];
    world.slack.failNext('response_url', { status: 400, error: 'invalid_blocks', messages });
    expect(shown(await world.ask(`chart ${idOf(1)}`))).toContain('(chart: Mentions per 2 days (UTC))');
  });
});

describe("a signal's card", () => {
  it('shows another span in the same message, and other charts in the same menu', async () => {
    const signal = await world.ask(`signal ${idOf(1)}`);
    const quarter = await choose(signal, 'change_chart', 'timeline 90');
    expect([quarter.ts, shown(quarter)]).toEqual([signal.ts, expect.stringContaining('[Last 90 days ▾]')]);
    expect(shown(await choose(quarter, 'change_chart', 'sources'))).toContain('(chart: Mentions by source)');
  });
});

describe('a card for a channel', () => {
  it.each([
    ['trending', 'share', 'Trending signals, 5 of 7: 1. “Pain number 1”'],
    [`signal ${idOf(1)}`, 'share', 'Up 140%: 24 mentions'],
    [`chart ${idOf(1)} history`, 'show_here', 'Score up from 40 to 68'],
    [`compare ${idOf(1)} vs ${idOf(2)}`, 'share', 'Both have 24 mentions this week.'],
  ])('comes with its picture: %s', async (command, action, altText) => {
    await press(await world.ask(command), action);
    const [card, ...others] = posted();
    const [file] = world.slack.files;
    expect(others).toEqual([]);
    expect(card?.blocks).toContainEqual(
      expect.objectContaining({
        type: 'image',
        slack_file: { id: file?.id },
        alt_text: expect.stringContaining(altText),
      }),
    );
    expect(file).toMatchObject({ isShared: true, name: expect.stringMatching(/^pain-signals-\w+-\w{8}\.png$/) });
  });

  it('uploads each picture once', async () => {
    for (const _time of [1, 2]) await press(await world.ask(`chart ${idOf(1)}`), 'show_here');
    expect(posted()).toHaveLength(2);
    expect(world.slack.files).toHaveLength(1);
  });

  it('waits while Slack works on the file', async () => {
    world.slack.slowFiles(3);
    await press(await world.ask(`chart ${idOf(1)}`), 'show_here');
    expect(shown(posted()[0] as Message)).toContain('(picture: ');
    expect(errorsOf('chat.postMessage')).toEqual(['invalid_blocks', 'invalid_blocks', 'invalid_blocks', 'taken']);
    expect(errorsOf('files.completeUploadExternal')).toEqual(['taken']);
  });

  it('is posted without its picture when Slack refuses it, and leaves no file behind', async () => {
    world.slack.slowFiles(99);
    await press(await world.ask(`chart ${idOf(1)}`), 'show_here');
    expect(shown(posted()[0] as Message)).toContain('(chart: Mentions per 2 days (UTC))');
    expect(world.slack.files).toEqual([]);
  });

  it('uploads a file again that somebody deleted', async () => {
    await press(await world.ask(`chart ${idOf(1)}`), 'show_here');
    world.slack.deleteFile(world.slack.files[0]?.id ?? '');
    await press(await world.ask(`chart ${idOf(1)}`), 'show_here');
    expect(posted().map(shown)).toEqual([expect.stringContaining('(picture'), expect.stringContaining('(picture')]);
    expect(world.slack.files).toHaveLength(1);
  });

  it('leaves no file behind when it was not posted', async () => {
    const chart = await world.ask(`chart ${idOf(1)}`);
    world.slack.failNext('chat.postMessage', { error: 'not_in_channel' });
    world.slack.failNext('response_url', { error: 'no', status: 404 });
    expect(shown(await press(chart, 'show_here'))).toContain('/invite @painsignals');
    expect([world.slack.files, posted()]).toEqual([[], []]);
    await press(chart, 'show_here');
    expect([world.slack.files.length, posted().length]).toEqual([1, 1]);
  });

  it('has Slack’s own chart where files are not allowed, and is not kept waiting for it again', async () => {
    world.slack.refuseScope('files:write');
    for (const days of [7, 90]) await press(await world.ask(`chart ${idOf(1)} ${days}`), 'show_here');
    for (const card of posted()) expect(shown(card)).toContain('(chart: Mentions');
    expect(posted()).toHaveLength(2);
    expect(errorsOf('files.getUploadURLExternal')).toEqual(['missing_scope']);
  });

  it.each(['files.getUploadURLExternal', 'upload_url', 'files.completeUploadExternal'])(
    'has Slack’s own chart when %s is never answered',
    async (method) => {
      world.slack.failNext(method, { drop: true });
      await press(await world.ask(`chart ${idOf(1)}`), 'show_here');
      expect(posted().map(shown)).toEqual([expect.stringContaining('(chart: Mentions per 2 days (UTC))')]);
    },
  );
});

describe('"Send it to me"', () => {
  const DIRECT = 'D0ADALOVEL';

  it('sends the picture as a direct message, once, and says where it is', async () => {
    const chart = await world.ask(`chart ${idOf(1)}`);
    expect(shown(await press(chart, 'send_to_me'))).toContain('Find it in your direct messages with Pain Signals');
    expect(shown(await press(chart, 'send_to_me'))).toContain('Already sent');
    expect(posted(DIRECT).map(shown)).toEqual([expect.stringContaining('(picture: Sample data. Up 140%')]);
    expect(posted()).toEqual([]);
  });

  it('works without the im:write scope', async () => {
    world.slack.refuseScope('im:write');
    await press(await world.ask(`chart ${idOf(1)}`), 'send_to_me');
    expect(posted(DIRECT)).toHaveLength(1);
  });

  it('says when Slack refuses it, and can be pressed again', async () => {
    const chart = await world.ask(`chart ${idOf(1)}`);
    for (const method of ['conversations.open', 'chat.postMessage'])
      world.slack.failNext(method, { error: 'user_disabled' });
    expect(shown(await press(chart, 'send_to_me'))).toContain('Not shared.');
    await press(chart, 'send_to_me');
    expect(posted(DIRECT)).toHaveLength(1);
  });
});
