import { NO_TRACING } from '@pain-signals/telemetry';
import type { Receiver, ReceiverEvent } from '@slack/bolt';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createInFlight, createRequestTracker, TrackedApp } from '#src/slack/request-tracking.ts';

function openApp() {
  const logs: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => logs.push(JSON.parse(line)) });
  const inFlight = createInFlight();
  const parts = { inFlight, register: new Registry(), tracing: NO_TRACING, now: Date.now, logger };
  const receiver: Receiver = { init: () => undefined, start: async () => undefined, stop: async () => undefined };
  const authorize = async () => ({ botToken: 'xoxb-test' });
  const tracker = createRequestTracker(parts);
  const app = new TrackedApp(tracker, logger, { receiver, authorize, convoStore: false });
  const acknowledgements: unknown[] = [];
  const send = (body: object, ack: ReceiverEvent['ack'] = async () => undefined) =>
    app.processEvent({
      body: body as ReceiverEvent['body'],
      ack(response) {
        acknowledgements.push(response);
        return ack(response);
      },
    });
  const logged = () => logs.map(({ msg }) => msg);
  return { app, tracker, send, acknowledgements, logged, inFlight };
}

it('a request that Bolt throws at is acknowledged and logged, and the receiver gets no error', async () => {
  const { send, acknowledgements, logged } = openApp();
  // Slack sends a request again whose receiver answers with an error.
  await send({ event: null });
  expect(acknowledgements).toHaveLength(1);
  expect(logged()).toEqual(['request not understood', 'request finished']);
});

it('a request is answered though its acknowledgement gets lost with the connection', async () => {
  const { app, send, acknowledgements, logged } = openApp();
  const answered: string[] = [];
  app.command('/pain', async ({ ack, command }) => {
    await ack();
    answered.push(command.text);
  });
  await send({ command: '/pain', text: 'top', team_id: 'T1' }, () => Promise.reject(new Error('socket closed')));
  expect(answered).toEqual(['top']);
  expect(acknowledgements).toHaveLength(1);
  expect(logged()).toEqual(['request not acknowledged', 'request finished']);
});

it('an acknowledgement of a listener is passed on once, with what it says', async () => {
  const { app, send, acknowledgements } = openApp();
  app.options('menu', ({ ack }) => ack({ options: [] }));
  await send({ type: 'block_suggestion', action_id: 'menu', team: { id: 'T1' }, user: { id: 'U1' } });
  expect(acknowledgements).toEqual([{ options: [] }]);
});

it('a step that could neither be kept nor completed is not acknowledged, so that Slack sends it again', async () => {
  const { app, tracker, send, acknowledgements } = openApp();
  app.use(async ({ body }) => tracker.noteFailure(body, 'internal'));
  const event = { type: 'function_executed', function_execution_id: 'Fx1', function: { callback_id: 'x' } };
  await send({ type: 'event_callback', team_id: 'T1', event });
  expect(acknowledgements).toEqual([]);
});
