import { z } from 'zod';
import { postAsSlackbot } from '../to-app/command.ts';
import type { PreviewContext } from '../to-app/send.ts';
import { APP, BOT, type Channel, PEOPLE, type Person } from '../workspace/directory.ts';
import type { State } from '../workspace/state.ts';
import { STEPS } from '../workspace/workflow-steps.ts';
import type { Delivery, Suggestion, Workspace } from '../workspace/workspace.ts';
import { channelsOf } from './page-context.ts';

/** Outcome of a person's action: `failure` is what Slack would show, `errors` belong to a modal's inputs. */
export interface ActionResult {
  readonly failure?: string;
  readonly errors?: Readonly<Record<string, string>>;
  /** Whether the app was notified, so a response can be awaited. */
  readonly isSent: boolean;
  /** Of a search menu. */
  readonly options?: readonly Suggestion[];
}

const as = z.enum(PEOPLE.map(({ id }) => id));
const id = z.string().min(1).max(255);
const values = z
  .record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])))
  .default({});

export const ComposeInput = z.object({
  as,
  channel: id,
  text: z.string().trim().min(1).max(12_000),
  thread: id.optional(),
});
export const DetailsInput = z.object({ as, channel: id, ts: id, url: z.string().max(3_000) });
export const PressInput = z.object({
  entity: z.string().max(3_000).optional(),
  isInDetails: z.boolean().optional(),
  as,
  channel: id,
  ts: id.optional(),
  viewId: id.optional(),
  blockId: id,
  actionId: id,
  value: z.string().optional(),
  selectedOption: z.string().optional(),
  selectedOptions: z.array(z.string()).optional(),
  values,
});
export const ShortcutInput = z.object({ as, channel: id, ts: id, callbackId: id });
export const StopInput = z.object({ as, channel: id, ts: id });
export const StepInput = z.object({ as, channel: id, callbackId: id, inputs: z.record(id, z.string().max(3_000)) });
export const SuggestInput = z.object({ as, viewId: id, blockId: id, actionId: id, value: z.string().max(255) });
export const SubmitInput = z.object({ as, viewId: id, values });
export const CloseInput = z.object({ as, viewId: id });

/** Says something in a channel or thread, or runs a command. */
export async function compose(
  given: z.infer<typeof ComposeInput>,
  workspace: Workspace,
  { state }: PreviewContext,
): Promise<ActionResult> {
  const channel = channelsOf(given.as, state).find((each) => each.id === given.channel);
  const person = PEOPLE.find((each) => each.id === given.as);
  if (channel === undefined || person === undefined || channel.isArchived) {
    return { isSent: false, failure: 'You cannot write in this channel.' };
  }
  const [, command, rest = ''] = /^(\/\S+)\s*([\s\S]*)$/.exec(given.text) ?? [];
  if (command === undefined) {
    const thread = given.thread === undefined ? {} : { threadTs: given.thread };
    await workspace.say({ channelId: channel.id, userId: person.id, text: given.text, ...thread });
    return { isSent: false };
  }
  if (given.thread !== undefined) {
    postAsSlackbot(state, { person, channel }, `${command} is not supported in threads. Sorry!`);
    return { isSent: false };
  }
  if (command === '/invite') return invite(rest, { person, channel }, state);
  const { failure } = await workspace.runCommand({ channelId: channel.id, userId: person.id, command, text: rest });
  // Slackbot has posted the error in the channel.
  return { isSent: failure === undefined };
}

/** The only built-in Slack command here: it invites the app to a channel. */
function invite(rest: string, to: { person: Person; channel: Channel }, state: State): ActionResult {
  const isApp = [BOT.name, APP.name].some((name) => rest.trim().replace(/^@/, '').toLowerCase() === name.toLowerCase());
  if (!isApp) return { isSent: false, failure: `Only @${BOT.name} can be invited here.` };
  const isMember = to.channel.memberIds.includes(BOT.id);
  if (!isMember) state.channels.join(to.channel, BOT.id);
  postAsSlackbot(state, to, isMember ? `${APP.name} is already in this channel.` : `${APP.name} joined this channel.`);
  return { isSent: false };
}

const MESSAGE_GONE: ActionResult = { isSent: false, failure: 'This message is not there any more.' };

/** Opens the details of a Work Object. */
export async function openDetails(
  { as: userId, channel, ts, url }: z.infer<typeof DetailsInput>,
  workspace: Workspace,
  { state }: PreviewContext,
): Promise<ActionResult> {
  const message = state.messages.find(channel, ts);
  return message === undefined ? MESSAGE_GONE : resultOf(await workspace.openDetails({ message, url, userId }));
}

/** Presses Stop below a message that the app is streaming. */
export async function stopStream(
  { channel, ts }: z.infer<typeof StopInput>,
  workspace: Workspace,
  { state }: PreviewContext,
): Promise<ActionResult> {
  const message = state.messages.find(channel, ts);
  if (message?.stream?.isOpen) workspace.stopStream(message);
  return { isSent: false };
}

/** Chooses a shortcut in the menu of a message. */
export async function chooseShortcut(
  { as: userId, channel, ts, callbackId }: z.infer<typeof ShortcutInput>,
  workspace: Workspace,
  { state }: PreviewContext,
): Promise<ActionResult> {
  const message = state.messages.find(channel, ts);
  return message === undefined ? MESSAGE_GONE : resultOf(await workspace.runShortcut({ message, callbackId, userId }));
}

export async function pressElement(
  { as: userId, channel, ts, viewId, ...press }: z.infer<typeof PressInput>,
  workspace: Workspace,
  { state }: PreviewContext,
): Promise<ActionResult> {
  const message = ts === undefined ? undefined : state.messages.find(channel, ts);
  if (message === undefined && viewId === undefined) return MESSAGE_GONE;
  const given = Object.fromEntries(Object.entries(press).filter(([, value]) => value !== undefined));
  const delivery = await workspace.press({
    actionId: press.actionId,
    ...given,
    userId,
    ...(message !== undefined && { message }),
    ...(viewId !== undefined && { viewId }),
  });
  return resultOf(delivery);
}

/** Runs a step of the app. Like Workflow Builder, it accepts only numbers in number fields and leaves out empty inputs. */
export async function runStep(
  { as: userId, channel, callbackId, inputs }: z.infer<typeof StepInput>,
  workspace: Workspace,
  { state }: PreviewContext,
): Promise<ActionResult> {
  const step = STEPS.find((each) => each.callbackId === callbackId);
  if (step === undefined || !channelsOf(userId, state).some((each) => each.id === channel)) {
    return { isSent: false, failure: 'This step is not there any more.' };
  }
  const given = Object.entries(inputs).filter(([name, text]) => text.trim() !== '' && step.inputs[name] !== undefined);
  const wrong = given.find(([name, text]) => step.inputs[name]?.type === 'integer' && !/^-?\d+$/.test(text));
  if (wrong !== undefined) return { isSent: false, failure: `“${step.inputs[wrong[0]]?.title}” takes a number.` };
  const typed = given.map(
    ([name, text]) => [name, step.inputs[name]?.type === 'integer' ? Number(text) : text] as const,
  );
  return resultOf(await workspace.runStep({ callbackId, channelId: channel, inputs: Object.fromEntries(typed) }));
}

export async function submitModal(given: z.infer<typeof SubmitInput>, workspace: Workspace): Promise<ActionResult> {
  return resultOf(await workspace.submitView(given.viewId, given.values));
}

/** Closes the modal on top. */
export async function closeModal(
  { viewId }: z.infer<typeof CloseInput>,
  { state }: PreviewContext,
): Promise<ActionResult> {
  const view = state.views.find(viewId);
  if (view !== undefined) state.views.close(view.userId, false);
  return { isSent: false };
}

/** What the page learns from a delivery. */
export function resultOf({ failure, errors }: Delivery): ActionResult {
  const isSent = failure === undefined && errors === undefined;
  return { isSent, ...(failure !== undefined && { failure }), ...(errors !== undefined && { errors }) };
}
