import type { MacroArea, PainType } from '@pain-signals/contract';
import type { Life } from './lives.ts';

/** One developer's way of telling a pain. Slots: {version} {n} {minutes} {percent} {project}. */
export interface Telling {
  title: string;
  text: string;
}

/** A pain that invented developers keep writing about; its id is the truth the clustering is measured against. */
export interface Pain {
  id: string;
  area: MacroArea;
  painType: PainType;
  life: Life;
  /** Ids of pains told in nearly the same vocabulary. */
  near?: string[];
  /** At least four invented 'owner/repo' of at least three owners. */
  projects: string[];
  /** At least twelve; each tells the same pain in other words. */
  tellings: Telling[];
  /** Where it happens: at least six sentences, specific to the pain, as are attempts and effects. */
  settings: string[];
  /** What was tried in vain: at least six sentences. */
  attempts: string[];
  /** Who is hurt and how: at least six sentences. */
  effects: string[];
  /** Short snippets or log lines for the platforms that show code. */
  code?: string[];
}
