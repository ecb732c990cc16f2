import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { SeenRequest } from '../sources/support/local-server.ts';
import { sendJson } from '../sources/support/local-server.ts';
import { GOOD, say, signalOf, startModel } from './support/model-server.ts';

const WORDING = { topic: GOOD.topic, summary: GOOD.summary };
const JSON_TEXT = JSON.stringify(GOOD);

const completion = (message: object, more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'small-model',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop', ...more }],
  usage: { prompt_tokens: 900, completion_tokens: 80, total_tokens: 980 },
});

describe('the answer of a server', () => {
  it.each<[string, object]>([
    // https://platform.openai.com/docs/api-reference/chat/object
    ['OpenAI', completion({ content: JSON_TEXT, refusal: null, annotations: [] }, { logprobs: null })],
    // https://docs.ollama.com/api/openai-compatibility
    ['Ollama', { ...completion({ content: `${JSON_TEXT}\n\n` }), system_fingerprint: 'fp_ollama' }],
    [
      'Ollama with a model that thinks aloud',
      completion({ content: `<think>\nTwo {posts}…\n</think>\n\n${JSON_TEXT}` }),
    ],
    // https://docs.vllm.ai/en/latest/features/reasoning_outputs.html
    [
      'vLLM',
      completion({ content: JSON_TEXT, reasoning_content: 'Two posts say …', tool_calls: [] }, { stop_reason: null }),
    ],
    ['a gateway that answers in parts', completion({ content: [{ type: 'text', text: JSON_TEXT }] })],
    ['a model that fences its JSON', completion({ content: `\`\`\`json\n${JSON_TEXT}\n\`\`\`` })],
    ['a model that talks around its JSON', completion({ content: `Here is the JSON:\n${JSON_TEXT}\nAnything else?` })],
  ])('%s is read', async (_, body) => {
    const { chat, failures } = await startModel((response) => sendJson(response, body));
    expect(await chat.describe(signalOf())).toEqual(WORDING);
    expect(failures).toEqual([]);
  });

  it.each<[string, object]>([
    ['talks instead', completion({ content: 'Sure! The posts are about caches.' })],
    ['says that it refuses', completion({ content: null, refusal: "I'm sorry, I can't help with that." })],
    ['is cut off', completion({ content: JSON_TEXT.slice(0, 40) }, { finish_reason: 'length' })],
    ['leaves out the evidence', completion({ content: JSON.stringify(WORDING) })],
    ['is too long', completion({ content: JSON.stringify({ ...GOOD, topic: 'cache '.repeat(20) }) })],
  ])('that %s is asked for again', async (_, body) => {
    const bodies = [body, completion({ content: JSON_TEXT })];
    const { chat, server } = await startModel((response) => sendJson(response, bodies.shift()));
    expect(await chat.describe(signalOf())).toEqual(WORDING);
    expect(server.seen).toHaveLength(2);
  });

  it('with an error in place of choices is a fault of the server', async () => {
    const { chat, failures } = await startModel((response) =>
      sendJson(response, { error: { message: 'no such model' } }),
    );
    expect(await chat.describe(signalOf())).toBeNull();
    expect(failures).toEqual(['ModelError: The response is not a chat completion.']);
  });
});

describe('a request', () => {
  it('asks for JSON of a schema in which every field is required', async () => {
    const { chat, bodies } = await startModel((response) => say(response, GOOD));
    await chat.describe(signalOf());
    const { type, json_schema } = bodies()[0].response_format;
    expect(type).toBe('json_schema');
    expect(json_schema).toMatchObject({ name: 'answer', strict: true });
    expect(json_schema.schema).toMatchObject({
      type: 'object',
      required: ['topic', 'summary', 'evidence'],
      additionalProperties: false,
    });
    expect(JSON.stringify(json_schema)).not.toMatch(/minLength|maxItems|\$schema/);
  });

  /** Refuses requests that `fault` finds fault with, as its server would. */
  const picky =
    (fault: (body: Record<string, unknown>) => object | null) => (response: ServerResponse, request: SeenRequest) => {
      const error = fault(JSON.parse(request.body));
      return error === null ? say(response, GOOD) : sendJson(response, error, {}, 400);
    };
  const formatOf = (body: Record<string, unknown>) => (body.response_format as { type?: string } | undefined)?.type;

  it.each<[string, (body: Record<string, unknown>) => object | null, Record<string, unknown>]>([
    [
      'plain JSON where schemas are unknown',
      (body) =>
        formatOf(body) === 'json_schema' ? { error: { message: "'response_format.type' must be json_object" } } : null,
      { response_format: { type: 'json_object' } },
    ],
    [
      'text where no format is known',
      (body) =>
        formatOf(body) === undefined ? null : { object: 'error', message: 'extra fields not permitted', code: 400 },
      { response_format: undefined },
    ],
    [
      'completion tokens where OpenAI counts thoughts, too',
      (body) =>
        body.max_tokens === undefined
          ? null
          : {
              error: {
                message:
                  "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
                type: 'invalid_request_error',
                param: 'max_tokens',
                code: 'unsupported_parameter',
              },
            },
      { max_tokens: undefined, response_format: expect.objectContaining({ type: 'json_schema' }) },
    ],
    [
      'its own temperature where a model has one only',
      (body) =>
        body.temperature === undefined
          ? null
          : {
              error: {
                message: "Unsupported value: 'temperature' does not support 0 with this model.",
                param: 'temperature',
              },
            },
      { temperature: undefined },
    ],
  ])('asks for %s, and remembers it', async (_, fault, expected) => {
    const { chat, bodies, failures } = await startModel(picky(fault));
    expect(await chat.describe(signalOf())).toEqual(WORDING);
    const asked = bodies().length;
    await chat.describe(signalOf(signalOf().documents.slice(0, 2)));
    expect(bodies()).toHaveLength(asked + 1);
    const last = bodies().at(-1);
    for (const [name, value] of Object.entries(expected)) expect(last[name]).toEqual(value);
    expect(failures).toEqual([]);
  });

  it('that is refused whatever it asks for is a fault', async () => {
    const { chat, failures } = await startModel((response) => sendJson(response, { error: 'no' }, {}, 400));
    expect(await chat.describe(signalOf())).toBeNull();
    expect(failures).toEqual(["ModelError: The model's server responded with status 400."]);
  });
});
