import type { BriefJob } from '../accounts/index.ts';
import type { Brief } from '../queries/answers.ts';
import { formatTime } from './dates.ts';
import { externalLink } from './evidence-section.ts';
import { formTokenField } from './form.ts';
import { type Html, html } from './html.ts';
import { drawNotice } from './layout.ts';
import type { SignalPage } from './signal-page.ts';
import { providerName } from './signal-words.ts';

/** The opportunity brief; every claim stands on the quotations below it. */
export const drawBrief = ({
  detail,
  formToken,
  brief,
  job,
}: SignalPage): Html => html`<section class="card" aria-labelledby="brief">
<h2 id="brief">Opportunity brief</h2>
${job === null ? null : drawJob(job)}
${brief === null ? html`<p>There is none: too few people have written about it so far, or the last one is older than 7 days.</p>` : drawBriefRecord(brief)}
<form method="post" action="/signals/${detail.id}/brief">${formTokenField(formToken)}
<p class="buttons"><button class="plain">${brief === null ? 'Generate brief' : 'Generate it anew'}</button></p></form>
</section>`;

const JOB_MESSAGES: Readonly<Record<BriefJob['state'], string>> = {
  working: 'The brief is being written. This page looks again by itself.',
  done: 'The brief was written just now.',
  empty: 'No brief can be written: it takes at least 5 posts by 3 people.',
  failed: 'The brief could not be written. Try again.',
};

const drawJob = ({ state }: BriefJob): Html | null =>
  drawNotice(JOB_MESSAGES[state], state === 'empty' || state === 'failed' ? 'fault' : 'done');

const formatWriter = (generatedBy: string): string =>
  generatedBy === 'extractive' ? '(put together from quotes)' : `by ${generatedBy}`;

const drawBriefRecord = (
  brief: Brief,
): Html => html`<p class="quiet">Written ${formatTime(brief.generatedAt, true)} ${formatWriter(brief.generatedBy)}, good until ${formatTime(brief.expiresAt)}. Strength of the pattern: ${brief.patternStrength} of 100.</p>
${brief.fitWarning === null ? null : html`<p class="notice fault">${brief.fitWarning}</p>`}
${drawTextSection('Pattern', brief.patternStatement)}
${drawTextSection('Problem', brief.problem)}
${drawTextSection('Who is hurt', brief.affected)}
${drawTextSection('Opportunity', brief.opportunity)}
${brief.wedge === null ? null : drawTextSection('Wedge', brief.wedge)}
${drawListSection('Workarounds', brief.workarounds)}
${drawListSection('Risks', brief.risks)}
${drawListSection('Next steps', brief.nextSteps)}
<details><summary>The ${brief.evidence.length} quotations that it rests on</summary>
<ol class="evidence">${brief.evidence.map(({ excerpt, url, author, provider }) => html`<li><blockquote>${excerpt}</blockquote><p class="quiet">${externalLink(url, providerName(provider))} · ${author ?? 'author unknown'}</p></li>`)}</ol></details>`;

const drawTextSection = (title: string, text: string): Html =>
  html`<h3>${title}</h3><p>${text === '' ? 'Nothing was found.' : text}</p>`;

const drawListSection = (title: string, items: readonly string[]): Html => html`<h3>${title}</h3>
${items.length === 0 ? html`<p>Nothing was found.</p>` : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`}`;
