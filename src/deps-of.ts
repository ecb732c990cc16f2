import type { Clients } from '@pain-signals/client';
import type { Deps, RequestComposer, RequestContext } from '#handlers/deps.ts';
import { parseRequestContext } from '#handlers/place.ts';
import { ActionRejectedError } from '#handlers/refused-press.ts';
import type { AnswerCache } from './asked-once.ts';
import type { ChartFiles } from './chart-files.ts';
import { createChartUploads } from './chart-uploads.ts';
import { workspaceConnection } from './connection.ts';
import { createPerCallClient } from './guarded-client.ts';
import type { ApiKeyCache } from './keys-in-use.ts';
import type { LastListsByInstallation } from './last-lists.ts';
import { createOutsiderCheck } from './outsider.ts';
import { pacedSlackPort } from './paced-slack-port.ts';
import type { PeopleDirectory } from './people.ts';
import { workspaceShares } from './share-ledger.ts';
import type { SlackClients } from './slack-clients.ts';
import type { SlackPacer } from './slack-pace.ts';
import { createSlackPort } from './slack-port.ts';
import type { Store } from './stores/open-store.ts';
import { workspaceWatches } from './watch-book.ts';
import { workspaceDigests } from './workspace-digests.ts';
import { workspaceHiddenEvidence } from './workspace-quotes.ts';
import { workspaceSettings } from './workspace-settings.ts';
import { type Access, accessFrom } from './workspaces/access.ts';

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
