import type { Random } from '../parts/random.ts';
import { fence, joinParagraphs, type Story, sometimes, type Voice } from './voice.ts';

/** Headings of an issue form: what is wrong, where, what was tried, who is hurt, and the log. */
type Form = readonly [problem: string, settings: string, attempts: string, effects: string, log: string];

const BUG_FORMS: readonly Form[] = [
  [
    '### Describe the bug',
    '### Environment',
    '### Steps to reproduce',
    '### Additional context',
    '### Relevant log output',
  ],
  ['**What happened?**', '**Your setup**', '**What did you expect to happen?**', '**Anything else?**', '**Logs**'],
  ['## Current behavior', '## Context', '## Possible solution', '## Severity', '## Minimal reproduction'],
  ['### Issue summary', '### Deployment details', '### Workarounds tried', '### Business impact', '### Stack trace'],
  ['Observed:', 'Setup:', 'Already tried:', 'Impact:', 'Output:'],
];

const WISH_FORMS: readonly Form[] = [
  [
    '### Is your feature request related to a problem? Please describe.',
    "### Describe the solution you'd like",
    "### Describe alternatives you've considered",
    '### Additional context',
    '### Example',
  ],
  ['## Problem', '## Use case', '## Alternatives', '## Why this matters', '## Sketch'],
  [
    '**What would you like to be added?**',
    '**Environment**',
    '**Existing workarounds**',
    '**Why is this needed?**',
    '**Notes**',
  ],
];

const PREAMBLES = [
  '- [x] I have searched the existing issues\n- [x] I am on the latest release',
  '- [x] I have read the contributing guidelines\n- [x] This is not a support question',
  'First of all thanks for maintaining this project!',
  '<!-- Please fill in the template, issues without a reproduction are closed -->',
  'Not sure whether this belongs here, feel free to move it.',
];

const MACHINES = [
  'OS: Ubuntu 24.04, installed from the release page',
  'macOS 15 on Apple silicon, also seen on a Linux box',
  'Windows 11 with WSL2',
  'Debian 12 in a container',
  'Platform: linux/amd64, self hosted',
];

const STEPS = [
  '### To Reproduce\n1. Install as documented\n2. Use it for a while\n3. See error',
  '### Steps\n1. Start with default settings\n2. Do what is described above\n3. Observe',
  '**Reproduction link**\nNot possible, the code is private.',
  '**How often does it happen?**\n- [ ] Always\n- [x] Sometimes\n- [ ] Once',
  '## Expected behavior\nIt should just work as documented.',
  '### Expected vs actual\nExpected: no error. Actual: see above.',
];

const CLOSERS = [
  'Happy to send a PR if somebody points me at the right file.',
  'Let me know if you need more information.',
  'I can test a patch.',
  'Possibly related to an older issue that was closed as stale.',
  'Please do not let the bot close this one.',
];

function tellByForm(story: Story, random: Random): string {
  const forms = story.painType === 'feature_request' ? WISH_FORMS : BUG_FORMS;
  const [problem, settings, attempts, effects, log] = random.pick(forms);
  const under = (heading: string, sentences: string[]) =>
    sentences.length === 0 ? undefined : `${heading}\n${sentences.join(' ')}`;
  return joinParagraphs(
    sometimes(random, 0.4, PREAMBLES),
    `${problem}\n${story.text}`,
    under(settings, story.settings),
    random.chance(0.5) ? `**Versions**\n${story.versions}\n${random.pick(MACHINES)}` : undefined,
    sometimes(random, 0.4, STEPS),
    under(attempts, story.attempts),
    under(effects, story.effects),
    story.code && random.chance(0.6) ? `${log}\n${fence(story.code)}` : undefined,
    story.aside,
    sometimes(random, 0.3, CLOSERS),
  );
}

function tellFreely(story: Story, random: Random): string {
  return joinParagraphs(
    story.text,
    [...story.settings, ...story.effects].join(' '),
    random.chance(0.4) ? fence(story.code) : undefined,
    story.attempts.map((attempt) => `* ${attempt}`).join('\n'),
    [story.aside, random.chance(0.3) ? `(${story.versions})` : undefined].filter(Boolean).join(' '),
    sometimes(random, 0.4, CLOSERS),
  );
}

export const github: Voice = {
  provider: 'github',
  licence: 'CC0-1.0',
  share: { bug: 5, feature_request: 5, complaint: 3, question: 2 },
  details: [2, 3],
  titled: true,
  tell: (story, random) => (random.chance(0.65) ? tellByForm(story, random) : tellFreely(story, random)),
};
