import { z } from 'zod';
import { createAskModel } from '../chat/ask-model.ts';
import type { ServiceConfig } from '../config.ts';
import { createEmbed } from '../embeddings/index.ts';

const MODEL_TIMEOUT_MS = 10_000;

/** Whether the models of the settings answer; each is asked one small question. None is set by default, and none is needed. */
export async function modelFindings({ chat, embeddings }: ServiceConfig): Promise<{ ok: boolean; text: string }[]> {
  return Promise.all([
    chat === null
      ? { ok: true, text: 'language model: none, our own words. To set one: CHAT_URL and CHAT_MODEL' }
      : endpointFinding('language model', chat.model, 'CHAT', () =>
          createAskModel(chat, MODEL_TIMEOUT_MS)(
            { instructions: 'Answer with the JSON {"ok": true}.', posts: '' },
            z.looseObject({}),
          ),
        ),
    embeddings === null
      ? { ok: true, text: 'embeddings: none, the built-in search. To set some: EMBEDDINGS_URL and EMBEDDINGS_MODEL' }
      : endpointFinding('embeddings', embeddings.model, 'EMBEDDINGS', () =>
          createEmbed(embeddings)(['The build is slow.'], MODEL_TIMEOUT_MS),
        ),
  ]);
}

async function endpointFinding(what: string, model: string, prefix: string, ask: () => Promise<unknown>) {
  try {
    await ask();
    return { ok: true, text: `${what}: ${model} answers` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, text: `${what}: ${reason} Check ${prefix}_URL, ${prefix}_MODEL and ${prefix}_API_KEY.` };
  }
}
