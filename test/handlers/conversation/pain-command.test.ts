import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDetail, idOf, someSignals } from '../../support/service/sample-signals.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';
import { startWorld, type World } from '../../support/worlds/slack-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ signalUrl: 'https://pain.example/signals/{id}' });
});
afterAll(() => world.close());

const shown = (message: Awaited<ReturnType<World['ask']>>) =>
  cardText(message as unknown as Parameters<typeof cardText>[0]);

describe('/pain', () => {
  it('takes a period and a filter at once', async () => {
    expect(shown(await world.ask('trending 3 this month area:security'))).toContain(
      'No signals in Security &amp; compliance rose in the last 30 days',
    );
  });

  it('alone shows the main buttons, only to the person who asked', async () => {
    const home = await world.ask('');
    expect(home.ephemeralFor).toBe('U0ADALOVEL');
    expect(shown(home)).toContain('120 signals active in the last 30 days');
    const doors = buttonsOf(home).map(({ text }) => text);
    expect(doors.filter((text) => text !== 'Details')).toEqual(['Trending', 'Emerging', 'Top', 'Search', 'Help']);
  });

  it.each([
    ['my deploys are slow and '.repeat(200), 'a question can have up to 500 characters, yours has 4,800.'],
    [`ask ${'x'.repeat(2_400)}`, 'a question can have up to 500 characters, yours has 2,400.'],
    [`search ${'deploy slow '.repeat(60)}`, 'a search can have up to 200 characters, yours has 719.'],
  ])('says that a text is too long, and how long it may be: %.20s…', async (text, says) => {
    const card = shown(await world.ask(text));
    expect(card).toContain(`That’s too long: ${says}`);
    expect(card).not.toMatch(/no command|isn’t valid/);
  });

  it('offers no help where a question is about no pain', async () => {
    for (const question of ['ask how do I bake bread?', 'ask what is the weather in Paris?'])
      expect(shown(await world.ask(question))).not.toContain('Did you mean');
  });

  it.each([
    ['trending', 'Trending: significant increases', '/api/dashboard/trending?limit=10'],
    ['trending 1', 'Trending: significant increases', '/api/dashboard/trending?limit=2'],
    ['trending 3', 'Trending: significant increases', '/api/dashboard/trending?limit=3'],
    [
      'emerging max 50 min 150%',
      'Emerging: signals with up to',
      '/api/dashboard/emerging?maxVolume=50&minGrowth=1.5&limit=10',
    ],
    ['top by growth', 'Top signals by growth', '/api/pain-signals?sortBy=growth&direction=desc&size=100'],
    [
      'search oauth type:bug area:auth owner:acme min:40 repos:2 sort:volume',
      'about “oauth”',
      '/api/pain-signals?query=oauth&macroArea=AUTH_IDENTITY&painType=bug&owner=acme&minScore=40&minDocumentDiversity=2&sortBy=volume&direction=desc&page=0&size=5',
    ],
    [
      'ask why do logins break?',
      '# “why do logins break?”',
      '/api/signals/semantic-search?q=logins+break&limit=20&answer=true',
    ],
  ])('%s asks the service and draws its answer', async (text, title, asked) => {
    const list = await world.ask(text);
    expect(list.ephemeralFor).toBe('U0ADALOVEL');
    expect(shown(list)).toContain(title);
    expect(shown(list)).toContain('<https://pain.example/signals/');
    expect(shown(list)).toContain('*Sample data*');
    expect(world.service.asked).toContain(asked);
  });

  it.each([
    ['What should we build for databases?', 'No briefs for Database', 'Understood as: *briefs · Database'],
    [
      'what is rising in auth?',
      'signals in Auth & identity rose significantly this week',
      'Understood as: *rising · Auth',
    ],
    ['show me the top 3', 'Top signals by score', 'Understood as: *top 3*'],
    ['what happened yesterday?', 'Rising', 'Understood as: *what changed this week*'],
    ['why do logins break on mobile?', '# “why do logins break on mobile?”', 'Pain number 1'],
  ])('“%s” is read as own words, and says so', async (text, title, understood) => {
    const answer = shown(await world.ask(text));
    expect(answer).toContain(title);
    expect(answer).toContain(understood);
  });

  it('says that it knows nothing else, unless help is asked for', async () => {
    expect(shown(await world.ask('tell me a joke'))).toContain(
      'I only know about developers’ problems: I group their posts into signals you can ask about.\n# Try these',
    );
    expect(shown(await world.ask('what can you do?'))).not.toContain('I only know');
  });

  it.each([
    ['trendig 3', 'Trending: significant increases', 'Understood as: *trending 3*'],
    ['oauth tokens', 'about “oauth tokens”', 'Understood as: *signals about “oauth tokens”*'],
    ['serch docker timeouts again', 'about “docker timeouts”', 'about “docker timeouts”'],
    ['kubernetes', 'about “kubernetes”', 'about “kubernetes”'],
  ])('%s is read despite typing errors, and words alone are searched for', async (text, title, understood) => {
    const answer = shown(await world.ask(text));
    expect(answer).toContain(title);
    expect(answer).toContain(understood);
  });

  it.each(['top by magic', 'top 3 by foo', 'trending order:up', 'top ../../etc/passwd'])(
    '%s is no sentence',
    async (text) => {
      expect(shown(await world.ask(text))).toMatch(/There’s no command|isn’t valid here|can’t be|doesn’t take/);
    },
  );

  it.each([
    ['type:banana', '“type” can’t be “banana”. Use bug, feature, complaint or question.'],
    ['search x min:200', '“min” can’t be 200. Choose a number from 0 to 100.\n'],
    ['search x min:lots', '“min” can’t be “lots”. Choose a number from 0 to 100.'],
    [
      'watch oauth when growth over banana',
      '“growth over banana” isn’t valid here. Use a percentage, as in `growth over 50%`.',
    ],
    ['chart 5 pie', '90, 180 or 365 days. Or leave “pie” out: `/pain chart 5`'],
    ['chart 5 sources 90', '\nThe sources chart always covers all time, so leave out 90. Did you mean'],
    ['compare 1 vs 2 vs 3', '\nYou can compare two signals at a time.\n'],
    ['emerging under banana', '“banana” isn’t valid here. Use a number of mentions, as in `max 50`.'],
    ['watch oauth when score over 900', 'Choose a number below 100, as in `score over 70`.\n'],
    ['watch 1 when price over 5', '“price over 5” isn’t a condition for a watch. Use `growth over 50%`, `score over'],
    ['watch 3 when growth over banana', 'For example: `/pain watch 3 when growth over 50%`'],
    ['watch 3 when score over banana', 'For example: `/pain watch 3 when score over 70`'],
  ])('%s: says what was wrong, what is allowed, and an example', async (text, says) => {
    const card = shown(await world.ask(text));
    expect(card).toContain(says);
    expect(card).toContain('For example: `/pain ');
  });

  it.each([
    ['top 3 by hype', '“hype” isn’t valid here. Use score, growth or mentions.'],
    ['areas foo', '`/pain areas` doesn’t take “foo”.'],
    ['watch area:auth except:bugs when growth over 50%', '“except:” isn’t valid here. Use words, area:, type:,'],
    ['watch oauth days:30', '“days:” isn’t valid here.'],
    ['digest foo', '`/pain digest` doesn’t take “foo”. Use `pause` or `resume`.'],
    ['send me a digest every friday', '⚠ A digest’s day is chosen in its settings, so “every friday” was ignored'],
    ['areas please', 'Mentions of all signals in each area'],
  ])('%s: nothing typed is dropped without a word', async (text, says) => {
    expect(shown(await world.ask(text))).toContain(says);
  });

  it('ignores invisible characters', async () => {
    for (const words of ['\u202e\u200b\u0000', '\u3164', '\u2800 \u115f'])
      expect(shown(await world.ask(`watch ${words}`))).toContain('What should I watch?');
    expect(shown(await world.ask('briefs area:'))).toContain('`area:` needs an area: Auth');
  });

  it('formats the bounds of a number as the English text does', async () => {
    expect(shown(await world.ask('emerging under 2000000000'))).toContain('a number from 0 to 1,000,000,000.');
  });

  it('signal shows one signal by its id, and asks for its history of thirty days', async () => {
    const card = await world.ask(`signal ${idOf(1)}`);
    expect(shown(card)).toContain('# OAuth refresh tokens expire without warning');
    expect(shown(card)).toContain('[Last 30 days ▾]');
    expect(world.service.asked).toContain(`/api/pain-signals/${idOf(1)}/timeline?days=30`);
  });

  it('signal by words offers a choice when there are several', async () => {
    expect(shown(await world.ask('signal pain'))).toContain('about “pain”');
  });

  it('signal by words shows the only one at once', async () => {
    const body = { items: someSignals(1), page: 0, size: 5, totalItems: 1, totalPages: 1 };
    world.service.plan('/api/pain-signals', { body });
    expect(shown(await world.ask('signal the only one'))).toContain(`# ${aDetail().topic}`);
  });

  it('help explains itself without asking the service', async () => {
    const before = world.service.asked.length;
    expect(shown(await world.ask('help'))).toContain('# Try these');
    expect(world.service.asked).toHaveLength(before);
  });

  it("leaves out what the service can't provide for a signal", async () => {
    world.service.plan(`/api/pain-signals/${idOf(2)}/stats`, { status: 404, body: {} });
    world.service.plan(`/api/pain-signals/${idOf(2)}/timeline`, { body: 'nonsense' });
    const card = shown(await world.ask(`signal ${idOf(2)}`));
    expect(card).toContain('*Score 68*');
    expect(card).not.toContain('(chart');
  });

  it('says that nothing rises when nothing does', async () => {
    world.service.plan('/api/dashboard/emerging', { body: [] });
    expect(shown(await world.ask('emerging under 7'))).toContain('No small signals rose significantly this week.');
  });

  it('leaves out invalid rows and says how many', async () => {
    world.service.plan('/api/dashboard/top', { body: [...someSignals(2), { id: 5 }] });
    expect(shown(await world.ask('top 9'))).toContain('1 unreadable entry left out');
  });
});
