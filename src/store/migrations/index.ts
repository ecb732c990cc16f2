import { VERSION_0_1 } from './version-0.1.ts';
import { VERSION_0_2 } from './version-0.2.ts';

/** Every change of the tables, in order of name; a released one is never edited. */
export const MIGRATIONS = { ...VERSION_0_1, ...VERSION_0_2 };
