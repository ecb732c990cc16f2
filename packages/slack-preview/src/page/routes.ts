import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { PreviewContext } from '../to-app/send.ts';
import type { Change, NumberedChange } from '../workspace/changes.ts';
import { APP, isFromApp } from '../workspace/directory.ts';
import { imageType } from '../workspace/files.ts';
import type { Message } from '../workspace/message.ts';
import type { State } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  type ActionResult,
  CloseInput,
  ComposeInput,
  chooseShortcut,
  closeModal,
  compose,
  DetailsInput,
  openDetails,
  PressInput,
  pressElement,
  resultOf,
  runStep,
  ShortcutInput,
  StepInput,
  StopInput,
  SubmitInput,
  SuggestInput,
  stopStream,
  submitModal,
} from './actions.ts';
import { showDetails } from './blocks/work-objects.ts';
import { showPrompts } from './composer.ts';
import { countReplies, isVisible, showMessage } from './messages.ts';
import { ASSETS, showHome, showModal, showPage } from './page.ts';
import { type PageContext, parsePageContext } from './page-context.ts';
import { showMrkdwn } from './text/mrkdwn.ts';
import type { Viewer } from './text/viewer.ts';

export interface PageOptions {
  readonly place: PreviewContext;
  readonly workspace: Workspace;
}

/** The page a person uses, what it loads, and what it sends. */
export async function pageRoutes(server: FastifyInstance, { place, workspace }: PageOptions): Promise<void> {
  const { state } = place;
  // A click can arrive after its view is gone.
  server.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    request.log.error(error, 'the page could not be served');
    return reply.code(error.statusCode ?? 500).send({ failure: error.message, isSent: false });
  });
  server.get('/', (request, reply) =>
    reply.type('text/html; charset=utf-8').send(showPage(parsePageContext(request.query, state), state).markup),
  );
  server.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const asset = ASSETS.get(request.params.name);
    return asset === undefined ? reply.callNotFound() : reply.type(asset.type).send(asset.content);
  });
  server.get<{ Params: { id: string } }>('/files/:id', (request, reply) => {
    const file = state.files.find(request.params.id);
    const type = file && imageType(file);
    return file?.isComplete && type ? reply.type(type).send(file.content) : reply.callNotFound();
  });
  server.get<{ Querystring: { since?: string } }>('/live', (request, reply) => {
    // A browser that lost the connection says which event it saw last.
    const since = request.headers['last-event-id'] ?? request.query.since ?? state.changes.last();
    streamUpdates(parsePageContext(request.query, state), Number(since), state, reply);
  });
  server.get<{ Params: { channel: string; message: string } }>('/archives/:channel/:message', (request, reply) => {
    const { channel, message } = request.params;
    const ts = message.replace(/^p(\d+)(\d{6})$/, '$1.$2');
    const thread = state.messages.find(channel, ts)?.threadTs ?? ts;
    return reply.redirect(`/?${new URLSearchParams({ channel, thread })}`);
  });

  const take = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    act: (given: z.output<Schema>) => Promise<ActionResult>,
  ) =>
    server.post(path, async (request, reply) => {
      const given = schema.safeParse(request.body);
      return given.success ? act(given.data) : reply.code(400).send({ failure: z.prettifyError(given.error) });
    });
  take('/compose', ComposeInput, (given) => compose(given, workspace, place));
  take('/press', PressInput, (given) => pressElement(given, workspace, place));
  take('/details', DetailsInput, (given) => openDetails(given, workspace, place));
  take('/shortcut', ShortcutInput, (given) => chooseShortcut(given, workspace, place));
  take('/stop', StopInput, (given) => stopStream(given, workspace, place));
  take('/step', StepInput, (given) => runStep(given, workspace, place));
  take('/suggest', SuggestInput, async (given) => ({ isSent: false, options: await workspace.suggest(given) }));
  take('/submit', SubmitInput, (given) => submitModal(given, workspace));
  take('/close', CloseInput, (given) => closeModal(given, place));
  take('/home', z.object({ as: z.string(), tab: z.enum(['home', 'messages']).default('home') }), async ({ as, tab }) =>
    resultOf(await (tab === 'home' ? workspace.openHome(as) : workspace.openConversation(as))),
  );
}

const HEARTBEAT_MS = 20_000;

interface LiveEvent {
  readonly event: 'message' | 'removed' | 'elsewhere' | 'modal' | 'home' | 'details' | 'status' | 'prompts' | 'stale';
  readonly data: Readonly<Record<string, unknown>>;
}

/** Sends a page what has changed since it was drawn (`since`) and what changes while it is open, as server-sent events. */
function streamUpdates(page: PageContext, since: number, state: State, reply: FastifyReply): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  raw.write('retry: 1000\n\n');
  const missed = state.changes.after(since);
  // After too long, or after a restart, the page must be redrawn.
  if (missed === null) raw.write(eventText({ event: 'stale', data: {} }, state.changes.last()));

  const tell = ({ number, change }: NumberedChange) => {
    const reader = { ...page.viewer, now: state.now() };
    for (const event of eventsOf(change, { ...page, viewer: reader }, state)) raw.write(eventText(event, number));
  };
  missed?.forEach(tell);
  const unsubscribe = state.changes.subscribe(tell);
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS);
  raw.once('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
  });
}

function eventText({ event, data }: LiveEvent, number: number): string {
  return `id: ${number}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** What a change means for one open page; nothing when its reader cannot see it. */
function eventsOf(change: Change, { viewer, channel }: PageContext, state: State): LiveEvent[] {
  if (change.kind === 'message') return messageEvents(change.message, viewer, channel.id, state);
  if (change.kind === 'removed') {
    const { channelId, ts } = change.message;
    return channelId === channel.id ? [{ event: 'removed', data: { ts } }] : [];
  }
  if (change.kind === 'status' || change.kind === 'prompts') {
    return change.channelId === channel.id ? [conversationEvent(change)] : [];
  }
  if (change.kind === 'details') {
    const { details } = change;
    return details.userId === viewer.person.id
      ? [{ event: 'details', data: { html: showDetails(details, viewer).markup } }]
      : [];
  }
  if (change.view.userId !== viewer.person.id) return [];
  if (change.kind === 'home') return [{ event: 'home', data: { html: showHome(change.view, viewer).markup } }];
  const top = state.views.stack(viewer.person.id).at(-1);
  return [{ event: 'modal', data: { html: top === undefined ? '' : showModal(top, viewer).markup } }];
}

function conversationEvent(change: Extract<Change, { kind: 'status' | 'prompts' }>): LiveEvent {
  return change.kind === 'status'
    ? { event: 'status', data: { text: change.status === '' ? '' : `${APP.name} ${change.status}` } }
    : { event: 'prompts', data: { html: showPrompts(change.prompts).markup } };
}

function messageEvents(message: Message, viewer: Viewer, here: string, state: State): LiveEvent[] {
  if (!isVisible(message, viewer)) return [];
  const { channelId } = message;
  if (channelId !== here) {
    const isMine = state.channels.find(channelId)?.memberIds.includes(viewer.person.id) === true;
    return isMine ? [{ event: 'elsewhere', data: { channel: channelId } }] : [];
  }
  const parent = message.threadTs === undefined ? undefined : state.messages.find(here, message.threadTs);
  return [message, parent].filter((each) => each !== undefined).map((each) => messageEvent(each, viewer, state));
}

function messageEvent(message: Message, viewer: Viewer, state: State): LiveEvent {
  const replies = countReplies(state.messages.of(message.channelId)).get(message.ts) ?? 0;
  return {
    event: 'message',
    data: {
      ts: message.ts,
      thread: message.threadTs ?? null,
      isFromApp: isFromApp(message.user),
      spoken: showMrkdwn(message.text, viewer).markup,
      html: showMessage(message, viewer, replies).markup,
    },
  };
}
