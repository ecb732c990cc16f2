import { decodeJson } from '@pain-signals/contract';
import { z } from 'zod';
import { createModelEndpoint, ModelError, type ModelSettings } from './model-endpoint.ts';

export interface Prompt {
  instructions: string;
  /** Delimited untrusted text. */
  posts: string;
}

/** Returns the model's JSON answer. Throws {@link ModelError}. */
export type AskModel = <Answer>(prompt: Prompt, schema: z.ZodType<Answer>) => Promise<Answer>;

const TIMEOUT_MS = 20_000;
const MAX_RESPONSE_BYTES = 256 * 1024;
const MAX_ANSWER_TOKENS = 900;

const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

export function createAskModel(settings: ModelSettings, timeoutMs = TIMEOUT_MS): AskModel {
  const post = createModelEndpoint(settings, '/chat/completions', MAX_RESPONSE_BYTES);
  return async ({ instructions, posts }, schema) => {
    const body = {
      model: settings.model,
      temperature: 0,
      max_tokens: MAX_ANSWER_TOKENS,
      response_format: { type: 'json_object' },
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: posts },
      ],
    };
    return parseAnswer(await post(body, timeoutMs), schema);
  };
}

function parseAnswer<Answer>(text: string, schema: z.ZodType<Answer>): Answer {
  const completion = decodeJson(Completion, text);
  if (completion === null) throw new ModelError('The response is not a chat completion.');
  const content = completion.choices[0]?.message.content ?? '';
  const answer = decodeJson(schema, content.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''));
  if (answer === null) throw new ModelError("The model's answer does not match the schema.");
  return answer;
}
