import type { Clients, PainClient } from '@pain-signals/client';
import { ActionRejectedError } from '#handlers/errors.ts';
import type { Deps, People, RequestComposer } from '#handlers/ports.ts';
import { parseRequestContext, type RequestContext } from '#handlers/request-context.ts';
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

/** Whoever asks; nobody does where the app works by itself. */
type RequestingPerson = Pick<RequestContext, 'userId' | 'userTeamId'>;

const NO_REQUESTER: RequestingPerson = { userId: null, userTeamId: null };

/** The Deps of one installation, for what one person asks or, by default, for what the app does by itself. */
export function composeDeps(sources: RequestSources, access: Access, asking: RequestingPerson = NO_REQUESTER): Deps {
  const {
    logger,
    version,
    now,
    wait,
    idempotencyKeys: sent,
    seenEvents: events,
    newReference,
    linkTo,
    signalAt,
    timeouts,
    clients,
    store,
  } = sources;
  const web = sources.slackClients.clientFor(access);
  const timeoutMs = sources.slackTimeoutMs;
  const people = sources.people.forInstallation(access, web);
  const isOutsider = createOutsiderCheck(access, people);
  const workspaceId = () => requireWorkspaceId(access);
  let isRefused: Promise<boolean> | undefined;
  const refuseOutsiders = async () => {
    isRefused ??= isOutsider(asking);
    if (await isRefused) throw new ActionRejectedError('outsider');
  };
  const client = async () => {
    await refuseOutsiders();
    return clients.for((await access.workspaceId()) ?? access.name);
  };
  return {
    ...{
      logger,
      version,
      now,
      wait,
      idempotencyKeys: sent,
      seenEvents: events,
      newReference,
      linkTo,
      signalAt,
      timeouts,
      people,
      isOutsider,
    },
    client: createPerCallClient(client),
    digests: workspaceDigests({ ...sources, workspaceId, refuseOutsiders, client, hurry: sources.hurryDigests }),
    installedBy: access.installedBy,
    slack: pacedSlackPort(createSlackPort({ web, timeoutMs }), sources.pacer, access.name),
    charts: {
      ...sources.chartFiles.forWorkspace({
        name: access.name,
        workspaceId,
        uploads: createChartUploads({ web, timeoutMs }),
      }),
      urlOf: sources.chartAddressOf,
    },
    shares: workspaceShares(store, workspaceId),
    watches: workspaceWatches({ store, workspaceId, refuseOutsiders }),
    hiddenEvidence: workspaceHiddenEvidence({ store, workspaceId }),
    settings: workspaceSettings({ store, access, workspaceId, people }),
    connection: workspaceConnection({ ...sources, workspaceId }),
    lastLists: sources.lastLists.forInstallation(access.name),
  };
}

export function createRequestComposer(sources: RequestSources): RequestComposer {
  return ({ context, body }) => composeDeps(sources, accessFrom(context) ?? NO_ACCESS, parseRequestContext(body));
}

async function requireWorkspaceId(access: Access): Promise<string> {
  const id = await access.workspaceId();
  if (id === null) throw new Error('Slack does not say which workspace this is');
  return id;
}

/** For a request from where the app is not installed: whoever sent it can be told so through its response_url. */
const NO_ACCESS: Access = {
  botToken: '',
  workspaceId: async () => null,
  enterpriseId: null,
  installedBy: null,
  name: 'nowhere',
};

/** The client as handlers see it, found anew for each call: the workspace's key can change between two. */
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
 * Whoever is a guest or belongs to another organisation: by what they sent, and by what Slack says of them when it says anything.
 * As long as Slack has not said which workspace is ours, nobody is turned away.
 */
function createOutsiderCheck(access: Access, people: People): Deps['isOutsider'] {
  return async ({ userId, userTeamId }) => {
    if (await isOtherWorkspace(access, userTeamId)) return true;
    const person = userId === null ? null : await people.find(userId);
    return person !== null && (person.isGuest || person.isExternal);
  };
}

/** Of an organisation's other workspaces only Slack knows that they are ours. */
async function isOtherWorkspace(access: Access, teamId: string | null): Promise<boolean> {
  if (teamId === null || access.enterpriseId !== null) return false;
  const home = await access.workspaceId();
  return home !== null && teamId !== home;
}
