import type { z } from 'zod';
import { slackErrorMessages } from '../limits/error-messages.ts';
import { type Fields, isObject } from '../limits/json.ts';
import type { Team } from '../workspace/directory.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';

export type Arguments = Fields;

const JSON_ARGUMENTS = ['blocks', 'attachments', 'view', 'metadata', 'files', 'unfurls', 'prompts', 'outputs'];

/** A call's arguments: a JSON body, or a form whose JSON arguments are parsed. */
export function decodeArguments(body: unknown): Arguments {
  if (typeof body === 'string') return decodeForm(body);
  return isObject(body) ? { ...body } : {};
}

function decodeForm(body: string): Arguments {
  const form: Record<string, unknown> = Object.fromEntries(new URLSearchParams(body));
  for (const name of JSON_ARGUMENTS) {
    if (typeof form[name] === 'string') form[name] = parseJson(name, form[name]);
  }
  return form;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SlackApiError(name === 'blocks' ? 'invalid_blocks_format' : 'invalid_arguments', {
      messages: [`must be valid JSON [json-pointer:/${name}]`],
    });
  }
}

/** Validates a call's arguments. Unknown ones are dropped, as Slack ignores them. */
export function checkArguments<Schema extends z.ZodType>(schema: Schema, given: Arguments): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new SlackApiError('invalid_arguments', { messages: slackErrorMessages(result.error.issues, given, '') });
}

export interface MethodContext {
  readonly state: State;
  /** Where the workspace's own pages are, without a slash at the end. */
  readonly publicUrl: () => string;
  /** The app's client credentials for token exchange; null without OAuth. */
  readonly oauth: { readonly clientId: string; readonly clientSecret: string } | null;
}

/** Whose token the call came with; null where none is needed. */
export interface CallContext extends MethodContext {
  readonly caller: Team | null;
}

/** One method of the Web API: returns the response without `ok: true`. Throws a SlackApiError. */
export type Method = (given: Arguments, context: CallContext) => Record<string, unknown>;
