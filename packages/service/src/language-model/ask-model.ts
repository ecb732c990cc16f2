import { decodeJson } from '@pain-signals/contract';
import { Agent, request } from 'undici';
import { z } from 'zod';

/** Where a language model is asked: an OpenAI-compatible address such as https://api.example/v1. */
export interface ChatSettings {
  url: string;
  model: string;
  apiKey: string | null;
}

/** The model gave no answer that can be used. Its message holds neither the key nor anything of the posts. */
export class ChatError extends Error {
  override name = 'ChatError';
}

export interface Prompt {
  instructions: string;
  /** Text of strangers, delimited. */
  posts: string;
}

export type AskModel = <Answer>(prompt: Prompt, schema: z.ZodType<Answer>) => Promise<Answer>;

const TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_ANSWER_TOKENS = 900;

const Completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/** Asks a model for JSON. The key goes to the address of the settings and nowhere else: redirects are not followed. */
export function createAskModel({ url, model, apiKey }: ChatSettings, timeoutMs = TIMEOUT_MS): AskModel {
  const address = `${url.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')}/chat/completions`;
  const dispatcher = new Agent({ maxResponseSize: MAX_ANSWER_BYTES, connect: { timeout: timeoutMs } });
  return async ({ instructions, posts }, schema) => {
    const body = JSON.stringify({
      model,
      temperature: 0,
      max_tokens: MAX_ANSWER_TOKENS,
      response_format: { type: 'json_object' },
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: posts },
      ],
    });
    const text = await postJson(address, body, { dispatcher, apiKey, timeoutMs });
    return parseAnswer(text, schema);
  };
}

interface ModelEndpoint {
  dispatcher: Agent;
  apiKey: string | null;
  timeoutMs: number;
}

async function postJson(
  address: string,
  body: string,
  { dispatcher, apiKey, timeoutMs }: ModelEndpoint,
): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
  };
  const signal = AbortSignal.timeout(timeoutMs);
  let answer: { status: number; text: string };
  try {
    const response = await request(address, { method: 'POST', headers, body, dispatcher, signal });
    answer = { status: response.statusCode, text: await response.body.text() };
  } catch {
    // What undici says may quote the request, key and all.
    throw new ChatError(
      signal.aborted ? `The model did not answer within ${timeoutMs} ms.` : 'The model cannot be reached.',
    );
  }
  if (answer.status !== 200) throw new ChatError(`The model's server answered ${answer.status}.`);
  return answer.text;
}

function parseAnswer<Answer>(text: string, schema: z.ZodType<Answer>): Answer {
  const completion = decodeJson(Completion, text);
  if (completion === null) throw new ChatError('The answer is no chat completion.');
  const content = completion.choices[0]?.message.content ?? '';
  const answer = decodeJson(schema, content.replace(/^\s*```(?:json)?\s*|\s*```\s*$/g, ''));
  if (answer === null) throw new ChatError('The model did not keep to the form that was asked for.');
  return answer;
}
