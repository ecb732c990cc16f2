import { digestsHomeSection } from './digests.ts';
import { firstStepsHomeSection } from './first-steps.ts';
import { moversHomeSection } from './movers.ts';
import type { HomeSection } from './section.ts';
import { settingsHomeSection } from './settings.ts';
import { sharesHomeSection } from './shares.ts';
import { statusHomeSection } from './status.ts';
import { watchesHomeSection } from './watches.ts';

/** What stands on the app's Home, from the top. Each part is a file here and one in blocks/app-home/, and a line in this list. */
export const HOME_SECTIONS: readonly HomeSection[] = [
  firstStepsHomeSection,
  moversHomeSection,
  digestsHomeSection,
  watchesHomeSection,
  sharesHomeSection,
  statusHomeSection,
  settingsHomeSection,
];
