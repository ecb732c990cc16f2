import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHttpClient, type HttpRequest } from '../../src/http/http-client.ts';
import { json, type Script, type ScriptedService, startScriptedService } from '../support/scripted-service.ts';

let service: ScriptedService;
let elsewhere: ScriptedService;

beforeEach(async () => {
  [service, elsewhere] = await Promise.all([startScriptedService(json([])), startScriptedService(json([]))]);
});
afterEach(async () => {
  await Promise.all([service.close(), elsewhere.close()]);
});

const http = createHttpClient({
  apiKey: 'pain_a_b',
  dispatcher: undefined,
  onFairUseWarning: () => {},
  onRateLimitHeaders: () => {},
});
const request = (method: HttpRequest['method']): HttpRequest => ({
  what: `${method} /x`,
  method,
  url: new URL('/x', service.url),
  ...(method === 'POST' ? { body: '{}' } : {}),
});

it.each<[string, Script]>([
  ['says nothing', () => {}],
  ['stops after the headers', (_request, response) => void response.writeHead(200).flushHeaders()],
  ['stops in the middle', (_request, response) => void response.writeHead(200).write('[{"id":')],
])('gives a service up that %s', async (_what, script) => {
  service.answer(script);
  await expect(http(request('GET'), 50)).rejects.toMatchObject({ name: 'TimeoutError' });
});

it.each([301, 302, 303, 307, 308].flatMap((status) => [[status, 'GET'] as const, [status, 'POST'] as const]))(
  'takes the key nowhere else on a %i to a %s',
  async (status, method) => {
    service.answer(
      (_request, response) => void response.writeHead(status, { location: `${elsewhere.url}/steal` }).end(),
    );
    await expect(http(request(method), 10_000)).rejects.toMatchObject({ name: 'UnexpectedAnswerError', status });
    expect([service.asked, elsewhere.asked]).toEqual([['/x'], []]);
  },
);
