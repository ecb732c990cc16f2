import type { SignalDocument } from '../model/signal.ts';
import { askForWording, type SignalWording } from './answers.ts';
import { createAskQuestion } from './ask-question.ts';
import { createChatCompletions } from './chat-completions.ts';
import { ModelError, type ModelSettings } from './model-endpoint.ts';

const TEXTS = [
  [
    'Layer cache is rebuilt on every push',
    'The build ignores the layer cache on every push, although nothing changed.',
  ],
  ['Docker layer cache never used', 'Every push rebuilds all layers. The cache is there and is never used.'],
  ['Builds slow since cache is ignored', 'Our build takes an hour because the layer cache is rebuilt on each push.'],
] as const;

const DOCUMENTS: readonly SignalDocument[] = TEXTS.map(([title, text], at) => ({
  postId: `${at}`,
  externalId: `${at}`,
  title,
  text,
  chunks: [{ id: `${at}`, text }],
  provider: 'sample',
  author: `author-${at}`,
  repository: null,
  url: null,
  reactions: 0,
  severity: 0,
  similarity: 1,
  createdAt: 0,
}));

/** Asks about three sample posts, as about any signal. Throws ModelError, also when the answer is not accepted. */
export async function probeModel(settings: ModelSettings, timeoutMs: number): Promise<SignalWording> {
  const background = { documentFrequencies: new Map(), documents: DOCUMENTS.length };
  const question = askForWording({ documents: DOCUMENTS, background, extract: '' });
  let failure: unknown = null;
  const ask = createAskQuestion({
    model: settings.model,
    ask: createChatCompletions(settings, timeoutMs),
    mayAsk: async () => true,
    answers: { find: async () => undefined, put: async () => undefined },
    onFailure: (error) => {
      failure = error;
    },
  });
  const answer = question === null ? null : await ask(question);
  if (answer === null) throw failure ?? new ModelError('The model did not answer.');
  return answer;
}
