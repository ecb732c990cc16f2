import type { Clients, PainClient } from '@pain-signals/client';
import { ActionRejectedError } from '#handlers/errors.ts';
import type { Deps, People, RequestComposer } from '#handlers/ports.ts';
import { createRequestContext, parseRequest, type RequestContext } from '#handlers/request-context.ts';
import { type ChartFiles, createChartUploads } from './charts/uploads.ts';
import { type Access, accessFrom, type SlackClients } from './slack/access.ts';
import { pacedSlackPort, type SlackPacer } from './slack/pacing.ts';
import type { PeopleDirectory } from './slack/people.ts';
import { createSlackPort } from './slack/web-api.ts';
import type { Store } from './store/open-store.ts';
import { type ApiKeyCache, workspaceConnection } from './workspace/connection.ts';
import { type AnswerCache, workspaceDigests } from './workspace/digests.ts';
import type { LastListsByInstallation } from './workspace/last-lists.ts';
import { workspaceHiddenEvidence, workspaceSettings } from './workspace/settings.ts';
import { workspaceShares } from './workspace/shares.ts';
import { workspaceWatches } from './workspace/watches.ts';

type SharedDeps = Pick<
  Deps,
  | 'logger'
  | 'version'
  | 'now'
  | 'newReference'
  | 'linkTo'
  | 'signalAt'
  | 'timeouts'
  | 'wait'
  | 'idempotencyKeys'
  | 'cachedCard'
  | 'seenEvents'
>;

export interface RequestSources extends SharedDeps {
  clients: Clients;
  keys: ApiKeyCache;
  store: Store;
  people: PeopleDirectory;
  lastLists: LastListsByInstallation;
  answerCache: AnswerCache;
  /** Delivers digests that wait, without waiting for the clock. */
  hurryDigests: () => void;
  chartFiles: ChartFiles;
  chartAddressOf: Deps['charts']['urlOf'];
  slackClients: SlackClients;
  pacer: SlackPacer;
  slackTimeoutMs: number;
  hasSharedKey: boolean;
  tryKey: (key: string) => Promise<void>;
}

type Requester = Pick<RequestContext, 'userId' | 'userTeamId'>;

/** What the app does by itself, nobody asked for. */
const NO_REQUESTER: Requester = { userId: null, userTeamId: null };

/** The Deps of one installation. A port is composed when a handler first reads it, so a request runs no code of other features. */
export function composeDeps(sources: RequestSources, access: Access, requester: Requester = NO_REQUESTER): Deps {
  const { clients, store, slackTimeoutMs: timeoutMs } = sources;
  const web = sources.slackClients.clientFor(access);
  const people = sources.people.forInstallation(access, web);
  const isOutsider = createOutsiderCheck(access, people);
  const workspaceId = () => requireWorkspaceId(access);
  let isRefused: Promise<boolean> | undefined;
  const refuseOutsiders = async () => {
    isRefused ??= isOutsider(requester);
    if (await isRefused) throw new ActionRejectedError('outsider');
  };
  const client = async () => {
    await refuseOutsiders();
    return clients.for((await access.workspaceId()) ?? access.name);
  };
  return {
    logger: sources.logger,
    version: sources.version,
    now: sources.now,
    wait: sources.wait,
    idempotencyKeys: sources.idempotencyKeys,
    cachedCard: sources.cachedCard,
    seenEvents: sources.seenEvents,
    newReference: sources.newReference,
    linkTo: sources.linkTo,
    signalAt: sources.signalAt,
    timeouts: sources.timeouts,
    people,
    isOutsider,
    client: createPerCallClient(client),
    installedBy: access.installedBy,
    slack: pacedSlackPort(createSlackPort({ web, timeoutMs }), sources.pacer, access.name),
    get digests() {
      return workspaceDigests({ ...sources, workspaceId, refuseOutsiders, client, hurry: sources.hurryDigests });
    },
    get charts() {
      const uploads = createChartUploads({ web, timeoutMs });
      const files = sources.chartFiles.forWorkspace({ name: access.name, workspaceId, uploads });
      return { ...files, urlOf: sources.chartAddressOf };
    },
    get shares() {
      return workspaceShares(store, workspaceId);
    },
    get watches() {
      return workspaceWatches({ store, workspaceId, refuseOutsiders });
    },
    get hiddenEvidence() {
      return workspaceHiddenEvidence({ store, workspaceId });
    },
    get settings() {
      return workspaceSettings({ store, access, workspaceId, people });
    },
    get connection() {
      return workspaceConnection({ ...sources, workspaceId });
    },
    get lastLists() {
      return sources.lastLists.forInstallation(access.name);
    },
  };
}

/** Bolt hands the same context to a listener and to the error handler, so both get what was composed first. */
export function createRequestComposer(sources: RequestSources): RequestComposer {
  const composed = new WeakMap<object, ReturnType<RequestComposer>>();
  return ({ context, body }) => {
    const known = composed.get(context);
    if (known !== undefined) return known;
    const request = parseRequest(body);
    const deps = composeDeps(sources, accessFrom(context) ?? NO_ACCESS, request);
    const made = { deps, context: createRequestContext(request, deps.people) };
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
  enterpriseId: null,
  installedBy: null,
  name: 'nowhere',
};

/** Looks up the client for each call, because the workspace's key can change between two. */
function createPerCallClient(find: () => Promise<PainClient>): Deps['client'] {
  return {
    trending: async (...given) => (await find()).trending(...given),
    emerging: async (...given) => (await find()).emerging(...given),
    top: async (...given) => (await find()).top(...given),
    signals: async (...given) => (await find()).signals(...given),
    search: async (...given) => (await find()).search(...given),
    signal: async (...given) => (await find()).signal(...given),
    stats: async (...given) => (await find()).stats(...given),
    timeline: async (...given) => (await find()).timeline(...given),
    history: async (...given) => (await find()).history(...given),
    evidenceExcerpts: async (...given) => (await find()).evidenceExcerpts(...given),
    brief: async (...given) => (await find()).brief(...given),
    opportunities: async (...given) => (await find()).opportunities(...given),
    pipeline: async (...given) => (await find()).pipeline(...given),
    budget: async (...given) => (await find()).budget(...given),
  };
}

/**
 * True for guests and people of other organizations, by the request and by Slack's user profile. While Slack has not said which
 * workspace is ours, nobody is an outsider.
 */
function createOutsiderCheck(access: Access, people: People): Deps['isOutsider'] {
  return async ({ userId, userTeamId }) => {
    if (await isOtherWorkspace(access, userTeamId)) return true;
    const person = userId === null ? null : await people.find(userId);
    return person !== null && (person.isGuest || person.isExternal);
  };
}

/** In an Enterprise organization, only Slack knows which other workspaces are ours. */
async function isOtherWorkspace(access: Access, teamId: string | null): Promise<boolean> {
  if (teamId === null || access.enterpriseId !== null) return false;
  const home = await access.workspaceId();
  return home !== null && teamId !== home;
}
