import type { SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import type { Card } from '#blocks/card.ts';
import { cardDialog, waitingDialog } from '#blocks/card-dialog.ts';
import { errorCard } from '#blocks/error-card.ts';
import { showCount } from '#blocks/numbers.ts';
import { dialogNotOpenedCard } from '#blocks/share-cards.ts';
import { QuietHours, type Watch, type WatchChoice } from '#blocks/watch.ts';
import { decodeWatchId } from '#blocks/watch-buttons.ts';
import {
  channelWatchRefusedCard,
  watchAnnouncedCard,
  watchGoneCard,
  watchOnCard,
  watchRefusedCard,
  watchTwiceCard,
} from '#blocks/watch-cards.ts';
import { TARGET, WATCH_INPUT, watchDialog } from '#blocks/watch-dialog.ts';
import { MOST_GROWTH, type WatchRule } from '#blocks/watch-rule.ts';
import { publishHome } from '../app-home/publish-home.ts';
import { deliver } from '../deliver.ts';
import type { Deps } from '../deps.ts';
import { fillDialog } from '../dialog.ts';
import { failureOf } from '../failure-of.ts';
import { logFailure } from '../log-failure.ts';
import { maySetUp } from '../may-set-up.ts';
import { readDecimal } from '../parsing/numbers.ts';
import { placeOf } from '../place.ts';
import { postCard } from '../post-card.ts';
import { numbersOf } from '../reader.ts';
import type { PressArgs } from '../show-button.ts';
import { watchToChange } from './handle-watch.ts';
import { toldBy } from './watches.ts';

/** "Adjust": a dialog with all that can be changed. It opens first: Slack waits three seconds for it. */
export const openWatchDialog =
  (deps: Deps) =>
  async ({ ack, action, body }: PressArgs): Promise<void> => {
    await ack();
    const place = placeOf(body);
    const opened = await deps.slack.openModal(place.triggerId ?? '', waitingDialog('Adjust watch'));
    if (!opened.ok) {
      deps.logger.warn({ slackError: opened.error }, 'A dialog could not be opened');
      return deliver(deps, place, () => dialogNotOpenedCard());
    }
    const drawn = await draw(deps, decodeWatchId(action.value), place);
    await fillDialog(deps, { ...place, view: { id: opened.viewId, isHome: false } }, drawn);
  };

async function draw(deps: Deps, id: string | null, place: Parameters<typeof watchToChange>[2]) {
  try {
    const found = await watchToChange(deps, id, place);
    return () => ('refusal' in found ? cardDialog(found.refusal) : watchDialog(found.watch));
  } catch (error) {
    const card = failed(deps, error);
    return () => cardDialog(card);
  }
}

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

export const submitWatchDialog =
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    const place = placeOf(body);
    const read = readChoice(view.state.values);
    if ('wrong' in read) {
      const inTheirs = await numbersOf(deps, place);
      return ack({ response_action: 'errors', errors: { [read.wrong]: inTheirs(read.says) } });
    }
    await ack({ response_action: 'update', view: waitingDialog('Adjust watch') });
    const draw = await adjust(deps, decodeWatchId(view.private_metadata), read.choice, body);
    await fillDialog(deps, place, () => cardDialog(draw()));
    await publishHome(deps, place);
  };

/** Never throws: whatever happens, the dialog is waiting for words. */
async function adjust(deps: Deps, id: string | null, choice: WatchChoice, body: unknown): Promise<() => Card> {
  try {
    const found = await watchToChange(deps, id, placeOf(body));
    if ('refusal' in found) return () => found.refusal;
    const { watch } = found;
    const twin = await twinOf(deps, watch, choice);
    if (twin !== null) return () => watchTwiceCard(twin);
    const isMoved = choice.channelId !== null && choice.channelId !== watch.channelId;
    if (isMoved && !(await maySetUp(deps, placeOf(body)))) return channelWatchRefusedCard;
    if (isMoved) {
      const verdict = await postCard(
        deps,
        { channelId: choice.channelId ?? '' },
        watchAnnouncedCard({ ...watch, ...choice }),
      );
      if (!verdict.ok && verdict.isCertain) return () => watchRefusedCard(verdict.error);
    }
    const adjusted = await deps.watches.adjust(watch.id, choice);
    if (adjusted === null) return watchGoneCard;
    return () => ('same' in adjusted ? watchTwiceCard(adjusted.same) : watchOnCard(adjusted.watch, 'Saved'));
  } catch (error) {
    const card = failed(deps, error);
    return () => card;
  }
}

/** Looked for before a channel is told; the book looks again when it saves. */
async function twinOf(deps: Deps, watch: Watch, choice: WatchChoice): Promise<Watch | null> {
  const own = await deps.watches.list({ ownerId: watch.ownerId, channelId: null });
  const wanted = toldBy({ ...watch, ...choice });
  return own.find((each) => each.id !== watch.id && toldBy(each) === wanted) ?? null;
}

function failed(deps: Deps, error: unknown): Card {
  const reference = deps.newReference();
  const failure = failureOf(error, null, deps.now());
  logFailure(deps, 'error', { reference, failure, error }, 'A watch could not be changed');
  return errorCard(failure, { reference, question: null });
}

const Chosen = z.object({ selected_option: z.object({ value: z.string() }) });
const Values = z.object({
  [WATCH_INPUT.when]: z.object({ [WATCH_INPUT.when]: Chosen }),
  [WATCH_INPUT.level]: z.object({ [WATCH_INPUT.level]: z.object({ value: z.string().nullish() }) }),
  [WATCH_INPUT.target]: z.object({ [WATCH_INPUT.target]: Chosen }),
  [WATCH_INPUT.channel]: z.object({
    [WATCH_INPUT.channel]: z.object({ selected_conversation: z.string().min(1).max(100).nullish() }),
  }),
  [WATCH_INPUT.quiet]: z.object({ [WATCH_INPUT.quiet]: Chosen }),
  [WATCH_INPUT.most]: z.object({ [WATCH_INPUT.most]: Chosen }),
});

/** What was filled in, or which block is wrong, and what to say about it. */
function readChoice(values: unknown): { choice: WatchChoice } | { wrong: string; says: () => string } {
  const given = Values.parse(values);
  const when = given[WATCH_INPUT.when][WATCH_INPUT.when].selected_option.value;
  const level = given[WATCH_INPUT.level][WATCH_INPUT.level].value?.trim() ?? '';
  const rule = ruleOf(when, level);
  if (typeof rule === 'function') return { wrong: WATCH_INPUT.level, says: rule };
  const isChannel = given[WATCH_INPUT.target][WATCH_INPUT.target].selected_option.value === TARGET.channel;
  const channelId = given[WATCH_INPUT.channel][WATCH_INPUT.channel].selected_conversation ?? null;
  if (isChannel && channelId === null) return { wrong: WATCH_INPUT.channel, says: () => 'Choose a channel.' };
  const quiet = given[WATCH_INPUT.quiet][WATCH_INPUT.quiet].selected_option.value;
  const most = Number(given[WATCH_INPUT.most][WATCH_INPUT.most].selected_option.value);
  return {
    choice: {
      rule,
      channelId: isChannel ? channelId : null,
      quiet: quietOf(quiet),
      mostADay: z.int().min(1).max(100).parse(most),
    },
  };
}

/** The rule, or what is wrong with its level. */
function ruleOf(when: string, level: string): WatchRule | (() => string) {
  if (when === 'new') return { when };
  const most = when === 'score' ? 99 : MOST_GROWTH;
  const example = when === 'score' ? '70' : '100%';
  const above = readDecimal(level);
  if (above === null || above < 0 || above > most) {
    return () => `A number from 0 to ${showCount(most)}, such as ${example}.`;
  }
  return { when: when === 'score' ? when : 'growth', above };
}

function quietOf(value: string): WatchChoice['quiet'] {
  const [from, to] = value.split('-').map(Number);
  return value === 'never' ? null : QuietHours.parse({ from, to });
}
