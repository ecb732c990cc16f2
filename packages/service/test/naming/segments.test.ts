import { describe, expect, it } from 'vitest';
import { cutStatements } from '../../src/naming/segments.ts';
import { printWords, readWords } from '../../src/naming/words.ts';

const cut = (title: string) =>
  cutStatements(readWords(title)).map((statement) =>
    statement.map(({ kind, words }) => `${kind}: ${printWords(words)}`),
  );

describe('the parts of a title', () => {
  it('are a core and the phrases that add to it', () => {
    expect(cut('Icon missing from the tray on Windows')).toEqual([
      ['core: Icon missing', 'phrase: from the tray', 'phrase: on Windows'],
    ]);
  });

  it('hold the verb in the core, wherever it stands', () => {
    expect(cut('Windows opened by Workspaces cannot be snapped')).toEqual([
      ['core: Windows opened', 'phrase: by Workspaces', 'core: cannot be snapped'],
    ]);
  });

  it('keep a clause with its own verb in one piece', () => {
    expect(cut('Crash when the folder of a user is empty')).toEqual([
      ['core: Crash', 'clause: when the folder of a user is empty'],
    ]);
  });

  it('keep an infinitive with what it belongs to', () => {
    expect(cut('App fails to start on login')).toEqual([['core: App fails to start', 'phrase: on login']]);
  });

  it('are several statements where a colon or a dash stands between them', () => {
    expect(cut('Generate fails - cannot find module')).toEqual([
      ['core: Generate fails'],
      ['core: cannot find module'],
    ]);
  });

  it('are never cut within quotation marks', () => {
    expect(cut('Error "unable to connect in time" on start')).toEqual([
      ['core: Error "unable to connect in time"', 'phrase: on start'],
    ]);
  });
});
