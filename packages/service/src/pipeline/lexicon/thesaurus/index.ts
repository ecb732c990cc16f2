import { ACCESS } from './access.ts';
import { BUILD } from './build.ts';
import { PLATFORM } from './platform.ts';
import { PRODUCT } from './product.ts';

/** Groups of words and phrases that developers use for the same thing. */
export const SYNONYM_GROUPS: readonly (readonly string[])[] = [ACCESS, BUILD, PLATFORM, PRODUCT]
  .flatMap((groups) => groups.trim().split('\n'))
  .map((group) => group.split(',').map((member) => member.trim()));
