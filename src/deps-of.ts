import type { Clients } from '@pain-signals/client';
import type { Deps, DepsOf, Place } from '#handlers/deps.ts';
import { placeOf } from '#handlers/place.ts';
import { RefusedPress } from '#handlers/refused-press.ts';
import type { AskedOnce } from './asked-once.ts';
import type { ChartFiles } from './chart-files.ts';
import { createChartUploads } from './chart-uploads.ts';
import { workspaceConnection } from './connection.ts';
import { guardedClient } from './guarded-client.ts';
import type { KeysInUse } from './keys-in-use.ts';
import type { KeptLists } from './last-lists.ts';
import { outsiderBy } from './outsider.ts';
import { pacedSlackPort } from './paced-slack-port.ts';
import type { KnownPeople } from './people.ts';
import { shareLedger } from './share-ledger.ts';
import type { SlackClients } from './slack-clients.ts';
import type { SlackPace } from './slack-pace.ts';
import { createSlackPort } from './slack-port.ts';
import type { Store } from './stores/open-store.ts';
import { watchBook } from './watch-book.ts';
import { workspaceDigests } from './workspace-digests.ts';
import { workspaceQuotes } from './workspace-quotes.ts';
import { workspaceSettings } from './workspace-settings.ts';
import { type Access, accessIn } from './workspaces/access.ts';

type SameForAll = Pick<
  Deps,
  'logger' | 'version' | 'now' | 'newReference' | 'linkTo' | 'signalAt' | 'patience' | 'wait' | 'sent' | 'events'
>;

export interface DepsSources extends SameForAll {
  clients: Clients;
  keys: KeysInUse;
  store: Store;
  people: KnownPeople;
  lastLists: KeptLists;
  askedOnce: AskedOnce;
  /** Delivers digests that wait, without waiting for the clock. */
  hurryDigests: () => void;
  chartFiles: ChartFiles;
  chartAddressOf: Deps['charts']['addressOf'];
  slackClients: SlackClients;
  pace: SlackPace;
  slackTimeoutMs: number;
  hasSharedKey: boolean;
  tryKey: (key: string) => Promise<void>;
}

/** Whoever asks; nobody does where the app works by itself. */
type Asking = Pick<Place, 'userId' | 'userTeamId'>;

const NOBODY: Asking = { userId: null, userTeamId: null };

/** The Deps of one installation, for what one person asks or, by default, for what the app does by itself. */
export function depsFor(sources: DepsSources, access: Access, asking: Asking = NOBODY): Deps {
  const { logger, version, now, wait, sent, events, newReference, linkTo, signalAt, patience, clients, store } =
    sources;
  const web = sources.slackClients.of(access);
  const timeoutMs = sources.slackTimeoutMs;
  const people = sources.people.of(access, web);
  const isOutsider = outsiderBy(access, people);
  const workspaceId = () => knownId(access);
  let isRefused: Promise<boolean> | undefined;
  const refuseOutsiders = async () => {
    isRefused ??= isOutsider(asking);
    if (await isRefused) throw new RefusedPress('outsider');
  };
  const client = async () => {
    await refuseOutsiders();
    return clients.for((await access.workspaceId()) ?? access.name);
  };
  return {
    ...{ logger, version, now, wait, sent, events, newReference, linkTo, signalAt, patience, people, isOutsider },
    client: guardedClient(client),
    digests: workspaceDigests({ ...sources, workspaceId, refuseOutsiders, client, hurry: sources.hurryDigests }),
    installedBy: access.installedBy,
    slack: pacedSlackPort(createSlackPort({ web, timeoutMs }), sources.pace, access.name),
    charts: {
      ...sources.chartFiles.of({ name: access.name, workspaceId, uploads: createChartUploads({ web, timeoutMs }) }),
      addressOf: sources.chartAddressOf,
    },
    shares: shareLedger(store, workspaceId),
    watches: watchBook({ store, workspaceId, refuseOutsiders }),
    quotes: workspaceQuotes({ store, workspaceId }),
    settings: workspaceSettings({ store, access, workspaceId, people }),
    connection: workspaceConnection({ ...sources, workspaceId }),
    lastLists: sources.lastLists.of(access.name),
  };
}

export function createDepsOf(sources: DepsSources): DepsOf {
  return ({ context, body }) => depsFor(sources, accessIn(context) ?? NO_ACCESS, placeOf(body));
}

async function knownId(access: Access): Promise<string> {
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
