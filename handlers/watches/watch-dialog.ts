import {
  MAX_WATCHED_GROWTH,
  QuietHours,
  type Watch,
  type WatchOptions,
  type WatchRule,
  watchKey,
} from '@pain-signals/domain';
import type { SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { errorCard } from '#blocks/errors/error-card.ts';
import type { Card } from '#blocks/kit/card.ts';
import { ENGLISH, type Locale } from '#blocks/kit/format.ts';
import { cardModal, dialogNotOpenedCard, loadingModal } from '#blocks/kit/modal.ts';
import { decodeWatchId } from '#blocks/watches/watch-buttons.ts';
import {
  channelWatchNotAllowedCard,
  duplicateWatchCard,
  watchAnnouncementCard,
  watchChannelErrorCard,
  watchNotFoundCard,
  watchUpdatedCard,
} from '#blocks/watches/watch-cards.ts';
import { WATCH_INPUT, WATCH_TARGET, watchDialog } from '#blocks/watches/watch-dialog.ts';
import { parseDecimal } from '../commands/option-values.ts';
import { failureOf, logFailure } from '../errors.ts';
import { publishHome } from '../home/publish-home.ts';
import { maySetUpAlerts } from '../permissions.ts';
import type { Deps } from '../ports.ts';
import { localeOf } from '../reply/card-renderer.ts';
import { deliver } from '../reply/deliver.ts';
import { fillDialog } from '../reply/dialogs.ts';
import { postCard } from '../reply/post-card.ts';
import { type ButtonArgs, parseRequestContext } from '../request-context.ts';
import { findManagedWatch } from './watch-buttons.ts';

/** "Adjust": a dialog with all that can be changed. It opens first: Slack waits three seconds for it. */
export const openWatchDialog =
  (deps: Deps) =>
  async ({ ack, action, body }: ButtonArgs): Promise<void> => {
    await ack();
    const context = parseRequestContext(body);
    const opened = await deps.slack.openModal(context.triggerId ?? '', loadingModal('Adjust watch'));
    if (!opened.ok) {
      deps.logger.warn({ slackError: opened.error }, 'A dialog could not be opened');
      return deliver(deps, context, () => dialogNotOpenedCard());
    }
    const drawn = await draw(deps, decodeWatchId(action.value), context);
    await fillDialog(deps, { ...context, view: { id: opened.viewId, isHome: false } }, drawn);
  };

async function draw(deps: Deps, id: string | null, context: Parameters<typeof findManagedWatch>[2]) {
  try {
    const found = await findManagedWatch(deps, id, context);
    return (locale: Locale) => ('refusal' in found ? cardModal(found.refusal) : watchDialog(found.watch, locale));
  } catch (error) {
    const card = errorCardFor(deps, error);
    return () => cardModal(card);
  }
}

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction>;

export const submitWatchDialog =
  (deps: Deps) =>
  async ({ ack, view, body }: SubmitArgs): Promise<void> => {
    const context = parseRequestContext(body);
    const read = parseWatchChoice(view.state.values);
    if ('wrong' in read) {
      const locale = await localeOf(deps, context);
      return ack({ response_action: 'errors', errors: { [read.wrong]: read.says(locale) } });
    }
    await ack({ response_action: 'update', view: loadingModal('Adjust watch') });
    const draw = await adjust(deps, decodeWatchId(view.private_metadata), read.choice, body);
    await fillDialog(deps, context, (locale) => cardModal(draw(locale)));
    await publishHome(deps, context);
  };

/** Never throws: whatever happens, the dialog is waiting for words. */
async function adjust(
  deps: Deps,
  id: string | null,
  choice: WatchOptions,
  body: unknown,
): Promise<(locale: Locale) => Card> {
  try {
    const found = await findManagedWatch(deps, id, parseRequestContext(body));
    if ('refusal' in found) return () => found.refusal;
    const { watch } = found;
    const twin = await findDuplicate(deps, watch, choice);
    if (twin !== null) return (locale) => duplicateWatchCard(twin, locale);
    const isMoved = choice.channelId !== null && choice.channelId !== watch.channelId;
    if (isMoved && !(await maySetUpAlerts(deps, parseRequestContext(body)))) return channelWatchNotAllowedCard;
    if (isMoved) {
      const result = await postCard(
        deps,
        { channelId: choice.channelId ?? '' },
        watchAnnouncementCard({ ...watch, ...choice }, ENGLISH),
      );
      if (!result.ok && result.isConfirmed) return () => watchChannelErrorCard(result.error);
    }
    const adjusted = await deps.watches.adjust(watch.id, choice);
    if (adjusted === null) return watchNotFoundCard;
    return (locale) =>
      'same' in adjusted
        ? duplicateWatchCard(adjusted.same, locale)
        : watchUpdatedCard(adjusted.watch, 'Saved', locale);
  } catch (error) {
    const card = errorCardFor(deps, error);
    return () => card;
  }
}

/** Looked for before a channel is told; the book looks again when it saves. */
async function findDuplicate(deps: Deps, watch: Watch, choice: WatchOptions): Promise<Watch | null> {
  const own = await deps.watches.list({ ownerId: watch.ownerId, channelId: null });
  const wanted = watchKey({ ...watch, ...choice });
  return own.find((each) => each.id !== watch.id && watchKey(each) === wanted) ?? null;
}

function errorCardFor(deps: Deps, error: unknown): Card {
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
function parseWatchChoice(
  values: unknown,
): { choice: WatchOptions } | { wrong: string; says: (locale: Locale) => string } {
  const given = Values.parse(values);
  const when = given[WATCH_INPUT.when][WATCH_INPUT.when].selected_option.value;
  const level = given[WATCH_INPUT.level][WATCH_INPUT.level].value?.trim() ?? '';
  const rule = parseRule(when, level);
  if (typeof rule === 'function') return { wrong: WATCH_INPUT.level, says: rule };
  const isChannel = given[WATCH_INPUT.target][WATCH_INPUT.target].selected_option.value === WATCH_TARGET.channel;
  const channelId = given[WATCH_INPUT.channel][WATCH_INPUT.channel].selected_conversation ?? null;
  if (isChannel && channelId === null) return { wrong: WATCH_INPUT.channel, says: () => 'Choose a channel.' };
  const quiet = given[WATCH_INPUT.quiet][WATCH_INPUT.quiet].selected_option.value;
  const most = Number(given[WATCH_INPUT.most][WATCH_INPUT.most].selected_option.value);
  return {
    choice: {
      rule,
      channelId: isChannel ? channelId : null,
      quiet: parseQuietHours(quiet),
      mostADay: z.int().min(1).max(100).parse(most),
    },
  };
}

/** The rule, or what is wrong with its level. */
function parseRule(when: string, level: string): WatchRule | ((locale: Locale) => string) {
  if (when === 'new') return { when };
  const most = when === 'score' ? 99 : MAX_WATCHED_GROWTH;
  const example = when === 'score' ? '70' : '100%';
  const above = parseDecimal(level);
  if (above === null || above < 0 || above > most) {
    return (locale) => `A number from 0 to ${locale.count(most)}, such as ${example}.`;
  }
  return { when: when === 'score' ? when : 'growth', above };
}

function parseQuietHours(value: string): WatchOptions['quiet'] {
  const [from, to] = value.split('-').map(Number);
  return value === 'never' ? null : QuietHours.parse({ from, to });
}
