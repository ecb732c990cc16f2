import { SearchQuery, TrendingQuery } from '@pain-signals/domain';
import { describe, expect, it } from 'vitest';
import { helpCard, usageCard } from '#blocks/help/usage-card.ts';
import { ENGLISH } from '#blocks/kit/format.ts';
import { buttonsOf, cardText } from '../../support/slack/card-text.ts';

const trending = TrendingQuery.parse({ show: 'trending' });

describe('help', () => {
  it('lists every command once, by what it is for', () => {
    expect(cardText(helpCard)).toMatchInlineSnapshot(`
      ""/pain trending [1-10]: what grows fastest, significant increases only; emerging [under MENTIONS] [above GROWTH]: small signals that start to rise; top [1-10] [by score|growth|volume]: the heaviest of all; search [WORDS] [type:] [area:] [owner:] [min:] [repos:] [sort:]: signals by words and filters; alone, a dialog with all of them; ask QUESTION: signals by meaning, in your own words; signal NUMBER, WORDS, ID or LINK: one signal in full; why SIGNAL: what changed about a signal, with the posts behind it; chart SIGNAL [timeline|history|sources] [7|30|90|180|365]: one signal as a picture: mentions a day, score by night, or where it was said; evidence SIGNAL: what people wrote, in their own words; brief SIGNAL: who is hurt, what they do about it, what could be built; briefs [AREA]: opportunity briefs of all areas or one, most demand first; compare SIGNAL vs SIGNAL: which of two is worse, grows faster, is broader; share SIGNAL: a dialog to share one signal in any channel, with a note; digest [pause | resume]: the weekly digest of this channel: set it up, look at it first, pause it, send it; watch SIGNAL, WORDS or AREA [when growth over 1 | score over 70 | new] [here]: tells you, or with \`here\` this channel, when it happens; watches: what is watched for you and for this channel, to adjust or stop; hide SIGNAL: hide a signal that isn't useful in this workspace; hidden: the signals this workspace has hidden, to show them again; status: whether the service answers, how old its figures are, what is left of the budget; settings: default area and channel, who may change things, what was changed; connect: the API key this workspace asks the service with; help: this list."
      # What you can ask
      *Find*
      \`/pain trending [1-10]\`  what grows fastest, significant increases only
      \`/pain emerging [under MENTIONS] [above GROWTH]\`  small signals that start to rise
      \`/pain top [1-10] [by score|growth|volume]\`  the heaviest of all
      \`/pain search [WORDS] [type:] [area:] [owner:] [min:] [repos:] [sort:]\`  signals by words and filters; alone, a dialog with all of them
      \`/pain ask QUESTION\`  signals by meaning, in your own words
      \`/pain briefs [AREA]\`  opportunity briefs of all areas or one, most demand first
      *Look closer*
      \`/pain signal NUMBER, WORDS, ID or LINK\`  one signal in full
      \`/pain why SIGNAL\`  what changed about a signal, with the posts behind it
      \`/pain chart SIGNAL [timeline|history|sources] [7|30|90|180|365]\`  one signal as a picture: mentions a day, score by night, or where it was said
      \`/pain evidence SIGNAL\`  what people wrote, in their own words
      \`/pain brief SIGNAL\`  who is hurt, what they do about it, what could be built
      \`/pain compare SIGNAL vs SIGNAL\`  which of two is worse, grows faster, is broader
      *Share and be told*
      \`/pain share SIGNAL\`  a dialog to share one signal in any channel, with a note
      \`/pain digest [pause | resume]\`  the weekly digest of this channel: set it up, look at it first, pause it, send it
      \`/pain watch SIGNAL, WORDS or AREA [when growth over 1 | score over 70 | new] [here]\`  tells you, or with \`here\` this channel, when it happens
      \`/pain watches\`  what is watched for you and for this channel, to adjust or stop
      *The app*
      \`/pain hide SIGNAL\`  hide a signal that isn't useful in this workspace
      \`/pain hidden\`  the signals this workspace has hidden, to show them again
      \`/pain status\`  whether the service answers, how old its figures are, what is left of the budget
      \`/pain settings\`  default area and channel, who may change things, what was changed
      \`/pain connect\`  the API key this workspace asks the service with
      \`/pain help\`  this list
      ~ \`search\` takes \`type:bug|feature|complaint|question  area:auth  owner:acme  min:40  repos:2  sort:score|growth|rising|volume|recent  order:asc\`
      \`watch\` takes \`when growth over 1|score over 70|new  for me|here  and for a search type: area: owner: min: repos:\`
      ~ Answers are seen by you alone until you share them.  ·  A misspelled word is no harm.  ·  In threads: \`@painsignals\` and a question, once somebody typed \`/invite @painsignals\` in the channel.
      [Trending] [Emerging] [Top] [Search] [Help]"
    `);
  });
});

describe('a command that was not understood', () => {
  it('is answered with what was probably meant, on a button that runs it', () => {
    const card = usageCard(
      {
        kind: 'unknown-command',
        about: null,
        given: 'trendig',
        expected: '',
        suggestion: { ...trending, limit: 5 },
        search: null,
      },
      ENGLISH,
    );
    expect(cardText(card)).toContain('I do not know “trendig”. Did you mean `/pain trending 5`?');
    expect(buttonsOf(card)[0]).toMatchObject({ action: 'did_you_mean', text: '/pain trending 5' });
  });

  it('can be searched for instead', () => {
    const search = SearchQuery.parse({ show: 'search', words: 'oauth tokens' });
    const card = usageCard(
      {
        kind: 'unknown-command',
        about: null,
        given: 'oauth',
        expected: '',
        suggestion: null,
        search,
      },
      ENGLISH,
    );
    expect(buttonsOf(card)[0]).toMatchObject({ action: 'search_instead', text: 'Search “oauth tokens”' });
  });

  it('is told what a value takes, with the usage and an example of that command', () => {
    const card = usageCard(
      {
        kind: 'bad-value',
        about: 'top',
        given: '<50>',
        expected: 'a number from 1 to 10',
        suggestion: null,
        search: null,
      },
      ENGLISH,
    );
    expect(cardText(card)).toMatchInlineSnapshot(`
      ""“&lt;50&gt;” does not fit there: it takes a number from 1 to 10. \`/pain top [1-10] [by score|growth|volume]\`, \`/pain top by growth\`"
      “&lt;50&gt;” does not fit there: it takes a number from 1 to 10.
      [Help]
      ~ \`/pain top [1-10] [by score|growth|volume]\`
      \`/pain top by growth\`"
    `);
  });
});
