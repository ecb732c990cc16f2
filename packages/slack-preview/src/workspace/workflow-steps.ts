import { newId, newSecret } from './ids.ts';
import type { Block } from './message.ts';
import { SlackApiError } from './slack-api-error.ts';

interface Parameter {
  readonly type: 'string' | 'integer';
  readonly title: string;
  readonly description?: string;
}

/** A step that the app gives to Workflow Builder, as its manifest describes it. */
export interface Step {
  readonly callbackId: string;
  readonly title: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, Parameter>>;
  readonly outputs: Readonly<Record<string, Parameter>>;
  readonly requiredOutputs: readonly string[];
}

const COUNT: Parameter = { type: 'integer', title: 'How many', description: 'From 1 to 10. Leave empty for 5' };

const FOUND: Pick<Step, 'outputs' | 'requiredOutputs'> = {
  outputs: {
    finding: { type: 'string', title: 'Finding', description: 'What was found, in one sentence' },
    list: { type: 'string', title: 'List', description: 'All signals, one per line' },
    count: { type: 'integer', title: 'Number found' },
    top_id: { type: 'string', title: 'ID of the first signal' },
    top_topic: { type: 'string', title: 'Name of the first signal' },
    top_link: {
      type: 'string',
      title: 'Link to the first signal',
      description: 'The page of the first signal, if it has one',
    },
  },
  requiredOutputs: ['finding', 'list', 'count'],
};

export const STEPS: readonly Step[] = [
  {
    callbackId: 'get_trending_signals',
    title: 'Get trending signals',
    description: 'The fastest-growing developer pains (significant increases only)',
    inputs: { count: COUNT },
    ...FOUND,
  },
  {
    callbackId: 'search_signals',
    title: 'Search signals',
    description: 'What developers struggle with, by words, area and type',
    inputs: {
      words: {
        type: 'string',
        title: 'Words',
        description: 'What to search for. Optional if you choose an area or type',
      },
      area: { type: 'string', title: 'Area', description: 'For example auth or testing' },
      type: { type: 'string', title: 'Type', description: 'Use bug, feature, complaint or question' },
      count: COUNT,
    },
    ...FOUND,
  },
];

/** One run of a step in a workflow that somebody started. */
export interface StepRun {
  readonly id: string;
  /** Slack gives each run a token of its own, which ends with it. */
  readonly token: string;
  readonly step: Step;
  readonly channelId: string;
  readonly outcome: { readonly outputs: Readonly<Record<string, unknown>> } | { readonly error: string } | null;
}

export function createSteps() {
  const runs = new Map<string, StepRun>();
  return {
    begin(step: Step, channelId: string): StepRun {
      const run = { id: newId('Fx'), token: `xwfp-${newSecret()}`, step, channelId, outcome: null };
      runs.set(run.id, run);
      return run;
    },
    /** Refuses a run that is unknown or has ended. */
    running(id: string): StepRun {
      const run = runs.get(id);
      if (run === undefined) throw new SlackApiError('function_execution_not_found');
      if (run.outcome !== null) throw new SlackApiError('execution_not_in_running_state');
      return run;
    },
    end(run: StepRun, outcome: NonNullable<StepRun['outcome']>): StepRun {
      const ended = { ...run, outcome };
      runs.set(run.id, ended);
      return ended;
    },
    isToken: (token: string): boolean => [...runs.values()].some((run) => run.token === token && run.outcome === null),
    /** Oldest first. */
    get all(): readonly StepRun[] {
      return [...runs.values()];
    },
  };
}

/** What came of a run, as a workflow that posts all of it would show it. */
export function outcomeBlocks({ step, outcome }: StepRun): Block[] {
  const text = (words: string): Block => ({ type: 'section', text: { type: 'plain_text', text: words, emoji: false } });
  if (outcome === null) return [];
  if ('error' in outcome) return [text(`“${step.title}” failed: ${outcome.error}`)];
  const lines = Object.entries(outcome.outputs).map(([name, value]) =>
    text(`${step.outputs[name]?.title ?? name}:\n${String(value)}`),
  );
  return [text(`“${step.title}” output:`), ...lines];
}
