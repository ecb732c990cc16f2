import { describe, expect, it } from 'vitest';
import { createAnswerQuestion } from '../../src/queries/question-answer.ts';
import { POSTS, say, startModel } from './support/model-server.ts';

const GOOD = { answer: 'The layer cache is rebuilt on every push although nothing changed.', evidence: [1, 2] };

type Model = Awaited<ReturnType<typeof startModel>>;

const answering = ({ chat }: Pick<Model, 'chat'>, waitMs = 5_000) =>
  createAnswerQuestion({
    store: { documents: { ofSignal: async (id: string) => (id === 'empty' ? [] : POSTS) } } as never,
    openChat: () => chat,
    at: () => 0,
    waitMs,
  });

describe("a model's answer to a question", () => {
  it('is written from posts of the signals found, and cites them', async () => {
    const model = await startModel((response) => say(response, GOOD));
    const answer = await answering(model)('Is the <b>layer cache</b> broken?', ['signal']);
    expect(answer).toEqual({
      text: GOOD.answer,
      generatedBy: 'small-model',
      evidence: POSTS.slice(0, 2).map(({ url, author, provider, externalId }) => ({
        url,
        author,
        provider,
        externalId,
      })),
    });
    const [body] = model.bodies();
    expect(body.messages[1].content).toMatch(/<question>\nIs the layer cache broken\?\n<\/question>$/);
  });

  it.each([
    ['an invented name', { ...GOOD, answer: 'The layer cache is rebuilt on every push by NordShield.' }],
    ['an invented number', { ...GOOD, answer: 'The layer cache is rebuilt on 93 of all pushes, nothing changed.' }],
    ['advice', { ...GOOD, answer: 'Users should clear the layer cache on every push, nothing changed.' }],
    ['a link', { ...GOOD, answer: 'The layer cache is rebuilt on every push, see https://evil.example now.' }],
    ['one post alone', { ...GOOD, evidence: [1] }],
    ['another subject', { ...GOOD, answer: 'Bananas ripen faster near apples in warm kitchens overnight.' }],
  ])('is refused for %s, asked for once more, and then left out', async (_, bad) => {
    const model = await startModel((response) => say(response, bad));
    expect(await answering(model)('Is the cache broken?', ['signal'])).toBeNull();
    expect(model.server.seen).toHaveLength(2);
  });

  it('is none where the model says that the posts have none', async () => {
    const model = await startModel((response) => say(response, { answer: null, evidence: [] }));
    expect(await answering(model)('Who won the cup?', ['signal'])).toBeNull();
    expect(model.server.seen).toHaveLength(1);
  });

  it('is not asked for without signals, without posts, and without a model', async () => {
    const model = await startModel((response) => say(response, GOOD));
    expect(await answering(model)('Is the cache broken?', [])).toBeNull();
    expect(await answering(model)('Is the cache broken?', ['empty'])).toBeNull();
    expect(await answering({ chat: undefined as never })('Is the cache broken?', ['signal'])).toBeNull();
    expect(model.server.seen).toEqual([]);
  });

  it('is not waited for beyond the time given, and is kept for the next who asks', async () => {
    const held = Promise.withResolvers<void>();
    const model = await startModel(async (response) => {
      await held.promise;
      say(response, GOOD);
    });
    const ask = answering(model, 20);
    expect(await ask('Is the cache broken?', ['signal'])).toBeNull();
    held.resolve();
    await expect.poll(async () => (await ask('Is the cache broken?', ['signal']))?.text).toBe(GOOD.answer);
    expect(model.server.seen).toHaveLength(1);
  });

  it('is asked for no more often at once than the model takes', async () => {
    const held = Promise.withResolvers<void>();
    const model = await startModel(async (response) => {
      await held.promise;
      say(response, GOOD);
    });
    const ask = answering(model);
    const first = ask('Is the cache broken?', ['signal']);
    expect(await ask('Is the cache slow?', ['signal'])).toBeNull();
    held.resolve();
    expect((await first)?.text).toBe(GOOD.answer);
    expect((await ask('Is the cache slow?', ['signal']))?.text).toBe(GOOD.answer);
  });

  it('is none when the model fails', async () => {
    const model = await startModel((response) => response.writeHead(500).end());
    expect(await answering(model)('Is the cache broken?', ['signal'])).toBeNull();
  });
});
