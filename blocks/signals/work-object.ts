import {
  areaName,
  isSamplePost,
  type PainSignalDetail,
  painTypeName,
  providerName,
  SAMPLE_MARK,
  SAMPLE_POST,
} from '@pain-signals/contract';
import type { CitedEvidence, Freshness, Query } from '@pain-signals/domain';
import type { EntityActionButton, EntityCustomField, EntityMetadata } from '@slack/types';
import { ACTION, type ActionId, encodeQuery } from '../kit/buttons.ts';
import { type CardContext, describeFreshness } from '../kit/card-context.ts';
import { describeDay, formatCount, formatScore } from '../kit/format.ts';
import { describeTrend, formatOwnersLabeled, OWNERS_LABEL } from '../kit/signal-text.ts';
import { capitalize, escapeForAnyFormat, safeAddress, unescapeMrkdwn } from '../kit/text.ts';

export interface WorkObjectFacts {
  detail: PainSignalDetail;
  /** The signal's page, which Slack knows it by, with its id there: another than the detail's when signals were merged. */
  page: { url: string; id: string };
  /** As it was pasted; only an unfurl has one. */
  pastedUrl?: string;
  /** For the details alone. */
  evidence?: readonly CitedEvidence[];
}

const [TITLE, SUMMARY, EXCERPT] = [150, 400, 280];

/**
 * A signal as Slack shows it by itself: a card below the link, which everybody sees, and details beside the conversation.
 * https://docs.slack.dev/messaging/work-objects-implementation
 */
export function signalWorkObject(
  { detail, page, pastedUrl, evidence = [] }: WorkObjectFacts,
  { freshness }: Pick<CardContext, 'freshness'>,
): EntityMetadata {
  const { macroArea, painType } = detail;
  const fields = [
    field('trend', 'Trend', capitalize(describeTrend(detail))),
    field('score', 'Score', `${formatScore(detail.score)} of 100`),
    field('mentions', 'Mentions', formatCount(detail.volume)),
    field('summary', 'Summary', detail.summary, SUMMARY),
    field('area', 'Area', macroArea === null ? null : areaName(macroArea)),
    field('type', 'Type', painType && painTypeName(painType)),
    field('owners', OWNERS_LABEL, unescapeMrkdwn(formatOwnersLabeled(detail) ?? '')),
    ...evidence.flatMap((item, at) => evidenceFields(item, at + 1)),
    field('data', 'Data', describeFreshness({ ...freshness, isSample: false })),
    timeField(freshness),
  ].filter((each) => each !== null);
  return {
    entity_type: 'slack#/entities/item',
    url: page.url,
    external_ref: { id: page.id },
    ...(pastedUrl === undefined ? {} : { app_unfurl_url: pastedUrl }),
    entity_payload: {
      attributes: {
        title: { text: escapeForAnyFormat(detail.topic, TITLE) || 'Untitled signal' },
        display_type: freshness.isSample ? `Pain signal (${SAMPLE_MARK.toLowerCase()})` : 'Pain signal',
        product_name: 'Pain Signals',
      },
      custom_fields: fields,
      display_order: fields.map(({ key }) => key),
      actions: {
        primary_actions: [
          action(ACTION.evidence, 'Evidence', { show: 'evidence', id: detail.id, page: 0 }),
          action(ACTION.brief, 'Brief', { show: 'brief', id: detail.id }),
        ],
        overflow_actions: [action(ACTION.details, 'Details', { show: 'signal', id: detail.id })],
      },
    },
  };
}

/** Null without a value. Slack doesn't say how it formats one, so no text in it can do anything. */
function field(key: string, label: string, value: string | null, max = TITLE): EntityCustomField | null {
  const shown = escapeForAnyFormat(value ?? '', max);
  return shown === '' ? null : { key, label, type: 'string', value: shown, ...(max > TITLE ? { long: true } : {}) };
}

/** What somebody wrote, and its address as it is: a link never hides where it goes. */
function evidenceFields({ title, excerpt, provider, author, url, licence, postedAt }: CitedEvidence, number: number) {
  const name = providerName(provider ?? '') || 'Unknown source';
  const isSample = isSamplePost(url ?? '');
  const day = Number.isNaN(Date.parse(postedAt ?? '')) ? null : describeDay(postedAt ?? '');
  const parts = [name, day, author && `by ${author}`, licence && `license ${licence}`, isSample && SAMPLE_POST];
  const source = `Post ${number} · ${parts.filter(Boolean).join(', ')}`;
  const value = isSample ? undefined : safeAddress(url ?? '')?.href;
  return [
    field(`evidence_${number}`, escapeForAnyFormat(source, TITLE), excerpt ?? title, EXCERPT),
    value === undefined ? null : { key: `link_${number}`, label: 'Link', type: 'slack#/types/link', value },
  ];
}

function timeField({ snapshotAt }: Freshness): EntityCustomField | null {
  const at = Date.parse(snapshotAt ?? '');
  if (Number.isNaN(at)) return null;
  return { key: 'updated', label: 'Updated', type: 'slack#/types/timestamp', value: Math.floor(at / 1_000) };
}

const action = (id: ActionId, text: string, query: Query): EntityActionButton => ({
  text,
  action_id: id,
  value: encodeQuery(query) ?? '',
});
