import { blockRule, elementRule, inputRule, long, marked, plain, type Rule } from './rule.ts';

const button = (more: object) => ({ type: 'button', text: plain('Press'), ...more });
const confirm = (more: object) =>
  button({
    confirm: { title: plain('Sure?'), text: plain('It goes.'), confirm: plain('Yes'), deny: plain('No'), ...more },
  });
const typed = (more: object) => ({ type: 'plain_text_input', ...more });

export const ELEMENT_RULES: readonly Rule[] = [
  elementRule(
    'button text up to 75',
    button({ text: plain(long(75)) }),
    button({ text: plain(long(76)) }),
    'must be less than 76 characters',
    '/text/text',
  ),
  elementRule(
    'button text is plain',
    button({}),
    button({ text: marked('Press') }),
    'unsupported type: mrkdwn',
    '/text/type',
  ),
  elementRule('button needs text', button({}), { type: 'button' }, 'missing required field: text'),
  elementRule(
    'button value up to 2000',
    button({ value: long(2_000) }),
    button({ value: long(2_001) }),
    'must be less than 2001 characters',
    '/value',
  ),
  elementRule(
    'button url up to 3000',
    button({ url: `https://pain.example/${long(2_979)}` }),
    button({ url: `https://pain.example/${long(2_980)}` }),
    'must be less than 3001 characters',
    '/url',
  ),
  elementRule(
    'button url is an address',
    button({ url: 'https://pain.example' }),
    button({ url: 'javascript:alert(1)' }),
    'must be a valid URL',
    '/url',
  ),
  elementRule(
    'button style is primary or danger',
    button({ style: 'danger' }),
    button({ style: 'green' }),
    'must be a valid enum value',
    '/style',
  ),
  elementRule(
    'accessibility_label up to 75',
    button({ accessibility_label: long(75) }),
    button({ accessibility_label: long(76) }),
    'must be less than 76 characters',
    '/accessibility_label',
  ),
  elementRule(
    'action_id up to 255',
    button({ action_id: long(255) }),
    button({ action_id: long(256) }),
    'must be less than 256 characters',
    '/action_id',
  ),
  contextRule(
    'feedback needs both buttons',
    feedback({ negative_button: { text: plain('Bad'), value: 'bad' } }),
    feedback({}),
    'missing required field: negative_button',
  ),

  elementRule(
    'confirm title up to 100',
    confirm({ title: plain(long(100)) }),
    confirm({ title: plain(long(101)) }),
    'must be less than 101 characters',
    '/confirm/title/text',
  ),
  elementRule(
    'confirm text up to 300',
    confirm({ text: marked(long(300)) }),
    confirm({ text: marked(long(301)) }),
    'must be less than 301 characters',
    '/confirm/text/text',
  ),
  elementRule(
    'confirm button up to 30',
    confirm({ confirm: plain(long(30)) }),
    confirm({ confirm: plain(long(31)) }),
    'must be less than 31 characters',
    '/confirm/confirm/text',
  ),
  elementRule(
    'deny button up to 30',
    confirm({ deny: plain(long(30)) }),
    confirm({ deny: plain(long(31)) }),
    'must be less than 31 characters',
    '/confirm/deny/text',
  ),

  elementRule(
    'times are HH:mm',
    { type: 'timepicker', initial_time: '09:00' },
    { type: 'timepicker', initial_time: '9:00' },
    'must be in the format HH:mm',
    '/initial_time',
  ),
  elementRule(
    'time zones are IANA names',
    { type: 'timepicker', timezone: 'Europe/Berlin' },
    { type: 'timepicker', timezone: 'Berlin' },
    'must be a valid IANA timezone',
    '/timezone',
  ),

  inputRule('input of an allowed kind', typed({}), button({}), 'unsupported type: button', '/type'),
  inputRule(
    'max_length up to 3000',
    typed({ max_length: 3_000 }),
    typed({ max_length: 3_001 }),
    'must be less than or equal to 3000',
    '/max_length',
  ),
  inputRule(
    'min_length not above max_length',
    typed({ min_length: 2, max_length: 3 }),
    typed({ min_length: 4, max_length: 3 }),
    '`min_length` must not be greater than `max_length`',
    '/min_length',
  ),
];

function feedback(more: object): object {
  return { type: 'feedback_buttons', positive_button: { text: plain('Good'), value: 'good' }, ...more };
}

function contextRule(rule: string, accepted: object, refused: object, words: string): Rule {
  const inContext = (element: object) => ({ type: 'context_actions', elements: [element] });
  return blockRule(rule, inContext(accepted), inContext(refused), words, '/elements/0');
}
