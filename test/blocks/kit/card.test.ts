import { validateMessage } from '@pain-signals/slack-preview';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTION } from '#blocks/kit/buttons.ts';
import { type CardBlock, card, cardTitle } from '#blocks/kit/card.ts';
import { actions, button, context, fields, header, linkButton, section } from '#blocks/kit/elements.ts';
import { BLOCK_LIMITS } from '#blocks/kit/limits.ts';

const size = fc.constantFrom(0, 1, 74, 75, 76, 150, 151, 1_999, 2_000, 2_001, 3_000, 3_001, 9_000);
const text = fc
  .tuple(size, fc.constantFrom('a', 'ä ', '&amp;', '<https://x.example|y> ', '👩‍💻', 'א', '*', ' '))
  .map(([length, unit]) => unit.repeat(Math.ceil(length / unit.length)));

const anyButton = fc
  .record({ text, value: text, label: text })
  .map(({ text, value, label }) => button(ACTION.retry, { text, value, label }));
const anyBlock: fc.Arbitrary<CardBlock | null> = fc.oneof(
  text.map(header),
  fc.tuple(text, anyButton).map(([words, accessory]) => section(words, accessory)),
  fc.array(text, { minLength: 1, maxLength: 14 }).map(fields),
  fc.array(text, { maxLength: 3 }).map(context),
  fc
    .tuple(anyButton, text)
    .map(([first, url]) => actions([first, linkButton(ACTION.openPage, 'Open', `https://x.example/${url.trim()}`)])),
);

describe('card', () => {
  it('makes something that Slack accepts of whatever it is given', () => {
    fc.assert(
      fc.property(text, fc.array(anyBlock, { maxLength: 70 }), (words, blocks) => {
        expect(validateMessage(card(words, blocks))).toBeNull();
      }),
    );
  });

  it('changes nothing that fits', () => {
    const blocks = [header('Trending'), section('*1.* A pain'), context(['small'])];
    expect(card('Trending: a pain.', blocks)).toEqual({ text: 'Trending: a pain.', blocks });
  });

  it('keeps heading, beginning and buttons when there is too much, and says that it was shortened', () => {
    const rows = Array.from({ length: 40 }, (_, at) => section(`${at} ${'x'.repeat(500)}`));
    const { blocks } = card('Many', [
      header('Many'),
      ...rows,
      actions([button(ACTION.refresh, { text: 'Refresh', value: 'v' })]),
    ]);
    expect(blocks[0]).toMatchObject({ type: 'header' });
    expect(blocks[1]).toMatchObject({ text: { text: expect.stringMatching(/^0 x/) } });
    expect(blocks.at(-2)).toMatchObject({ type: 'actions' });
    expect(blocks.at(-1)).toMatchObject({ elements: [{ text: expect.stringContaining('Shortened') }] });
  });

  it('never has more than fifty blocks', () => {
    const { blocks } = card(
      'Many',
      Array.from({ length: 80 }, () => section('x')),
    );
    expect(blocks).toHaveLength(BLOCK_LIMITS.blocks);
  });

  it('cuts before a link or an entity, never inside', () => {
    const long = `${'x'.repeat(BLOCK_LIMITS.section - 20)} <https://x.example/a-long-address|a pain>`;
    const [block] = card('t', [section(long)]).blocks;
    expect(block).toMatchObject({ text: { text: `${'x'.repeat(BLOCK_LIMITS.section - 20)}…` } });
    const [entity] = card('t', [section(`${'x'.repeat(BLOCK_LIMITS.section - 3)}&amp;y`)]).blocks;
    expect(entity).toMatchObject({ text: { text: `${'x'.repeat(BLOCK_LIMITS.section - 3)}…` } });
  });

  it('leaves out a button whose value would not fit, since a cut one would do something else', () => {
    const { blocks } = card('t', [section('x', button(ACTION.details, { text: 'Details', value: 'v'.repeat(2_001) }))]);
    expect(blocks).toEqual([section('x')]);
  });

  it('has a text even when it is given none', () => {
    expect(card(' ', []).text).toBe('Pain Signals');
  });

  it('is named by its heading, else by the finding it starts with, else by its text', () => {
    expect(cardTitle(card('t', [header('Heading'), section('*finding*')]))).toBe('Heading');
    expect(cardTitle(card('t', [section('*“A &amp; B” is up.*'), section('more')]))).toBe('“A & B” is up.');
    expect(cardTitle(card('t', [section('*Not* only bold')]))).toBe('t');
  });
});
