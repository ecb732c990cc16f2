import type { Entity } from '../../limits/work-object.ts';
import type { Details } from '../../workspace/message.ts';
import { attributes, type Html, html } from '../text/html.ts';
import { showLink } from '../text/mrkdwn.ts';
import { showDate, type Viewer } from '../text/viewer.ts';
import { showButton } from './controls.ts';

/** On a card below a message; the details show all. */
const MAX_FIELDS = 5;

/** A Work Object below the message with its link; its title opens the details. */
export function showWorkObject(entity: Entity, pasted: string, viewer: Viewer): Html {
  const { attributes: about, custom_fields: fields } = entity.entity_payload;
  const title = html`<button type="button" data-details>${about.title.text}</button>`;
  return showEntity(entity, pasted, { title, fields: fields.slice(0, MAX_FIELDS), viewer });
}

// In Slack's place: it has words of its own for each reason.
const ERRORS: Readonly<Record<string, string>> = {
  restricted: 'You don’t have access to this.',
  not_found: 'This item can’t be found.',
  timeout: 'The app took too long to answer.',
};

/** The pane beside a conversation. Until the app answers, it is loading. */
export function showDetails({ entity, error, channelId, ts, url }: Details, viewer: Viewer): Html {
  const title = html`${entity?.entity_payload.attributes.title.text}`;
  const content =
    entity === undefined
      ? html`<p class="empty" role="status">${error === undefined ? 'Loading…' : (ERRORS[error] ?? 'Something went wrong.')}</p>`
      : showEntity(entity, url, { title, fields: entity.entity_payload.custom_fields, viewer });
  const place = attributes({ 'data-ts': ts, 'data-channel': channelId });
  return html`<header class="thread-title"><h2>Details</h2><button type="button" class="icon" data-hide aria-label="Close details">✕</button></header><div${place}>${content}</div>`;
}

interface Shown {
  readonly title: Html;
  readonly fields: Entity['entity_payload']['custom_fields'];
  readonly viewer: Viewer;
}

function showEntity({ entity_payload: { attributes: about, actions } }: Entity, address: string, shown: Shown): Html {
  const kind = [about.product_name, about.display_type].filter(Boolean).join(' · ');
  const rows = shown.fields.map((field) => html`<dt>${field.label}</dt><dd>${showValue(field, shown.viewer)}</dd>`);
  const { primary_actions: primary = [], overflow_actions: overflow = [] } = actions ?? {};
  const press = ({ text, ...action }: (typeof primary)[number]) =>
    showButton({ type: 'button', ...action, text: { type: 'plain_text', text } }, 'work_object');
  return html`<section class="work-object" data-entity="${address}"><small>${kind}</small><h3>${shown.title}</h3><dl>${rows}</dl><div class="block actions">${[...primary, ...overflow].map(press)}</div></section>`;
}

function showValue({ type, value, link }: Shown['fields'][number], viewer: Viewer): Html {
  const text =
    type === 'slack#/types/timestamp'
      ? showDate(Number(value), '{date_short_pretty} at {time}', viewer)
      : String(value);
  return link === undefined ? html`${text}` : showLink(link, text);
}
