import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createSlackLogger } from '#src/slack/clients.ts';

function logOf(level: string) {
  const lines: Record<string, unknown>[] = [];
  return { lines, logger: createSlackLogger(pino({ level }, { write: (line) => lines.push(JSON.parse(line)) })) };
}

it("writes the lines of Slack's libraries into our log, without tokens", () => {
  const { lines, logger } = logOf('debug');
  logger.warn('refused', { token: 'xoxb-1-secret' }, new Error('xapp-1-A2-secret is wrong'), undefined);
  expect(lines).toMatchObject([{ level: 40, msg: 'refused {"token":"[token]"} Error: [token] is wrong undefined' }]);
});

it('calls no error what a plainer card follows', () => {
  const { lines, logger } = logOf('debug');
  logger.error('unsupported type: data_visualization [json-pointer:/view/blocks/4/type]');
  logger.error('must be less than 3001 characters [json-pointer:/blocks/2/text/text]');
  expect(lines).toMatchObject([{ level: 20 }, { level: 50 }]);
});

it.each([
  ['debug', 'info'],
  ['trace', 'info'],
  ['info', 'info'],
  ['warn', 'warn'],
  ['error', 'error'],
  ['silent', 'error'],
])('tells them our level %s as %s', (ours, theirs) => {
  expect(logOf(ours).logger.getLevel()).toBe(theirs);
});

it('lets nobody but the configuration change the level', () => {
  const { lines, logger } = logOf('error');
  logger.setLevel('debug' as Parameters<typeof logger.setLevel>[0]);
  logger.debug('chatter');
  expect(lines).toEqual([]);
});
