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
