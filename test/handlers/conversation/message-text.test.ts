import { expect, it } from 'vitest';
import { messageText } from '#handlers/conversation/find-related.ts';

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });
const richText = (...texts: string[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: texts.map((text) => ({ type: 'text', text })) }],
});

it.each([
  [
    'blocks alone',
    { blocks: [{ type: 'header', text: { type: 'plain_text', text: 'Alert' } }, section('logins fail')] },
    'Alert\nlogins fail',
  ],
  ['rich text', { blocks: [richText('builds', 'get slower')] }, 'builds\nget slower'],
  [
    'text that its blocks repeat',
    { bot_id: 'B1', text: 'logins fail', blocks: [richText('logins fail')] },
    'logins fail',
  ],
  ['what a person wrote', { text: 'see this', attachments: [{ title: 'A page' }] }, 'see this'],
  ['an app’s text, then its blocks', { bot_id: 'B1', text: 'Alert', blocks: [section('fails')] }, 'Alert\nfails'],
  [
    'attachments alone',
    { text: '', attachments: [{ title: 'Issue 7', text: 'tokens expire', fields: [{ title: 'Repo', value: 'web' }] }] },
    'Issue 7\ntokens expire\nRepo\nweb',
  ],
  [
    'an attachment of blocks',
    { attachments: [{ fallback: 'no', blocks: [section('tokens expire')] }] },
    'tokens expire',
  ],
  ['a fallback alone', { attachments: [{ fallback: 'tokens expire' }] }, 'tokens expire'],
  ['buttons and inputs', { blocks: [section('a'), { type: 'actions', elements: [{ text: { text: 'Press' } }] }] }, 'a'],
  ['nothing', {}, ''],
  ['junk', { text: 5, blocks: 'x', attachments: [null, 5, { fields: 'x' }] }, ''],
  ['no message', null, ''],
])('reads %s', (_, message, text) => {
  expect(messageText(message)).toBe(text);
});

it('reads blocks of any depth and number in bounded time', () => {
  let deep: object = section('deep');
  for (let level = 0; level < 10_000; level += 1) deep = { type: 'x', elements: [deep] };
  expect(messageText({ blocks: [section('first'), deep] })).toBe('first');
  const many = Array.from({ length: 100_000 }, (_, at) => section(`part ${at} of many`));
  expect(messageText({ blocks: many }).split('\n')).toHaveLength(200);
});

it('reads no more of attachments than is searched for', () => {
  const fields = (at: number) =>
    Array.from({ length: 20 }, (_, field) => ({ title: `field ${at} ${field}`, value: `value ${at} ${field}` }));
  const attachments = Array.from({ length: 100 }, (_, at) => ({ fields: fields(at) }));
  expect(messageText({ attachments }).split('\n')).toHaveLength(200);
  const long = Array.from({ length: 10 }, (_, at) => ({ text: `${at}`.repeat(3_000) }));
  expect(messageText({ attachments: long })).toHaveLength(6_001);
});
