export type { SignalPosts } from './answers.ts';
export { type Chat, createChat } from './chat.ts';
export { createEmbed, createQueryVectors, embedSignals } from './embeddings.ts';
export type { ModelSettings } from './model-endpoint.ts';
export { askSampleQuestion } from './sample-question.ts';
