export { createEmbed, type EmbeddingSettings } from './embed.ts';
export { createQuestionVectors } from './question-vectors.ts';
export { embedSignals } from './signal-vectors.ts';
