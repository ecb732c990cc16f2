import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PreviewContext } from '../to-app/send.ts';
import { imageType } from '../workspace/files.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  type ActionResult,
  CloseInput,
  ComposeInput,
  chooseShortcut,
  closeModal,
  compose,
  PressInput,
  pressElement,
  resultOf,
  runStep,
  ShortcutInput,
  StepInput,
  SubmitInput,
  SuggestInput,
  submitModal,
} from './actions.ts';
import { ASSETS } from './assets.ts';
import { streamUpdates } from './live.ts';
import { showPage } from './page.ts';
import { parsePageContext } from './page-context.ts';

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
  take('/shortcut', ShortcutInput, (given) => chooseShortcut(given, workspace, place));
  take('/step', StepInput, (given) => runStep(given, workspace, place));
  take('/suggest', SuggestInput, async (given) => ({ isSent: false, options: await workspace.suggest(given) }));
  take('/submit', SubmitInput, (given) => submitModal(given, workspace));
  take('/close', CloseInput, (given) => closeModal(given, place));
  take('/home', z.object({ as: z.string(), tab: z.enum(['home', 'messages']).default('home') }), async ({ as, tab }) =>
    resultOf(await (tab === 'home' ? workspace.openHome(as) : workspace.openConversation(as))),
  );
}
