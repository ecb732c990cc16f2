import type { SignalDocument } from '../model/signal.ts';
import { PLATFORMS } from '../text/user-environments.ts';
import { gives } from './cues.ts';
import { authorOf, type Sentence } from './sentences.ts';

/** Trouble that began with a release: "since the 0.75.1 update", "after updating to v2.4", "0.83 breaks it". Its program may be another: "iOS 17.2". */
const NUMBER = String.raw`(?<![\w./:=(-])v?\s?(?<version>\d{1,4}(?:\.\d{1,4}){1,3})(?![\w/)-]|\.\d)`;
const BEGAN = [
  String.raw`\b(?:since|as of|after|regression in|(?:updat|upgrad)\w+ to|(?:broke|breaks) (?:in|with|by))\s(?:(?:the|new|latest|last|update|updating|upgrade|upgrading|installing|to|version|release|v|provider)\s){0,4}(?:from\s(?:\S+\s){1,2}to\s)?(?:(?<program>\p{Lu}[\p{L}.]+)\s(?:version\s)?)?${NUMBER}`,
  String.raw`${NUMBER}\s(?:(?:update|upgrade|release)\s)?(?:regression|breaks?|broke)\b`,
].map((pattern) => new RegExp(pattern, 'iu'));
const SINCE = /\bsince\b/i;
const SEES_RELEASE = 200;

export interface Release {
  name: string;
  documents: readonly SignalDocument[];
}

/** What one post says may be a coincidence. */
const LEAST_AUTHORS = 2;

/** Releases with which it began, as titles and sentences about the trouble say; those that most name first. */
export function releasesIn(sentences: readonly Sentence[], products: ReadonlySet<string>): Release[] {
  const byName = new Map<string, Map<string, SignalDocument>>();
  for (const { text, isTitle, saysTrouble: isTrouble, document } of sentences) {
    if ((!isTrouble && !(isTitle && SINCE.test(text))) || text.length > SEES_RELEASE || gives('chore', text)) continue;
    const { program, version } =
      BEGAN.map((pattern) => pattern.exec(text)?.groups).find((found) => found !== undefined) ?? {};
    if (version === undefined) continue;
    const isOther =
      program !== undefined && PLATFORMS.has(program.toLowerCase()) && !products.has(program.toLowerCase());
    const name = isOther ? `${program} ${version}` : version;
    const all = byName.get(name) ?? new Map<string, SignalDocument>();
    byName.set(name, all.set(authorOf(document), document));
  }
  return [...byName]
    .map(([name, all]) => ({ name, documents: [...all.values()] }))
    .filter(({ documents }) => documents.length >= LEAST_AUTHORS)
    .sort((one, other) => other.documents.length - one.documents.length);
}
