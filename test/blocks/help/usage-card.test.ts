import { SearchQuery, TrendingQuery } from '@pain-signals/domain';
import { describe, expect, it } from 'vitest';
import { allCommandsCard, privateHelpCard, usageCard } from '#blocks/help/usage-card.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const trending = TrendingQuery.parse({ show: 'trending' });

describe('help', () => {
  it('lists every command once, by what it is for', () => {
    expect(cardText(privateHelpCard)).toMatchInlineSnapshot(`
      ""Try /pain trending (what’s rising this week), /pain signal 1 (details of number 1 in your last list), /pain evidence 1 (the posts behind it), /pain brief 1 (the problem, its cost and who to talk to), /pain search oauth (signals about OAuth), /pain ask why do tests fail in CI? (ask in your own words), /pain watch 1 (get a DM when it grows), /pain digest (a weekly summary in a channel). All commands: /pain help all"
      # Try these
      \`/pain trending\`: what’s rising this week
      \`/pain signal 1\`: details of number 1 in your last list
      \`/pain evidence 1\`: the posts behind it
      \`/pain brief 1\`: the problem, its cost and who to talk to
      \`/pain search oauth\`: signals about OAuth
      \`/pain ask why do tests fail in CI?\`: ask in your own words
      \`/pain watch 1\`: get a DM when it grows
      \`/pain digest\`: a weekly summary in a channel
      ~ Only you see answers to \`/pain\` until you share them  ·  Most typos are fine  ·  “This week” means the past 7 days, to the hour; charts show whole days (UTC)  ·  A mention is one post
      ~ Score (0 to 100): how many people report the problem, how fast it’s growing, and how widespread, severe and recent it is
      ~ In threads, mention \`@painsignals\`: everyone in the channel sees the answer. Add the app to the channel first: \`/invite @painsignals\`
      [Trending] [Emerging] [Top] [Search] [All commands]"
    `);
  });
});

describe('the list of all commands', () => {
  it('keeps what a command takes apart from the commands, and what hides apart from what looks closer', () => {
    const text = cardText(allCommandsCard);
    expect(text).toMatch(/\*Hide noise\*\s+`\/pain hide SIGNAL`.*\s+`\/pain hidden`.*\s+\*The app\*/);
    expect(text).toMatch(
      /`\/pain help`: .*\s+\*Filters and conditions\*\s+Filters for `\/pain search`: `type:bug` \(or/,
    );
  });
});

describe('a command that was not understood', () => {
  it.each([
    [
      'evidence',
      'Which signal? For example: `/pain evidence 1`, the number in your last list, or `/pain evidence oauth`.',
    ],
    [
      'watch',
      'What should I watch? For example: `/pain watch 3`, `/pain watch oauth` or `/pain watch 3 when score over 70`.',
    ],
  ] as const)('and is only “%s” is asked for the rest', (about, question) => {
    const problem = { kind: 'missing', about, given: about, expected: '', suggestion: trending, search: null } as const;
    const card = usageCard(problem);
    expect(cardText(card)).toContain(question);
    expect(cardText(card)).not.toMatch(/Did you mean|\w\|\w/);
  });

  it('and lacks a value is told which values there are', () => {
    const problem = { kind: 'missing', about: 'top', given: 'by', expected: 'score, growth, volume' } as const;
    const card = usageCard({ ...problem, suggestion: null, search: null });
    expect(cardText(card)).toContain('`by` needs a value: score, growth, volume.');
  });

  it('is answered with what was probably meant, on a button that runs it', () => {
    const card = usageCard({
      kind: 'unknown-command',
      about: null,
      given: 'trendig',
      expected: '',
      suggestion: { ...trending, limit: 5 },
      search: null,
    });
    expect(cardText(card)).toContain('There’s no command “trendig”. Did you mean `/pain trending 5`?');
    expect(buttonsOf(card)[0]).toMatchObject({ action: 'did_you_mean', text: '/pain trending 5' });
  });

  it('can be searched for instead', () => {
    const search = SearchQuery.parse({ show: 'search', words: 'oauth tokens' });
    const card = usageCard({
      kind: 'unknown-command',
      about: null,
      given: 'oauth',
      expected: '',
      suggestion: null,
      search,
    });
    expect(buttonsOf(card)[0]).toMatchObject({ action: 'search_instead', text: 'Search “oauth tokens”' });
  });

  it('is told what a value takes, with an example of that command', () => {
    const card = usageCard({
      kind: 'bad-value',
      about: 'top',
      given: '<50>',
      expected: 'a number from 1 to 10',
      suggestion: null,
      search: null,
    });
    expect(cardText(card)).toMatchInlineSnapshot(`
      ""“&lt;50&gt;” isn’t valid here. Use a number from 1 to 10. For example: \`/pain top by growth\`"
      “&lt;50&gt;” isn’t valid here. Use a number from 1 to 10.
      [Help]
      ~ For example: \`/pain top by growth\`"
    `);
  });

  it('says no more than the beginning of a long word', () => {
    const given = 'x'.repeat(600);
    const unknown = {
      kind: 'unknown-command',
      about: null,
      given,
      expected: '',
      suggestion: null,
      search: null,
    } as const;
    expect(cardText(usageCard(unknown))).toContain(`There’s no command “${'x'.repeat(49)}…”.`);
  });
});
