export { createEmbed, type EmbeddingSettings } from './embed.ts';
export { createQueryVectors } from './question-vectors.ts';
export { embedSignals } from './signal-vectors.ts';
