import type { EvidenceExcerpt, Page } from '@pain-signals/contract';
import { providerName } from '@pain-signals/contract';
import { countOf, formatTime } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';

/** What people wrote, with author, source and licence. */
export const drawEvidence = (
  { id, volume }: { id: string; volume: number },
  evidence: Page<EvidenceExcerpt>,
): Html => html`<section class="card" aria-labelledby="evidence">
<h2 id="evidence">Evidence</h2>
<p class="quiet">${countOf(evidence.totalItems, 'excerpt')}${formatMentions(volume, evidence.totalItems)}, newest first.</p>
<ul class="evidence">${evidence.items.map(drawItem)}</ul>
${drawPager(id, evidence)}
</section>`;

/** The number of mentions is shown above, so the excerpts mention it where the two differ. */
function formatMentions(mentions: number, excerpts: number): string {
  if (mentions === excerpts) return '';
  return ` from ${countOf(mentions, 'mention')}${mentions < excerpts ? ' (long posts have several)' : ''}`;
}

const drawItem = ({ excerpt, url, author, licence, provider, postTitle, postedAt }: EvidenceExcerpt): Html => html`<li>
${postTitle === null ? null : html`<b>${postTitle}</b>`}
<blockquote>${excerpt}</blockquote>
<p class="quiet">${externalLink(url, providerName(provider))} · ${author ?? 'unknown author'} · ${formatTime(postedAt)} · ${licence ?? 'unknown licence'}</p>
</li>`;

/** Links http(s) addresses only, without a referrer or endorsement. */
export const externalLink = (url: string | null, text: string): Html | string =>
  url !== null && /^https?:\/\//i.test(url)
    ? html`<a href="${url}" rel="noopener noreferrer nofollow ugc">${text}</a>`
    : text;

function drawPager(id: string, { page, totalPages }: Page<EvidenceExcerpt>): Html | null {
  if (totalPages < 2) return null;
  const link = (to: number, text: string, rel: string) =>
    html`<a rel="${rel}" href="/signals/${id}?page=${to}#evidence">${text}</a>`;
  return html`<nav class="pager" aria-label="Pages of evidence">
${page > 0 ? link(page, '‹ Newer', 'prev') : null}
<span class="quiet">Page ${page + 1} of ${totalPages}</span>
${page + 1 < totalPages ? link(page + 2, 'Older ›', 'next') : null}
</nav>`;
}
