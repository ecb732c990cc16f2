import { parseAreaName } from '../option-values.ts';
import { findSignalId, parseSignalReference } from '../signal-names.ts';

/**
 * What the words of a request mean, however they are arranged. Phrases are separated by commas; `*` is any ending of a verb or
 * noun: `ris*` is rise, rises, rising and risen.
 */
const MEANINGS = {
  filler:
    'a, an, the, many, much, often, some, any, all, also, too, just, really, actually, exactly, currently, right now, rn, lately, recently, at the moment, at present, these days, nowadays, for now, now, then, so, ok, okay, hey, hi, hello, hm, hmm, well, oh, ah, yes, yeah, right, cool, great, nice, perfect, interesting, looks interesting, i see, please, pls, plz, kindly, again, once more, first of all, maybe, probably, in general, overall, of all, out there, altogether, still, already, ever, quickly, quick, worldwide, everywhere, though, in that list, in this list, in the list, on that list, on the list, from the list, from that list, in your list, else, me, us, i, we, you, they, my, our, your, their, is, are, was, were, be, been, being, am, do, does, did, has, have, had, having, can, could, will, would, should, shall, may, might, must, i’d, i’ll, i’m, we’d, we’re, you’re, they’re, there’s, want*, need*, would like, like, love, go*, make*, put, put together, take, pull up, bring up, bring, write me, write us, known, exist*, give, gimme, get, gets, got, getting, list, fetch, display, tell, draw, read, grab, find, look*, look* at, let, let’s, lets, let me, know, there, both, and, but, or, of, in, on, for, at, to, from, by, with, as, into, around, within, regarding, re, involving, related to, behind, about, between, than, bit, kind of, sort of, help me, help us, popular, interesting, start*, begin*, sort*, order*, rank*, nope, nah, yep, yup, sure, alright, um, lol, btw, fyi, curious, wondering, was wondering, if possible, possible, possibly, able, real quick, so far, as of now, tho, dear, team, guys, all of, that you have, you have, worth a look, next, possible to, after, before, because, care, careful, come, comes, coming, could be, do we, done, down to, during, each, few, become*, becoming, turn into, out of, here’s, how about, however, it’s, itself, keep*, mate, matter*, mean*, might be, need to, only if, other, own, per, please tell, same, saw, seem*, since, someone tell, somehow, sound*, sounds bad, such, that’s, themselves, think*, today, together, until, use for, very, via, was there, way, ways, we’ve, while, who’d, whole, why not, without that, won’t, work with, worry*, wow, you’ve, yours, yet, bro, friend, buddy, man, there any, any way, anyway, soon, standup, stand-up, retro, all-hands, my boss, my manager, a meeting, the meeting, our meeting, my meeting, first thing, thing is, goes out, go out, comes out, n, tl;dr, tldr, gist, good morning, morning, evening',
  overview:
    'summary, summariz*, summaris*, sum up, overview, round up, rundown, run-down, highlights, headlines, snapshot',
  show: 'show*, search*, see, seeing, appear*',
  ask: 'what, whats, what’s, which, who, who’s, where, where’s, when',
  how: 'how, how’s',
  people:
    'people, developer, developers, devs, programmers, engineers, teams, users, customers, folks, everyone, everybody, anyone, anybody, someone, somebody, others, community, the world, guys, coders, sysadmins, admins, maintainers, somebody else, anyone else, anybody else, everyone else, a lot of people, many people, lots of people',
  noun: 'signal*, pain*, pain point*, problem*, issue*, thing*, one, ones, topic*, stuff, item*, trouble*, headache*, something, anything, everything, nothing, struggle, struggles, frustrations, gripes, subject*, entry, entries, result*, mention*, number, interest, demand, chatter, buzz, discussion, conversation, pain-point*, hassle*, friction',
  mind: 'complain*, hat*, dislik*, struggl*, suffer*, moan*, rant*, angry, mad, annoy*, upset, fed up, frustrat*, unhappy, tired of, sick of, hurt*, bother*, running into, run into, runs into, fight*, stuck, know of, heard of, hear about, furious, having issues, having trouble, having problems, has trouble, have trouble, have problems, has problems, have issues, trouble with, frustrated with, struggling with, in pain, cursing, swearing, disappointed, unhappy with, dissatisfied, talk*, discuss*, saying about, seeing, hitting, facing, dealing with, want from, asking about, asking for, ask for, wondering about, keep asking about, keep saying',
  thanks:
    'thanks, thank you, thx, ty, cheers, that’s all, that is all, that’s it, that was all, that helps, no more questions, all good, bye, goodbye, very much, a lot, so much, for your help, for the help, appreciate it, appreciated, many thanks, thanks a bunch, kudos, brilliant, wonderful, lovely, thats all, i’m done, done for now',
  not: 'not, don’t, dont, do not, doesn’t, isn’t, isnt, aren’t, never, no, no more, no longer, anymore, any more',
  stop: 'stop*, stopped, stopping, quit*, cancel*, pause*, unsubscribe, turn off, switch off, disable*, mute*, off, resume*, restart*, unfollow, unwatch',
  hide: 'hide, hiding, dismiss*, ignor*, get rid of, noise, junk, spam, irrelevant, off-topic, off topic, skip, remove, delete, suppress, not interested in, take off, exclude, wrong name, duplicate',
  useful: 'useful, relevant, interesting for, a pain, for us, our area, our business, our problem',
  hidden: 'hidden, hid, did we hide, have we hidden',
  digest:
    'digest*, weekly summary, weekly report, weekly update, weekly post, weekly message, weekly overview, weekly newsletter, newsletter, weekly roundup, weekly round-up, recap, weekly email, weekly recap, monday summary',
  weekly:
    'weekly, every week, each week, once a week, every monday, every tuesday, every wednesday, every thursday, every friday, every saturday, every sunday, on mondays, on fridays, mondays, fridays',
  posted: 'posted, delivered, sent, schedule*, subscribe*, set up, automatically',
  key: 'key, api key, apikey, access key, token of ours',
  change: 'chang*, replac*, set, add, enter, connect, update, swap, rotate, edit, configur*',
  settings: 'settings, preferences, configuration, settings page, options page, set-up',
  alert:
    'let me know, let us know, alert me, alert us, notify me, notify us, ping me, ping us, tell me when, tell us when, tell me if, tell us if, warn me, warn us, keep an eye on, keep an eye, keep me posted, keep us posted, keep track of, keep watching, when, if, once, as soon as',
  watches:
    'watches, alerts, subscriptions, notifications, being watched, subscribed to, subscribed, watching, the alert, my alert, alert for, an alert',
  watch: 'watch*, follow*, monitor*, track*, subscribe to',
  share:
    'share, sharing, send, forward, post, posting, drop, pass on, repost, publish, broadcast, pass along, show it to, show this to, present',
  place:
    '#[a-z0-9_-]+, here, in here, this channel, the channel, that channel, our channel, the team, my team, our team, the group, this thread, the thread, my colleagues, colleagues, the others',
  compare:
    'compar*, comparison, vs, versus, difference*, differ, different, against, side by side, next to each other, stack* up, contrast, head to head, head-to-head, vs., differ from, compared',
  brief:
    'brief, opportunity brief, brief me, one-pager, one pager, onepager, 1-pager, write-up, write up, writeup, business case, case for, the case, pitch, proposal, analysis, deep dive, playbook',
  remedy: 'work-around*, workaround*, next step*',
  build:
    'briefs, build, building, built, idea*, opportunit*, worth, invest, ship, solv*, solution*, fix, fixing, startup, business, gap, gaps, pursue, go after, tackle, address, monetize, product idea, do about, invest in, prototype, being done, done about, any product, product idea*',
  affected: 'affected, hit by, impacted',
  chart:
    'chart*, graph*, graphic*, plot*, picture*, diagram*, timeline, trend line, trendline, over time, develop, developed, evolv*, evolution, visual*, visualise, visualize, visualization, trajectory, trend over time, how it changed, sparkline, progression, an image, the image, the history, the curve',
  evidence:
    'evidence, proof, prove, quot*, source*, receipts, example*, posts, the posts, original posts, come from, coming from, comes from, say, says, said, saying, wrote, written, writes, citation*, reports, voices, snippet*, testimonial*, citations, verbatim*, real posts, complaints behind, back up, backing, raw posts, actual posts, proof points, the links, the comments, the threads, the discussions, the tickets, the originals, reported, reporting, receipts for',
  why: 'why, how come, real, true, what is up with, what’s up with, up with, going on, going on with, happening, reason*, cause*, explain*, explanation, what happened, driv*, the deal, deal, what’s behind, story, the story, behind it, root cause, root causes, what is behind, causing, triggered, the context, the background, what triggered, what’s the story',
  detail:
    'more, detail*, more detail*, further, deeper, tell me more, dig, zoom, some info, more info, info on, info about, information on, information about, explore, open, inspect, look into, look at',
  rise: 'ris*, rose, grow*, grew, trend*, hot, hottest, fast, faster, fastest, mover*, moving, moved, climb*, surg*, spik*, increas*, up, worse, going up, on the rise, momentum, taking off, picking up, heating up, blowing up, accelerat*, jump*, gaining, gaining traction, louder, escalat*, high, higher, explod*, went up, soar*, traction, getting traction, steam, gaining steam, gaining momentum, on the up, uptick, rocketing, buzzing, heating, trending up, shooting up, ramping up, spread*, getting louder, getting bigger, getting hotter, making waves',
  small:
    'small, tiny, early, emerg*, blow up, bubbling, under the radar, upcoming, coming up, new and rising, new and growing, niche, nascent, budding, on the horizon, early-stage, weak signals, under radar, just starting, starting out, up-and-coming',
  fade: 'fad*, declin*, cool* down, cool* off, dying down, going down, went down, came down, falling, fell, low, lower, drop*, going away, quieter, shrinking, less, getting better, calming down, cooling, slowing, slowing down, waning, dying, disappear*, subsid*, losing steam, losing traction, calmer, quieting down, on the way out, going out of fashion',
  recent:
    'new, newest, latest, recent, most recent, fresh, newest first, latest first, recent first, most recent first, brand new, just in, came up, freshest, just appeared, appeared, for the first time',
  volume:
    'most mentions, most mentioned, most requested, most wanted, most asked for, number of mentions, by mentions, by volume, most posts, most discussed, most talked about, most common, most frequent, most reported, loudest, mentioned most, most people, biggest volume, most complaints, mentioned the most, most often, by popularity, frequent, commonest, common, most popular, talk about the most, talking about most, talk about most, talking about the most, complain about most, complaining about most, most people talk about, talked about most, most people complain about, the most complaints, biggest number of mentions, the most talked about, most mentions first, by how many, by how many people, by how often, by the number of, by number of people',
  growth: 'by growth',
  top: 'top, worst, biggest, bad, baddest, largest, highest, main, most, most important, most painful, most severe, important, serious, severe, score, best, headline, key, leading, critical, urgent, major, nastiest, ugliest, toughest, hardest, hated, most hated, most annoying, most frustrating, dominant, number one, worry about, worried about, care about, pay attention to, focus on, prioriti*, prioritiz*, burning, pressing, big, bigger, huge, massive',
  help: 'help, commands, list of commands, instructions, cheat sheet, how it works, the docs, the documentation, a guide, a tutorial, the manual',
  system: 'data, numbers, figures, scores, service, app, bot',
  status:
    'up to date, outdated, stale, working, online, offline, reliable, trustworthy, accurate, refreshed, updated, old, live',
  only: 'only, just the, narrow it down to, narrow this down to, narrow that down to, filter by, filter for, limit to, limit it to',
  about: 'what about, how about, what’s with',
  bug: 'bug, bugs',
  complaint: 'complaint, complaints',
  question: 'question, questions',
  feature_request: 'feature request*, feature*, wish, wishes',
} as const;

export type Meaning = keyof typeof MEANINGS | 'area' | 'reference' | 'count' | 'other';

/** A word or phrase of a request. */
export interface Word {
  meaning: Meaning;
  text: string;
}

const ENDING = '(?:e|es|ed|en|ing|s|d|y|ies|er|al|ment)?';
const PATTERNS = Object.entries(MEANINGS).map(([meaning, phrases]) => {
  const all = phrases.split(',').map((phrase) => phrase.trim().replaceAll('*', ENDING).replaceAll('.', '\\.'));
  return [meaning as Meaning, new RegExp(`^(?:${all.join('|')})$`)] as const;
});

const LONGEST_PHRASE = 4;
const MOST_WORDS = 24;

/** The words of a request with their meanings, longest phrases first; null when there are too many for one. */
export function wordsOf(text: string): Word[] | null {
  const raw = text
    .toLowerCase()
    .replace(/\b(top|last)(?=\d)/g, '$1 ')
    .replace(/['’`]/g, '’')
    .replace(/(?:^|\s)[-–—>]+(?=\s|$)|[?!,;:"()…]+|\.+(?=\s|$)/g, ' ')
    .trim()
    .split(/\s+/);
  if (raw.length > MOST_WORDS) return null;
  const words: Word[] = [];
  for (let at = 0; at < raw.length; ) {
    const [word, length] = phraseAt(raw, at);
    words.push(word);
    at += length;
  }
  return words.map((word, at) => inContext(word, words[at + 1]));
}

const NUMBERS = 'two three four five six seven eight nine ten'.split(' ');

const TROUBLES = /^(?:problem|issue|pain|trouble|bug|complaint|question)s?$/;

/** "Five bugs" counts as "5 bugs", but "two factor" is a topic; "build problems" are of an area. */
function inContext(word: Word, next: Word | undefined): Word {
  if (word.text === 'build' && TROUBLES.test(next?.text ?? '')) return { ...word, meaning: 'area' };
  const count = NUMBERS.indexOf(word.text) + 2;
  return word.meaning === 'other' && count > 1 && next !== undefined && COUNTED.includes(next.meaning)
    ? { meaning: 'reference', text: String(count) }
    : word;
}

/** What a number before it counts. */
export const COUNTED: readonly Meaning[] = 'noun top recent volume small bug complaint question feature_request'.split(
  ' ',
) as Meaning[];

function phraseAt(raw: readonly string[], at: number): [Word, number] {
  for (let length = Math.min(LONGEST_PHRASE, raw.length - at); length > 0; length--) {
    const text = raw.slice(at, at + length).join(' ');
    const meaning = meaningOf(text);
    if (meaning !== null) return [{ meaning, text }, length];
  }
  return [{ meaning: 'other', text: raw[at] ?? '' }, 1];
}

function meaningOf(text: string): Meaning | null {
  const isPhrase = text.includes(' ');
  if (!(isPhrase && findSignalId(text) !== null) && parseSignalReference(text) !== null) return 'reference';
  const [meaning] = PATTERNS.find(([, pattern]) => pattern.test(text)) ?? [];
  return meaning ?? (parseAreaName(text) === null ? null : 'area');
}

/** Isn't to be taken for a misspelling of another. */
export const isKnownWord = (word: string): boolean => meaningOf(word) !== null;
