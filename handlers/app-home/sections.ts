import { digestsOnHome } from './digests.ts';
import { firstStepsOnHome } from './first-steps.ts';
import { moversOnHome } from './movers.ts';
import type { HomeSection } from './section.ts';
import { settingsOnHome } from './settings.ts';
import { sharesOnHome } from './shares.ts';
import { statusOnHome } from './status.ts';
import { watchesOnHome } from './watches.ts';

/** What stands on the app's Home, from the top. Each part is a file here and one in blocks/app-home/, and a line in this list. */
export const HOME_SECTIONS: readonly HomeSection[] = [
  firstStepsOnHome,
  moversOnHome,
  digestsOnHome,
  watchesOnHome,
  sharesOnHome,
  statusOnHome,
  settingsOnHome,
];
