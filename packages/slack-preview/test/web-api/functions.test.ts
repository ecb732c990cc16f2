import { describe, expect, it } from 'vitest';
import { errorOf, startBoth } from '../support/start-preview.ts';

const OUTPUTS = { finding: 'Tests are flaky', list: '1. Tests are flaky', count: 1 };

/** A workflow that has come to a step of the app. */
async function atStep() {
  const both = await startBoth();
  await both.workspace.runStep({ callbackId: 'search_signals', inputs: { words: 'tests', count: 3 } });
  const event = { ...(both.app.received[0]?.payload.event as Record<string, unknown>) };
  return { ...both, event, id: String(event.function_execution_id) };
}

describe('a step of a workflow', () => {
  it('tells the app which one it is, with its inputs and a token of its own', async () => {
    const { event } = await atStep();
    expect(event).toMatchObject({
      type: 'function_executed',
      function: { callback_id: 'search_signals', title: 'Search signals' },
      inputs: { words: 'tests', count: 3 },
      bot_access_token: expect.stringMatching(/^xwfp-/),
    });
  });

  it('ends with what it hands on, posted for all, and only once', async () => {
    const { client, workspace, event, id } = await atStep();
    const token = String(event.bot_access_token);
    await client.functions.completeSuccess({ token, function_execution_id: id, outputs: OUTPUTS });
    expect(workspace.messages('C0DEVPAIN1').map(({ text }) => text)).toEqual(['Tests are flaky']);
    const again = client.functions.completeError({ function_execution_id: id, error: 'no' });
    expect(await errorOf(again)).toEqual({ error: 'execution_not_in_running_state' });
    const late = client.functions.completeError({ token, function_execution_id: id, error: 'no' });
    expect(await errorOf(late)).toEqual({ error: 'invalid_auth' });
  });

  it('ends with why it failed', async () => {
    const { client, workspace, id } = await atStep();
    await client.functions.completeError({ function_execution_id: id, error: 'Nothing answers' });
    expect(workspace.stepRuns.map(({ outcome }) => outcome)).toEqual([{ error: 'Nothing answers' }]);
    expect(JSON.stringify(workspace.messages('C0DEVPAIN1'))).toContain('“Search signals” failed: Nothing answers');
  });

  it.each([
    [{ finding: 'x', list: 'x' }, 'missing required field: count [json-pointer:/outputs]'],
    [{ ...OUTPUTS, count: 'one' }, 'must be of type integer [json-pointer:/outputs/count]'],
    [{ ...OUTPUTS, more: 1 }, 'additional property not allowed [json-pointer:/outputs/more]'],
  ])('refuses %j, which is not what the manifest says', async (outputs, message) => {
    const { client, id } = await atStep();
    const refused = await errorOf(client.functions.completeSuccess({ function_execution_id: id, outputs }));
    expect(refused).toMatchObject({ error: 'parameter_validation_failed' });
    expect(refused.messages).toContainEqual(expect.stringContaining(message));
  });

  it('refuses to end what nobody began', async () => {
    const { client } = await atStep();
    const refused = client.functions.completeSuccess({ function_execution_id: 'Fx0', outputs: OUTPUTS });
    expect(await errorOf(refused)).toEqual({ error: 'function_execution_not_found' });
  });
});
