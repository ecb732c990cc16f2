import { describe, expect, it } from 'vitest';
import { cleanTitle } from '../../src/naming/clean-title.ts';

const clean = (title: string) => cleanTitle(title, () => false);

describe('a cleaned title', () => {
  it.each([
    ['[Bug]: Crash on start', 'Crash on start'],
    ['feat(api): add paging', 'add paging'],
    ['HADOOP-17244. S3A deletes markers', 'S3A deletes markers'],
    ['Upgrade Netty to 4.1.48.Final', 'Upgrade Netty'],
    ['Crash (#1234)', 'Crash'],
    ['Broken bug link in 2.53.6 release notes', 'Broken bug link in release notes'],
    ['Broken menu in 2.53.6 when printing', 'Broken menu when printing'],
    ['Upgrade from 2.0.1 fails', 'Upgrade fails'],
    ['Window in 2.53.6 opened twice', 'Window opened twice'],
    ['Cannot add node "1" because it is in the Store', 'Cannot add node because it is in the Store'],
    ['System.Runtime.InteropServices.COMException on start', 'COMException on start'],
    ['Please help: export fails', 'export fails'],
  ])('turns "%s" into "%s"', (title, cleaned) => {
    expect(clean(title).text).toBe(cleaned);
  });

  it('gives what the post is filed under, but not its kind', () => {
    expect(clean('[Run] [Bug] Crash on start').tags).toEqual(['Run']);
    expect(clean('Text Extractor: wrong characters').tags).toEqual(['Text Extractor']);
  });

  it('keeps a version that others name too', () => {
    expect(cleanTitle('Fails on JDK 17.0.1', () => true).text).toBe('Fails on JDK 17.0.1');
  });

  it('speaks calmly where the author shouts', () => {
    expect(clean('THE EXPORT DOES NOT WORK AT ALL').text).toBe('the export does not work at all');
    expect(clean('Export does NOT work').text).toBe('Export does not work');
  });
});
