import type { Prompt } from '../workspace/workspace.ts';
import type { PageContext } from './page-context.ts';
import { attributes, type Html, html } from './text/html.ts';

const SUGGESTIONS = [
  '/pain',
  '/pain trending',
  '/pain chart 1',
  '/pain evidence 1',
  '/pain compare 1 vs 2',
  '/pain briefs',
  '/pain ask why do refresh tokens get lost?',
  '@painsignals what are the top pains in auth?',
  '/pain help',
];

/** What the app offers to be asked. */
export function showPrompts(prompts: readonly Prompt[]): Html {
  return html`${prompts.map(({ title, message }) => html`<button type="button" data-suggestion="${message}">${title}</button>`)}`;
}

/** Where a person writes: messages, and in a channel commands too. */
export function showComposer(
  { channel, threadTs }: PageContext,
  where: 'channel' | 'thread',
  prompts: readonly Prompt[] = [],
): Html {
  if (channel.isArchived)
    return html`<p class="composer archived">#${channel.name} is archived: nobody can write here.</p>`;
  const isThread = where === 'thread';
  const name = channel.kind === 'direct' ? 'Pain Signals' : `#${channel.name}`;
  const label = isThread ? 'Reply in thread' : `Message ${name}`;
  const field = attributes({
    name: 'text',
    rows: 1,
    placeholder: isThread ? 'Reply…' : `Message ${name}, or type /pain`,
    'aria-label': label,
    autocomplete: 'off',
    maxlength: 12_000,
    autofocus: !isThread,
  });
  const suggestions = SUGGESTIONS.map((text) => html`<button type="button" data-suggestion="${text}">${text}</button>`);
  return html`<form class="composer"${attributes({ 'data-thread': isThread ? threadTs : undefined })}>${
    !isThread &&
    html`<div class="suggestions" role="group" aria-label="Commands to try">${channel.kind === 'direct' ? showPrompts(prompts) : suggestions}</div>`
  }<div class="write"><textarea${field}></textarea><button type="submit" class="button primary" aria-label="Send">➤</button></div></form>`;
}
