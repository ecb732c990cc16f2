// Sends what a person does to the server, and says meanwhile that the app is at work.

const { as } = document.body.dataset;

// What the app says soon after a person did something answers that.
const ANSWER_MS = 10_000;
let actedAt = Number.NEGATIVE_INFINITY;

export const isAwaited = () => performance.now() - actedAt < ANSWER_MS;

// How long "is working" stands when the app acknowledges and then says nothing.
const PATIENCE_MS = 15_000;
let patience;

/** Sends what a person did; the answer tells what came of it. */
export async function send(path, body) {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ as, ...body }),
    });
    return await response.json();
  } catch {
    return { failure: 'the preview does not answer. Is it still running?', isSent: false };
  }
}

/** Says below the messages what is going on; `kind` is working, failed or nothing. */
export function say(text, kind = '') {
  const status = document.querySelector('#status');
  if (status === null) return;
  clearTimeout(patience);
  status.textContent = text;
  status.className = `status ${kind}`;
  if (kind === 'working') patience = setTimeout(say, PATIENCE_MS, '');
}

/** Sends, and shows that the app is at work until it answers or fails. */
export async function tell(path, body, element) {
  actedAt = performance.now();
  element?.setAttribute('aria-busy', 'true');
  // A link opens by itself, and the app need not answer.
  if (!element?.href) say('Pain Signals is working…', 'working');
  const outcome = await send(path, body);
  element?.removeAttribute('aria-busy');
  if (outcome.failure) say(`That did not work: ${outcome.failure}`, 'failed');
  else if (!outcome.isSent) say('');
  return outcome;
}
