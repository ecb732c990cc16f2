import { z } from 'zod';
import { WORKFLOW } from '../workspace/directory.ts';
import { SlackApiError } from '../workspace/slack-api-error.ts';
import type { State } from '../workspace/state.ts';
import { outcomeBlocks, type Step, type StepRun } from '../workspace/workflow-steps.ts';
import { checkArguments, type Method } from './method.ts';

const execution = z.object({ function_execution_id: z.string().min(1) });

/** Completes a workflow step with outputs that match the manifest. */
export const completeSuccess: Method = (given, { state }) => {
  const { function_execution_id: id, outputs } = checkArguments(
    execution.extend({ outputs: z.record(z.string(), z.unknown()) }),
    given,
  );
  const run = state.steps.running(id);
  const messages = outputErrors(run.step, outputs);
  if (messages.length > 0) throw new SlackApiError('parameter_validation_failed', { messages });
  end(state, run, { outputs });
  return {};
};

/** Fails a workflow step with a reason. */
export const completeError: Method = (given, { state }) => {
  const { function_execution_id: id, error } = checkArguments(execution.extend({ error: z.string().min(1) }), given);
  end(state, state.steps.running(id), { error });
  return {};
};

function end(state: State, run: StepRun, outcome: NonNullable<StepRun['outcome']>): void {
  const ended = state.steps.end(run, outcome);
  const text = 'error' in outcome ? outcome.error : String(outcome.outputs.finding ?? '');
  state.messages.add({ channelId: run.channelId, user: WORKFLOW.id, text, blocks: outcomeBlocks(ended) });
}

const TYPES = { string: z.string(), integer: z.int() } as const;

function outputErrors({ outputs: known, requiredOutputs }: Step, outputs: Record<string, unknown>): string[] {
  const missing = requiredOutputs.filter((name) => outputs[name] === undefined);
  const given = Object.entries(outputs).flatMap(([name, value]) => {
    const parameter = known[name];
    if (parameter === undefined) return [`additional property not allowed [json-pointer:/outputs/${name}]`];
    return TYPES[parameter.type].safeParse(value).success
      ? []
      : [`must be of type ${parameter.type} [json-pointer:/outputs/${name}]`];
  });
  return [...missing.map((name) => `missing required field: ${name} [json-pointer:/outputs]`), ...given];
}
