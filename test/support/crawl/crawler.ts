import type { Block, Delivery, Message, Press, View, Workspace } from '@pain-signals/slack-preview';
import { type Control, controlsOf, filledInForms } from './controls.ts';

/** What a crawl needs: Slack, and when the app is idle. */
export interface CrawledWorld {
  readonly slack: Workspace;
  idle(): Promise<void>;
  /** Lets the client's minute pass, so that its budget is never what a person sees. */
  passTime(ms: number): void;
}

/** Where a crawl begins: something that a person does. */
export interface EntryPoint {
  readonly name: string;
  begin(): Promise<unknown>;
}

/** A screen of the app, and the path to it. */
export interface Screen {
  readonly shows: Message | View;
  readonly surface: string;
  readonly path: string;
}

export interface Crawl {
  readonly screens: Screen[];
  /** Action ids that were pressed, and callback ids of dialogs that were submitted. */
  readonly reached: Set<string>;
  /** What Slack would not show, what the app did not acknowledge, and what was pressed to no effect. */
  readonly faults: string[];
}

interface CrawlOptions {
  readonly userId: string;
  /** How many presses away from the start a crawl goes. */
  readonly depth?: number;
  /** Presses after which nothing is shown. */
  readonly isSilent?: (way: Control) => boolean;
}

const CHANNELS = ['C0DEVPAIN1', 'C0PRODUCT1', 'C0GENERAL1', 'C0PARTNERS'];
const BOT = 'U0PAINSIGNL';
const WAITING = /(Looking it up|Loading|Loading the preview|Sharing|Saving|Checking)…/;
const TIME_BETWEEN_MS = 10_000;

/**
 * Presses every button, chooses every option and submits every dialog that can be come by from the starts, breadth first; what
 * does the same on the same kind of screen once. A screen that has changed meanwhile is gone to again.
 */
export async function crawl(world: CrawledWorld, starts: readonly EntryPoint[], options: CrawlOptions): Promise<Crawl> {
  const { userId, depth = Number.POSITIVE_INFINITY, isSilent = () => false } = options;
  const { slack } = world;
  const seen = new WeakSet<object>();
  const done = new Set<string>();
  const found: Crawl = { screens: [], reached: new Set(), faults: [] };

  /** What is new on the screen. */
  const news = (path: string): Screen[] =>
    shownTo(slack, userId)
      .filter(({ shows }) => !seen.has(shows))
      .map(({ shows, surface }) => {
        seen.add(shows);
        if (WAITING.test(JSON.stringify(shows))) found.faults.push(`${path}: is waiting for ever`);
        const screen = { shows, surface, path };
        found.screens.push(screen);
        return screen;
      });

  const act = async (path: string, does: () => Promise<unknown>): Promise<Screen[]> => {
    world.passTime(TIME_BETWEEN_MS);
    await does();
    await world.idle();
    return news(path);
  };

  const take = async (screen: Screen, way: Control): Promise<Screen[]> => {
    const path = `${screen.path} > ${way.name}`;
    const shown = await act(path, async () => {
      const delivery = await goWay(slack, screen.shows, way, userId);
      found.faults.push(...faultsOf(delivery, screen.shows).map((fault) => `${path}: ${fault}`));
      if (delivery.errors !== undefined) way.isRefused = true;
    });
    found.reached.add(way.actionId);
    const isChanged = shown.length > 0 || !stands(slack, screen.shows, userId);
    if (!isChanged && !way.isRefused && !isSilent(way)) found.faults.push(`${path}: nothing happens`);
    return shown;
  };

  /** Goes the same way again, to a screen that has changed since. */
  const goBack = async (start: EntryPoint, names: readonly string[]): Promise<Screen[]> => {
    let screens = await act(start.name, start.begin);
    for (const name of names) {
      const step = findWay(screens, name);
      if (step === null) return [];
      screens = await take(step.screen, step.way);
    }
    return screens;
  };

  const queue: { start: EntryPoint; names: readonly string[]; screens: Screen[] }[] = [];
  for (const start of starts) {
    const screens = await act(start.name, start.begin);
    if (screens.length === 0) found.faults.push(`${start.name}: nothing happens`);
    queue.push({ start, names: [], screens });
  }
  for (const { start, names, screens } of queue) {
    if (names.length >= depth) continue;
    let standing = screens;
    for (const { name } of screens.flatMap(waysOf)) {
      if (done.has(name)) continue;
      if (!standing.every(({ shows }) => stands(slack, shows, userId))) standing = await goBack(start, names);
      const step = findWay(standing, name);
      if (step === null) continue;
      done.add(name);
      queue.push({ start, names: [...names, name], screens: await take(step.screen, step.way) });
    }
  }
  return found;
}

function findWay(screens: readonly Screen[], name: string): { screen: Screen; way: Control } | null {
  for (const screen of screens) {
    const way = waysOf(screen).find((each) => each.name === name);
    if (way !== undefined) return { screen, way };
  }
  return null;
}

/** All that a person sees of the app. */
export function shownTo(slack: Workspace, userId: string): { shows: Message | View; surface: string }[] {
  const direct = `D${userId.slice(1)}`;
  const messages = [...CHANNELS, direct].flatMap((channelId) => slack.messages(channelId));
  const home = slack.home(userId);
  return [
    ...messages
      .filter(({ user, ephemeralFor = userId }) => user === BOT && ephemeralFor === userId)
      .map((shows) => ({ shows, surface: surfaceOf(shows, direct) })),
    ...slack.views(userId).map((shows) => ({ shows, surface: `dialog ${shows.callbackId}` })),
    ...(home === null ? [] : [{ shows: home, surface: 'home' }]),
  ];
}

function surfaceOf({ channelId, ephemeralFor }: Message, direct: string): string {
  if (channelId === direct) return 'direct';
  return ephemeralFor === undefined ? 'channel' : 'answer';
}

function stands(slack: Workspace, shows: Message | View, userId: string): boolean {
  return shownTo(slack, userId).some((each) => each.shows === shows);
}

const waysOf = ({ shows, surface }: Screen): Control[] => [
  ...controlsOf(shows.blocks, surface),
  ...('submit' in shows && shows.submit !== undefined ? filledInForms(shows, surface) : []),
];

function goWay(slack: Workspace, shows: Message | View, way: Control, userId: string): Promise<Delivery> {
  if ('values' in way) return slack.submitView((shows as View).id, way.values);
  const where = 'ts' in shows ? { message: shows } : { viewId: shows.id };
  return slack.press({ ...where, ...way.press, userId } as Press);
}

/** A dialog's own words about an input are an answer; those about an input it does not have are none. */
function faultsOf({ status, failure, errors }: Delivery, { blocks }: { blocks: readonly Block[] }): string[] {
  const strange = Object.keys(errors ?? {}).filter((id) => !blocks.some(({ block_id }) => block_id === id));
  return [
    ...(failure === undefined ? [] : [failure]),
    ...(status === 200 || errors !== undefined ? [] : [`HTTP ${status}`]),
    ...strange.map((id) => `an error at ${id}, which is not there`),
  ];
}
