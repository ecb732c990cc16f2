import { APP, type Channel, PEOPLE } from '../workspace/directory.ts';
import type { State } from '../workspace/state.ts';
import { TEAM } from '../workspace/teams.ts';
import { attributes, type Html, html } from './html.ts';
import { addressOf, channelsOf, type PageContext } from './place-of-page.ts';

export function showSidebar(place: PageContext, state: State): Html {
  const mine = channelsOf(place.viewer.person.id, state);
  const channels = mine.filter(({ kind }) => kind !== 'direct');
  const direct = mine.filter(({ kind }) => kind === 'direct');
  return html`<nav id="sidebar" class="sidebar" aria-label="Channels"><div class="team">${TEAM.name}</div><h2>Channels</h2><ul>${channels.map(
    (channel) => showChannelLink(channel, place, `# ${channel.name}`),
  )}</ul><h2>Apps</h2><ul>${direct.map((channel) => showChannelLink(channel, place, `◆ ${APP.name}`))}</ul><h2>Workflows</h2><ul><li><button type="button" id="open-steps">⚡ Run a workflow step</button></li></ul>${showPeople(place)}</nav>`;
}

function showChannelLink(channel: Channel, place: PageContext, label: string): Html {
  const isHere = channel.id === place.channel.id;
  const link = attributes({
    href: addressOf({ ...place, channel, threadTs: undefined }, channel.kind === 'direct' ? { tab: 'home' } : {}),
    'data-channel-link': channel.id,
    'aria-current': isHere ? 'page' : undefined,
  });
  const notes = { archived: channel.isArchived, shared: channel.isShared, private: channel.kind === 'private' };
  const note = Object.entries(notes).find(([, applies]) => applies)?.[0];
  return html`<li><a${link}>${label}${note && html`<small>${note}</small>`}</a></li>`;
}

function showPeople({ viewer: reader, channel }: PageContext): Html {
  const options = PEOPLE.map(({ id, realName, role }) => {
    const label = role === 'member' ? realName : `${realName} (${role})`;
    return html`<option${attributes({ value: id, selected: id === reader.person.id })}>${label}</option>`;
  });
  return html`<form class="people" method="get" action="/"><label for="as">You are</label><select id="as" name="as">${options}</select><input type="hidden" name="channel" value="${channel.id}"><button class="button switch" type="submit">Switch</button><small>${reader.person.timeZone}</small></form>`;
}
