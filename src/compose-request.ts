import type { Answer, Clients, PainClient } from '@pain-signals/client';
import { NotInstalledError } from '#handlers/errors.ts';
import { refuseOutsiders as requireMember } from '#handlers/permissions.ts';
import type { Deps, RequestComposer } from '#handlers/ports.ts';
import { isStepEvent, parseRequest, queryOf, type RequestContext } from '#handlers/request-context.ts';
import { type ChartFiles, createChartUploads } from './charts/uploads.ts';
import type { UnansweredRequests } from './jobs/unanswered.ts';
import type { SlackClients } from './slack/clients.ts';
import {
  type Access,
  accessFrom,
  createManagerCheck,
  createStandingCheck,
  type PeopleDirectory,
} from './slack/identity.ts';
import { pacedSlackPort, type SlackPacer } from './slack/pacing.ts';
import type { RequestTracker } from './slack/request-tracking.ts';
import { createSlackPort } from './slack/web-api.ts';
import { type Store, storedInTime } from './store/open-store.ts';
import type { AnswerCache } from './workspace/answer-cache.ts';
import type { ApiKeyCache } from './workspace/api-keys.ts';
import { workspaceConnection } from './workspace/api-keys.ts';
import { hideSignals, withoutHidden } from './workspace/hidden-signals.ts';

export interface RequestSources {
  /** Handed to every request as it is. */
  shared: Pick<
    Deps,
    'logger' | 'version' | 'now' | 'wait' | 'newReference' | 'linkTo' | 'signalAt' | 'timeouts' | 'cachedCard'
  >;
  clients: Clients;
  keys: ApiKeyCache;
  store: Store;
  people: PeopleDirectory;
  answerCache: AnswerCache;
  /** Sends what waits in the outbox, without waiting for the clock. */
  wakeOutbox: () => void;
  chartFiles: ChartFiles;
  chartAddressOf: Deps['charts']['urlOf'];
  slackClients: SlackClients;
  pacer: SlackPacer;
  /** Spreads background work. */
  pace: () => Promise<void>;
  tracker: RequestTracker;
  unanswered: Pick<UnansweredRequests, 'end' | 'keepAgain'>;
  slackTimeoutMs: number;
  /** How long people wait for one answer of the database. */
  storeTimeoutMs: number;
  slackApiUrl: string;
  hasSharedKey: boolean;
  givesKeys: boolean;
  tryKey: (key: string) => Promise<void>;
}

type Requester = Pick<RequestContext, 'userId' | 'userTeamId'>;

/** Background work, which no person asked for. */
const NO_REQUESTER: Requester = { userId: null, userTeamId: null };

/** The Deps of one installation, for one person's request or, by default, for background work. */
export function composeDeps(sources: RequestSources, access: Access, requester: Requester = NO_REQUESTER): Deps {
  const { clients, keys, hasSharedKey, givesKeys, tryKey, slackTimeoutMs: timeoutMs } = sources;
  const web = sources.slackClients.clientFor(access);
  const people = sources.people.forInstallation(access, web);
  const standingOf = createStandingCheck(access, people);
  const workspaceId = () => requireWorkspaceId(access);
  const requireOpen = () => {
    if (sources.slackClients.isClosed(access.botToken)) throw new NotInstalledError();
  };
  const store = async () => {
    const id = await workspaceId();
    requireOpen();
    return sources.store.forWorkspace(id);
  };
  let refused: Promise<void> | undefined;
  const refuseOutsiders = async () => {
    if (requester === NO_REQUESTER) return;
    refused ??= requireMember({ standingOf }, requester);
    await refused;
  };
  const guardedStore = async () => {
    await refuseOutsiders();
    return store();
  };
  // A job tries again; a person waits.
  const inTime: Guard =
    requester === NO_REQUESTER ? (call) => call : (call) => storedInTime(sources.storeTimeoutMs, call);
  // Another process may have changed the key before this request.
  let isKeyCurrent = requester === NO_REQUESTER;
  const client = async (): Promise<PainClient> => {
    await refuseOutsiders();
    const id = (await access.workspaceId()) ?? access.name;
    requireOpen();
    if (!isKeyCurrent) keys.forget(id);
    isKeyCurrent = true;
    return inTime(clients.for(id));
  };
  const stored = <Target extends object>(find: () => Promise<Partial<Target>>, own?: Partial<Target>): Target =>
    deferred(find, own, inTime);
  const hiddenSignals = stored<Deps['hiddenSignals']>(async () => (await store()).hiddenSignals);
  let readIds: Promise<ReadonlySet<string>> | undefined;
  const hiddenIds = () => (readIds ??= hiddenSignals.ids());
  const hiddenEvidence = stored<Deps['hiddenEvidence']>(async () => (await store()).hiddenEvidence);
  let readPosts: Promise<ReadonlySet<string>> | undefined;
  const hiddenPosts = () => (readPosts ??= hiddenEvidence.ids());
  let hidingClient: Deps['client'] | undefined;
  const settings = stored(async () => (await store()).settings);
  return {
    ...sources.shared,
    noteFailure: () => undefined,
    noteDelivery: () => undefined,
    noteKept: async () => undefined,
    keepAgain: async () => undefined,
    isStopping: () => false,
    ...{ people, standingOf, installedBy: access.installedBy },
    slack: pacedSlackPort(
      createSlackPort({ web, timeoutMs, slackApiUrl: sources.slackApiUrl, teamId: requester.userTeamId }),
      sources.pacer,
      access.name,
      requester === NO_REQUESTER ? sources.pace : null,
    ),
    // Getters, so that a request composes only what its handler reads.
    get client() {
      // Found again for each call: the workspace's key can change between two.
      hidingClient ??= hideSignals(deferred<Deps['client']>(client), { signals: hiddenIds, posts: hiddenPosts });
      return hidingClient;
    },
    get charts() {
      const uploads = createChartUploads({ web, timeoutMs });
      const files = sources.chartFiles.forWorkspace({ name: access.name, workspaceId, uploads });
      return { ...files, urlOf: sources.chartAddressOf };
    },
    outbox: stored(async () => (await store()).outbox),
    shares: stored(async () => (await store()).shares),
    digests: stored<Deps['digests']>(async () => (await guardedStore()).digests, {
      wake: sources.wakeOutbox,
      // Shared with other workspaces, so what this one has hidden is left out afterwards.
      fetchOnce: async <Data>(query: string, fetch: (client: PainClient) => Promise<Answer<Data>>) => {
        const asked = await client();
        const answer = await sources.answerCache.get(asked, query, () => fetch(asked));
        return withoutHidden(answer as Answer<Data>, await hiddenIds());
      },
    }),
    watches: stored(async () => (await guardedStore()).watches),
    hiddenEvidence,
    hiddenSignals,
    conversations: stored(async () => (await store()).conversations),
    settings: stored<Deps['settings']>(async () => (await store()).settings, {
      mayChange: createManagerCheck(access, people, settings),
    }),
    get connection() {
      const apiKeys = stored(async () => (await store()).apiKeys);
      return workspaceConnection({
        apiKeys,
        forget: async () => keys.forget(await workspaceId()),
        ...{ hasSharedKey, givesKeys, tryKey },
      });
    },
    lastLists: stored(async () => (await store()).lastLists),
    nativeBlocks: stored(async () => (await store()).nativeBlocks),
    feedback: stored(async () => (await guardedStore()).feedback),
  };
}

/** Bolt hands the same context to a listener and to the error handler, so both get what was composed first. */
export function createRequestComposer(sources: RequestSources): RequestComposer {
  const composed = new WeakMap<object, ReturnType<RequestComposer>>();
  return ({ context, body }) => {
    const known = composed.get(context);
    if (known !== undefined) return known;
    const requestContext = parseRequest(body, sources.shared.now());
    const key = Object(body);
    // Nobody asks for a step: an editor of the workflow put it there.
    const requester = isStepEvent(body) ? NO_REQUESTER : requestContext;
    const deps = composeDeps(sources, accessFrom(context) ?? NO_ACCESS, requester);
    deps.noteFailure = (code) => sources.tracker.noteFailure(key, code);
    deps.noteDelivery = (isDelivered) => sources.tracker.noteDelivery(key, isDelivered);
    deps.noteKept = () => sources.unanswered.end(key, true);
    deps.keepAgain = () => sources.unanswered.keepAgain(key);
    sources.tracker.noteQuery(key, queryOf(requestContext.input)?.show);
    const made = { deps, context: requestContext };
    composed.set(context, made);
    return made;
  };
}

async function requireWorkspaceId(access: Access): Promise<string> {
  const id = await access.workspaceId();
  if (id === null) throw new Error('Slack does not say which workspace this is');
  return id;
}

/** For a request from where the app is not installed. Its response_url can still be answered. */
const NO_ACCESS: Access = {
  botToken: '',
  workspaceId: async () => null,
  enterpriseId: async () => null,
  installedBy: null,
  name: 'nowhere',
};

type Guard = <Result>(call: Promise<Result>) => Promise<Result>;

/**
 * An object whose methods find the real object at each call, so that nothing is composed before it is needed. All methods must return
 * promises, which `guard` gets. Members of `own` are used as they are.
 */
function deferred<Target extends object>(
  find: () => Promise<Partial<Target>>,
  own: Partial<Target> = {},
  guard: Guard = (call) => call,
): Target {
  return new Proxy(own, {
    get(members, name) {
      // A promise that resolves to this object asks for `then`.
      if (name in members || name === 'then') return Reflect.get(members, name);
      return async (...given: unknown[]) => {
        const method = Reflect.get(await find(), name) as (...all: unknown[]) => Promise<unknown>;
        return guard(method(...given));
      };
    },
  }) as Target;
}
