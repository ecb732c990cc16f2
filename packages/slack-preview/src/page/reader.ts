import { type Channels, findPerson, type Person } from '../workspace/directory.ts';

/** Who reads the page: names, dates and "only visible to you" depend on it. */
export interface Viewer {
  readonly person: Person;
  readonly channels: Channels;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function nameOfPerson(id: string): string {
  return findPerson(id)?.realName ?? id;
}

export function nameOfChannel(id: string, { channels }: Viewer): string {
  return channels.find(id)?.name ?? id;
}
