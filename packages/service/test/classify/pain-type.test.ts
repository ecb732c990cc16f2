import { PAIN_TYPES } from '@pain-signals/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyPainType, weighTypes } from '../../src/classify/pain-type.ts';
import { documentOf, titled } from '../support/documents.ts';

const likeliest = (title: string | null, text = '') => {
  const shares = weighTypes(title, text);
  return PAIN_TYPES.reduce((best, type) => (shares[type] > shares[best] ? type : best));
};

describe('one post', () => {
  it.each([
    ['Server crashes with a segmentation fault on start', 'bug'],
    ['Upload fails with ECONNRESET after upgrading', 'bug'],
    ['Dropdown does not close when clicking outside', 'bug'],
    ['Add an option to skip hidden files', 'feature_request'],
    ['[console] Support dark mode', 'feature_request'],
    ['It would be nice to have keyboard shortcuts', 'feature_request'],
    ['How do I rotate a signing key without downtime?', 'question'],
    ['Is there a way to mock the clock', 'question'],
    ['What is the difference between a layer and a stage?', 'question'],
    ['Sick of waiting forty minutes for every single build', 'complaint'],
    ['This whole permission model is a nightmare', 'complaint'],
  ] as const)('is told by its title: %s', (title, type) => {
    expect(likeliest(title)).toBe(type);
  });

  it('is told by its first sentence where there is no title', () => {
    expect(likeliest(null, 'How do I rotate a signing key? We have three of them.')).toBe('question');
  });

  it('is told by its text where the title says little', () => {
    expect(
      likeliest('Login', 'Steps to reproduce:\n1. open the page\nExpected behaviour: I am logged in. It crashed.'),
    ).toBe('bug');
    expect(likeliest('Sidebar', 'It would be great if there was a setting to hide it.')).toBe('feature_request');
  });

  it.each([
    ['bug', 'Config file without trailing newline is rejected', 'The parser stops at the last line.'],
    ['bug', 'Reports are not sorted by date when filtered', 'Open the list, filter by owner: the order is by name.'],
    ['bug', 'Cannot drag rows between tables', 'The row snaps back.'],
    ['bug', 'Window opens on the second screen', ''],
    ['feature_request', 'Upgrade the bundled database driver', 'It is two years old.'],
    ['feature_request', 'Disable telemetry in air-gapped installs', 'There it only produces warnings.'],
    ['feature_request', 'Sorting of search results', 'It would be easier to scan them by date.'],
  ] as const)('is a %s where people report or wish something in plain words: %s', (type, title, text) => {
    expect(classifyPainType([documentOf(1, { title, text })])).toBe(type);
  });

  it.each([
    ['import of my calendar', 'Hello, I exported it from another program and get an error.'],
    ['login with ldap', 'Sorry if this is not the right place. We use two domains.'],
    ['Calendar import', 'Hello, the import stops at the second entry. Thanks for any pointer.'],
  ])('is a question where its author tells of themselves, greets or asks for help: %s', (title, text) => {
    expect(classifyPainType([documentOf(1, { title, text })])).toBe('question');
  });

  it('is no bug because the form was filed as one', () => {
    const text = 'Type: Bug\n\nHi, I need help, I followed the guide and my plugin is not in the list.';
    expect(likeliest('plugin of mine', text)).toBe('question');
  });

  it('is not asking because the form does', () => {
    const text = 'Do you want to request a feature or report a bug?\nBug\nThe sidebar is broken since the update.';
    expect(likeliest('Sidebar is empty', text)).toBe('bug');
  });

  it('has shares that add up to one, whatever it says', () => {
    fc.assert(
      fc.property(fc.option(fc.string()), fc.string({ unit: 'grapheme' }), (title, text) => {
        const total = Object.values(weighTypes(title, text)).reduce((sum, share) => sum + share, 0);
        expect(total).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe('a signal', () => {
  it('has the type that most of its posts have', () => {
    const posts = titled(
      'Uploads fail behind the proxy',
      'Upload crashes',
      'Why do uploads fail?',
      'Upload broken since the last release',
      'Large upload throws an exception',
    );
    expect(classifyPainType(posts)).toBe('bug');
  });

  it('has none while its posts disagree', () => {
    const posts = titled('Uploads crash', 'Please add resumable uploads', 'How do I upload?', 'Sick of uploads');
    expect(classifyPainType(posts)).toBeNull();
  });

  it('has none without posts', () => {
    expect(classifyPainType([])).toBeNull();
  });
});
