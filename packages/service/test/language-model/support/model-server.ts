import type { ServerResponse } from 'node:http';
import type { KeptAnswers } from '../../../src/language-model/ask-question.ts';
import { createChat } from '../../../src/language-model/chat.ts';
import type { Background } from '../../../src/text/background.ts';
import { type SeenRequest, sendJson, startServer } from '../../sources/support/local-server.ts';
import { documentOf } from '../../support/documents.ts';

export const KEY = 'sk-very-secret-key';

export const POSTS = [
  documentOf(1, {
    title: 'Layer cache rebuilt',
    text: 'The layer cache is rebuilt on every push although nothing changed.',
  }),
  documentOf(2, {
    title: 'Cache is never used',
    text: 'On every push the layer cache is rebuilt, nothing changed in it.',
  }),
  documentOf(3, { title: 'Slow builds', text: 'Every push is rebuilt without the layer cache.' }),
];
export const GOOD = {
  topic: 'Layer cache is rebuilt on every push',
  summary: 'The layer cache is rebuilt on every push although nothing changed.',
  evidence: [1, 2],
};

const BACKGROUND: Background = { documentFrequencies: new Map(), documents: 100 };
export const signalOf = (documents = POSTS) => ({ documents, background: BACKGROUND, extract: '' });

/** A chat completion as every OpenAI-compatible server writes it. */
export const say = (response: ServerResponse, content: unknown) =>
  sendJson(response, {
    choices: [
      { message: { role: 'assistant', content: typeof content === 'string' ? content : JSON.stringify(content) } },
    ],
  });

export type Answering = (response: ServerResponse, request: SeenRequest) => void;

function keptAnswers(): KeptAnswers & { rows: Map<string, string | null> } {
  const rows = new Map<string, string | null>();
  return {
    rows,
    find: async (hash) => rows.get(hash),
    put: async (hash, answer) => {
      rows.set(hash, answer);
    },
  };
}

/** A model behind a server that answers as told; what went wrong is kept as it would be logged. */
export async function startModel(answer: Answering, { timeoutMs = 10_000, mayAsk = async () => true } = {}) {
  const server = await startServer((request, response) => answer(response, request));
  const failures: string[] = [];
  const answers = keptAnswers();
  const chat = createChat(
    { url: `${server.url}/v1`, model: 'small-model', apiKey: KEY },
    { mayAsk, answers, onFailure: (error) => failures.push(String(error)), timeoutMs, concurrency: 1 },
  );
  const bodies = () => server.seen.map(({ body }) => JSON.parse(body));
  return { server, failures, answers, chat, bodies };
}
