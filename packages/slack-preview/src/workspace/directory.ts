/** Where an app can be installed: workspaces, and an organisation with all of its own. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  /** The organisation it belongs to, or that it is. */
  readonly enterpriseId: string | null;
}

/** The workspace of the page. */
export const TEAM: Team = { id: 'T0PREVIEW01', domain: 'pain-preview', name: 'Preview Workspace', enterpriseId: null };
const NEIGHBOUR: Team = { id: 'T0NEIGHBOUR', domain: 'neighbour', name: 'Neighbour & Sons', enterpriseId: null };
const SUBSIDIARY: Team = { id: 'T0SUBSIDIAR', domain: 'subsidiary', name: 'Subsidiary', enterpriseId: 'E0HOLDING01' };
const ORGANISATION: Team = { id: 'E0HOLDING01', domain: 'holding', name: 'The Holding', enterpriseId: 'E0HOLDING01' };

export const TEAMS: readonly Team[] = [TEAM, NEIGHBOUR, SUBSIDIARY, ORGANISATION];

export function findTeam(id: string): Team | undefined {
  return TEAMS.find((team) => team.id === id);
}

export const isOrganisation = ({ id, enterpriseId }: Team): boolean => id === enterpriseId;

/** What every payload says of where it comes from. */
export function teamPayload({ id, domain }: Team): Record<string, unknown> {
  return { id, domain };
}

export interface Person {
  readonly id: string;
  /** What Slack calls the user name: lower case, no spaces. */
  readonly name: string;
  readonly realName: string;
  /** IANA time zone. */
  readonly timeZone: string;
  readonly role: 'admin' | 'member' | 'guest' | 'bot';
  /** BCP 47. */
  readonly locale: string;
  readonly team: Team;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly kind: 'public' | 'private' | 'direct';
  readonly topic: string;
  readonly isArchived: boolean;
  /** Shared with another organisation by Slack Connect. */
  readonly isShared: boolean;
  readonly memberIds: readonly string[];
}

export const APP = {
  id: 'A0PAINSIGNL',
  botId: 'B0PAINSIGNL',
  name: 'Pain Signals',
  commands: ['/pain'],
  shortcuts: [{ callbackId: 'find_related_pain', name: 'Find related pain' }],
} as const;

export const BOT: Person = person('U0PAINSIGNL', 'painsignals', APP.name, 'Etc/UTC', 'bot');
export const SLACKBOT: Person = person('USLACKBOT', 'slackbot', 'Slackbot', 'Etc/UTC', 'bot');

/** Posts the outputs of a workflow step. */
export const WORKFLOW: Person = person('UWORKFLOW', 'workflow', 'Workflow Builder', 'Etc/UTC', 'bot');

/** A workflow's outputs count as a response of the app. */
export const isFromApp = (userId: string): boolean => userId === BOT.id || userId === WORKFLOW.id;

const ACME: Team = { id: 'T0ACMECORP1', domain: 'acme', name: 'Acme Corp', enterpriseId: null };

export const PEOPLE: readonly Person[] = [
  { ...person('U0ADALOVEL', 'ada', 'Ada Lindqvist', 'Europe/Stockholm', 'member'), locale: 'sv-SE' },
  person('U0GRACEHOP', 'grace', 'Grace Okafor', 'America/New_York', 'admin'),
  person('U0KENTHOMP', 'kenji', 'Kenji Tanaka', 'Asia/Tokyo', 'member'),
  person('U0GUESTGAB', 'gabriela', 'Gabriela Reyes', 'America/Sao_Paulo', 'guest'),
];

/** People of other workspaces: in the channel shared with us, or in the neighbours' own. */
const OTHERS: readonly Person[] = [
  { ...person('U0STRANGER', 'sasha', 'Sasha of Acme', 'Europe/Kyiv', 'admin'), team: ACME },
  { ...person('U0NEIGHBOR', 'nia', 'Nia Neighbour', 'Africa/Nairobi', 'admin'), team: findTeam('T0NEIGHBOUR') ?? TEAM },
  {
    ...person('U0SUBSIDIA', 'sunita', 'Sunita Holding', 'Asia/Kolkata', 'member'),
    team: findTeam('T0SUBSIDIAR') ?? TEAM,
  },
];

const EVERYBODY = PEOPLE.map(({ id }) => id);

const CHANNELS: readonly Channel[] = [
  channel('C0GENERAL1', 'general', { topic: 'Company-wide announcements' }),
  channel('C0PRODUCT1', 'product', { topic: 'What we build next' }),
  channel('C0DEVPAIN1', 'dev-pain', { topic: 'What hurts developers out there' }),
  channel('C0RANDOM01', 'random', { topic: 'The app is not in here', memberIds: EVERYBODY }),
  channel('C0PARTNERS', 'partners-acme', {
    topic: 'Shared with Acme Corp',
    isShared: true,
    memberIds: [...EVERYBODY, BOT.id, 'U0STRANGER'],
  }),
  channel('C0OLDTIMES', 'launch-2024', { topic: 'Done and archived', isArchived: true }),
  channel('C0SECRET01', 'leadership', { kind: 'private', memberIds: ['U0GRACEHOP', 'U0ADALOVEL'] }),
  ...PEOPLE.map(({ id, name }) =>
    channel(directChannelId(id), name, { kind: 'direct', topic: 'Direct messages', memberIds: [id, BOT.id] }),
  ),
];

/** The person the page and the tests act as when nobody is named. */
export const FIRST_PERSON_ID = 'U0ADALOVEL';
export const FIRST_CHANNEL_ID = 'C0DEVPAIN1';

export const isVisibleTo = ({ memberIds }: Channel, userId: string): boolean => memberIds.includes(userId);

export function findPerson(id: string): Person | undefined {
  return [...PEOPLE, ...OTHERS, BOT, SLACKBOT, WORKFLOW].find((each) => each.id === id);
}

/** The conversation between a person and the app. */
export function directChannelId(userId: string): string {
  return `D${userId.slice(1)}`;
}

export function createChannels() {
  const channels = [...CHANNELS];
  const replace = (changed: Channel): Channel => {
    channels[channels.findIndex(({ id }) => id === changed.id)] = changed;
    return changed;
  };
  return {
    all: channels,
    /** A channel by its id, or by its name with or without the hash, as chat.postMessage takes it. */
    find(idOrName: string): Channel | undefined {
      const name = idOrName.replace(/^#/, '');
      return channels.find((each) => each.id === idOrName || (each.kind !== 'direct' && each.name === name));
    },
    join(channel: Channel, userId: string): Channel {
      return replace({ ...channel, memberIds: [...new Set([...channel.memberIds, userId])] });
    },
    share: (channel: Channel): Channel => replace({ ...channel, isShared: true }),
  };
}

export type Channels = ReturnType<typeof createChannels>;

function person(id: string, name: string, realName: string, timeZone: string, role: Person['role']): Person {
  return { id, name, realName, timeZone, role, locale: 'en-US', team: TEAM };
}

function channel(id: string, name: string, rest: Partial<Channel>): Channel {
  const ordinary = { kind: 'public', topic: '', isArchived: false, isShared: false } as const;
  return { id, name, ...ordinary, memberIds: [...EVERYBODY, BOT.id], ...rest };
}
