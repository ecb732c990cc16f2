import { decodeJson } from '@pain-signals/contract';
import { z } from 'zod';
import { createModelEndpoint, expectOk, ModelError, type ModelSettings } from './model-endpoint.ts';

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/**
 * Sends a conversation and returns the text of the model's answer, which should be JSON of the schema. Throws {@link ModelError} for
 * faults of transport only: an answer of any content is returned.
 */
export type AskModel = (messages: readonly Message[], schema: z.ZodType) => Promise<string>;

const TIMEOUT_MS = 60_000;
const MAX_RESPONSE_BYTES = 256 * 1024;
const MAX_ANSWER_TOKENS = 2_000;

const TextPart = z.object({ text: z.string() });
const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.union([z.string(), z.array(TextPart), z.null()]).optional() }),
      }),
    )
    .min(1),
});
const ErrorBody = z.object({
  error: z.union([z.string(), z.object({ message: z.string(), param: z.string().nullish() })]),
});

/** What a server is asked for; servers and models differ in what they take. */
interface Dialect {
  format: 'json_schema' | 'json_object' | 'none';
  limit: 'max_tokens' | 'max_completion_tokens';
  temperature: boolean;
}

const WEAKER_FORMAT = { json_schema: 'json_object', json_object: 'none', none: 'none' } as const;

/** Formats strictly checked by some servers, which know no lengths. */
function plainSchema(schema: z.ZodType) {
  const unsupported = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', '$schema'] as const;
  return z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      for (const key of unsupported) delete jsonSchema[key];
    },
  });
}

function requestBody(model: string, messages: readonly Message[], schema: z.ZodType, dialect: Dialect) {
  const { $schema: _, ...shape } = plainSchema(schema);
  const format =
    dialect.format === 'json_schema'
      ? { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: shape } }
      : { type: 'json_object' };
  return {
    model,
    messages,
    stream: false,
    [dialect.limit]: MAX_ANSWER_TOKENS,
    ...(dialect.temperature ? { temperature: 0 } : {}),
    ...(dialect.format === 'none' ? {} : { response_format: format }),
  };
}

/** What to leave out after a server refused a request (400, 422); null when there is nothing left. */
function simplify(dialect: Dialect, response: string): Dialect | null {
  const error = decodeJson(ErrorBody, response)?.error;
  const text =
    typeof error === 'object' ? `${error.param ?? ''} ${error.message}` : (error ?? response.slice(0, 1_000));
  if (/max_tokens/.test(text) && dialect.limit === 'max_tokens') return { ...dialect, limit: 'max_completion_tokens' };
  if (/temperature/.test(text) && dialect.temperature) return { ...dialect, temperature: false };
  return dialect.format === 'none' ? null : { ...dialect, format: WEAKER_FORMAT[dialect.format] };
}

const isRefusedRequest = (status: number) => status === 400 || status === 422;

/** Learns once what the server takes: JSON schema, else plain JSON, else text. */
export function createChatCompletions(settings: ModelSettings, timeoutMs = TIMEOUT_MS): AskModel {
  const post = createModelEndpoint(settings, '/chat/completions', MAX_RESPONSE_BYTES);
  let dialect: Dialect = { format: 'json_schema', limit: 'max_tokens', temperature: true };
  return async (messages, schema) => {
    let tried = dialect;
    for (;;) {
      const response = await post(requestBody(settings.model, messages, schema, tried), timeoutMs);
      const simpler = isRefusedRequest(response.status) ? simplify(tried, response.text) : null;
      if (simpler === null) {
        const text = contentOf(expectOk(response));
        dialect = tried;
        return text;
      }
      tried = simpler;
    }
  };
}

function contentOf(response: string): string {
  const completion = decodeJson(Completion, response);
  if (completion === null) throw new ModelError('The response is not a chat completion.');
  const content = completion.choices[0]?.message.content ?? '';
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('');
}

/** The model's thoughts, which some servers leave in the text. */
const THOUGHTS = /^[\s\S]*<\/think(?:ing)?>/;

/** The JSON object in a model's text, with or without a fence or words around it; null if it does not match the schema. */
export function parseAnswer<Answer>(text: string, schema: z.ZodType<Answer>): Answer | null {
  const answer = text.replace(THOUGHTS, '');
  return decodeJson(schema, answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1));
}
