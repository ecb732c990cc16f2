import { findPresser, sendBlockAction, sendBlockSuggestion } from './to-app/block-action.ts';
import { sendCommand, sendShortcut } from './to-app/command.ts';
import {
  sendDetailsEvent,
  sendHomeOpenedEvent,
  sendLinkEvent,
  sendMessageEvent,
  sendRemovalEvent,
  sendStepEvent,
} from './to-app/event.ts';
import type { PreviewContext } from './to-app/send.ts';
import { sendViewSubmission } from './to-app/view-submission.ts';
import { createAwaitableQueue } from './workspace/changes.ts';
import {
  BOT,
  type Channel,
  FIRST_CHANNEL_ID,
  FIRST_PERSON_ID,
  findPerson,
  findTeam,
  isFromApp,
  type Person,
} from './workspace/directory.ts';
import { escapeTypedText } from './workspace/escape-text.ts';
import { type Details, isStreaming, type Message, type View } from './workspace/message.ts';
import { STEPS } from './workspace/workflow-steps.ts';
import type { Workspace } from './workspace/workspace.ts';

/** People's actions in the workspace, joined to what the app did there. */
export function createWorkspace(place: PreviewContext): Workspace {
  const { state, send } = place;
  const messages = createAwaitableQueue<Message>();
  const views = createAwaitableQueue<View>();
  const homes = createAwaitableQueue<View>();
  const details = createAwaitableQueue<Details>();
  state.changes.subscribe(({ change }) => {
    if (change.kind === 'message') messages.add(change.message);
    if (change.kind === 'view') views.add(change.view);
    if (change.kind === 'home') homes.add(change.view);
    if (change.kind === 'details') details.add(change.details);
  });

  const channelOf = (id: string): Channel => required(state.channels.find(id), 'channel', id);
  const personOf = (id: string): Person => required(findPerson(id), 'person', id);

  return {
    async runCommand({ channelId = FIRST_CHANNEL_ID, userId = FIRST_PERSON_ID, command = '/pain', text }) {
      return sendCommand({ person: personOf(userId), channel: channelOf(channelId), command, text }, place);
    },
    async press(press) {
      const person = required(findPresser(press, state, FIRST_PERSON_ID), 'person', press.userId ?? '');
      return sendBlockAction(press, person, place);
    },
    async submitView(viewId, values) {
      const view = required(state.views.find(viewId), 'view', viewId);
      return sendViewSubmission(view, values, personOf(view.userId), place);
    },
    suggest: (search) => sendBlockSuggestion(search, place),
    async say({ channelId, userId = FIRST_PERSON_ID, text, threadTs }) {
      const channel = channelOf(channelId);
      const thread = threadTs === undefined ? {} : { threadTs };
      const message = state.messages.add({
        channelId,
        user: personOf(userId).id,
        text: escapeTypedText(text, state.channels.all, { isNamed: false }),
        blocks: [],
        ...thread,
      });
      await sendMessageEvent(message, channel, state, send);
      return message;
    },
    runShortcut: async ({ message, callbackId, userId = FIRST_PERSON_ID }) =>
      sendShortcut({ message, callbackId, person: personOf(userId) }, place),
    composeLinks: async ({ channelId, userId = FIRST_PERSON_ID, text }) =>
      sendLinkEvent({ channel: channelOf(channelId), userId, text }, state, send),
    openDetails: async ({ message, url, userId = FIRST_PERSON_ID }) => {
      const current = state.messages.find(message.channelId, message.ts) ?? message;
      return sendDetailsEvent({ message: current, pasted: url, person: personOf(userId) }, state, send);
    },
    nextDetails: () => details.next(({ entity, error }) => entity !== undefined || error !== undefined),
    async runStep({ callbackId, inputs = {}, channelId = FIRST_CHANNEL_ID }) {
      const step = required(
        STEPS.find((each) => each.callbackId === callbackId),
        'step',
        callbackId,
      );
      return sendStepEvent(state.steps.begin(step, channelOf(channelId).id), inputs, state, send);
    },
    get stepRuns() {
      return state.steps.all;
    },
    openHome: async (userId = FIRST_PERSON_ID) => sendHomeOpenedEvent(personOf(userId), state, send),
    openConversation: async (userId = FIRST_PERSON_ID) =>
      sendHomeOpenedEvent(personOf(userId), state, send, 'messages'),
    prompts: (channelId) => state.conversations.prompts(channelId),
    messages: (channelId) => state.messages.of(channelId),
    nextMessage: (matches = () => true) =>
      messages.next((message) => isFromApp(message.user) && !isStreaming(message, state.now()) && matches(message)),
    views: (userId = FIRST_PERSON_ID) => state.views.stack(userId),
    nextView: (matches) => views.next(matches),
    nextHome: (matches) => homes.next(matches),
    home: (userId = FIRST_PERSON_ID) => state.views.home(userId),
    calls: state.traffic.calls,
    failNext: (method, failure) => state.traffic.plan(method, failure),
    limitRate(isLimited) {
      state.traffic.isRateLimited = isLimited;
    },
    get files() {
      return state.files.all;
    },
    slowFiles(refusals) {
      state.files.refusalsOfNew = refusals;
    },
    deleteFile(id) {
      state.files.remove(id);
    },
    refuseScope(scope) {
      state.traffic.refusedScopes.add(scope);
    },
    refuseBlocks(types) {
      for (const type of types) state.traffic.refusedBlocks.add(type);
    },
    refuseMethods(methods) {
      for (const method of methods) state.traffic.refusedMethods.add(method);
    },
    stopStream(message) {
      const { stream, text, blocks } = state.messages.find(message.channelId, message.ts) ?? message;
      if (!stream?.isOpen) throw new Error('The app is not streaming this message.');
      state.messages.stream(message, { text, blocks, stream: { ...stream, isOpen: false, isStoppedByUser: true } });
    },
    uninstall: (teamId) => state.installs.revoke(teamId),
    invite(channelId, userId = BOT.id) {
      state.channels.join(required(state.channels.find(channelId), 'channel', channelId), userId);
    },
    shareChannel(channelId) {
      state.channels.share(required(state.channels.find(channelId), 'channel', channelId));
    },
    sendRemovalEvent: (teamId, event, at) =>
      sendRemovalEvent(event, required(findTeam(teamId), 'team', teamId), { state, send, at }),
    breakToken(error) {
      state.traffic.tokenError = error;
    },
  };
}

function required<Thing>(thing: Thing | undefined, kind: string, id: string): Thing {
  if (thing === undefined) throw new Error(`This workspace has no ${kind} "${id}".`);
  return thing;
}
