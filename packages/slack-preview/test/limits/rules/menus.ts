import { elementRule, long, option, plain, type Rule, times } from './rule.ts';

const select = (more: object) => ({ type: 'static_select', options: [option(1)], ...more });
const overflow = (options: readonly object[]) => ({ type: 'overflow', options });
const boxes = (more: object) => ({ type: 'checkboxes', options: [option(1)], ...more });

export const MENU_RULES: readonly Rule[] = [
  elementRule(
    'menu up to 100 options',
    select({ options: times(100, option) }),
    select({ options: times(101, option) }),
    'no more than 100 items allowed',
    '/options',
  ),
  elementRule('menu has options', select({}), select({ options: [] }), 'must provide at least 1 items', '/options'),
  elementRule(
    'option text up to 75',
    select({ options: [{ text: plain(long(75)), value: '1' }] }),
    select({ options: [{ text: plain(long(76)), value: '1' }] }),
    'must be less than 76 characters',
    '/options/0/text/text',
  ),
  elementRule(
    'option value up to 75',
    select({ options: [option(long(66))] }),
    select({ options: [{ text: plain('x'), value: long(76) }] }),
    'must be less than 76 characters',
    '/options/0/value',
  ),
  elementRule(
    'option description up to 75',
    select({ options: [{ ...option(1), description: plain(long(75)) }] }),
    select({ options: [{ ...option(1), description: plain(long(76)) }] }),
    'must be less than 76 characters',
    '/options/0/description/text',
  ),
  elementRule(
    'initial_option is one of the options',
    select({ initial_option: option(1) }),
    select({ initial_option: option(2) }),
    'must exactly match one of the provided options',
    '/initial_option',
  ),
  elementRule(
    'placeholder up to 150',
    select({ placeholder: plain(long(150)) }),
    select({ placeholder: plain(long(151)) }),
    'must be less than 151 characters',
    '/placeholder/text',
  ),
  elementRule(
    'max_selected_items from 1',
    { type: 'multi_users_select', max_selected_items: 1 },
    { type: 'multi_users_select', max_selected_items: 0 },
    'must be greater than or equal to 1',
    '/max_selected_items',
  ),
  elementRule(
    'conversation filter of known kinds',
    { type: 'conversations_select', filter: { include: ['public'] } },
    { type: 'conversations_select', filter: { include: ['secret'] } },
    'must be a valid enum value',
    '/filter/include/0',
  ),

  elementRule(
    'overflow up to 5 options',
    overflow(times(5, option)),
    overflow(times(6, option)),
    'no more than 5 items allowed',
    '/options',
  ),
  elementRule(
    'overflow from 2 options',
    overflow(times(2, option)),
    overflow(times(1, option)),
    'must provide at least 2 items',
    '/options',
  ),
  elementRule(
    'checkboxes up to 10',
    boxes({ options: times(10, option) }),
    boxes({ options: times(11, option) }),
    'no more than 10 items allowed',
    '/options',
  ),
  elementRule(
    'ticked boxes are among the options',
    boxes({ initial_options: [option(1)] }),
    boxes({ initial_options: [option(2)] }),
    'must exactly match one of the provided options',
    '/initial_options',
  ),
  elementRule(
    'radio buttons up to 10',
    { type: 'radio_buttons', options: times(10, option) },
    { type: 'radio_buttons', options: times(11, option) },
    'no more than 10 items allowed',
    '/options',
  ),
  elementRule(
    'the chosen radio button is an option',
    { type: 'radio_buttons', options: [option(1)], initial_option: option(1) },
    { type: 'radio_buttons', options: [option(1)], initial_option: option(2) },
    'must exactly match one of the provided options',
    '/initial_option',
  ),
];
