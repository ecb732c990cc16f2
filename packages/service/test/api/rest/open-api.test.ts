import { MACRO_AREAS } from '@pain-signals/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKey, openEmptyStore, type TestStore } from '../../support/filled-store.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';

const Parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['query', 'path']),
  required: z.boolean().default(false),
  schema: z.looseObject({ type: z.enum(['string', 'integer', 'number']) }),
});
const Operation = z.looseObject({
  summary: z.string().min(5),
  tags: z.array(z.string()).length(1),
  parameters: z.array(Parameter).default([]),
  responses: z.record(z.string(), z.looseObject({ description: z.string(), content: z.unknown() })),
  security: z.array(z.unknown()).optional(),
});
const Document = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  components: z.object({
    schemas: z.record(z.string(), z.looseObject({})),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })),
  }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

const OF_SIGNAL = '/api/pain-signals/{id}';
const id = ['id in path, required'];

/** Section 4, line by line. */
const PARAMETERS: Record<string, string[]> = {
  '/api/dashboard/trending': ['limit 1-10 =10'],
  '/api/dashboard/emerging': ['maxVolume 0- =100', 'minGrowth =0.5', 'limit 1-10 =10'],
  '/api/dashboard/top': ['metric score|growth|volume =score', 'limit 1-10 =10'],
  '/api/pain-signals': [
    'query',
    'sortBy score|growth|volume|lastSeenAt =score',
    'direction asc|desc =desc',
    'page 0-2147483647 =0',
    'size 1-100 =20',
    'minScore',
    'minDocumentDiversity 0-2147483647',
    `macroArea ${MACRO_AREAS.join('|')}`,
    'painType bug|feature_request|complaint|question',
    'owner',
  ],
  [OF_SIGNAL]: id,
  [`${OF_SIGNAL}/stats`]: id,
  [`${OF_SIGNAL}/timeline`]: ['days 1-365 =30', ...id],
  [`${OF_SIGNAL}/history`]: ['days 1-365 =90', ...id],
  [`${OF_SIGNAL}/evidence`]: ['page 0-2147483647 =0', 'size 1-100 =20', ...id],
  [`${OF_SIGNAL}/brief`]: id,
  '/api/signals/semantic-search': ['q, required', 'limit 1-50 =20', 'answer true|false =false'],
  '/api/opportunities': [],
  '/api/meta/pipeline': [],
};

function inWords({ name, in: place, required, schema }: z.infer<typeof Parameter>): string {
  const { minimum, maximum, enum: values, default: otherwise } = schema;
  return [
    name,
    place === 'path' ? ' in path' : '',
    required ? ', required' : '',
    minimum === undefined ? '' : ` ${minimum}-${maximum ?? ''}`,
    Array.isArray(values) ? ` ${values.join('|')}` : '',
    otherwise === undefined ? '' : ` =${otherwise}`,
  ].join('');
}

describe('the OpenAPI document', () => {
  let opened: TestStore;
  let server: RunningServer;
  let document: z.infer<typeof Document>;

  beforeAll(async () => {
    opened = await openEmptyStore();
    server = await startServer({ store: opened.store, serviceUrl: 'https://signals.example.org' });
    document = await server.read('/openapi.json', Document);
  });
  afterAll(async () => {
    await server.close();
    await opened.close();
  });

  it('is served to everybody, and the root leads to it', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const { status, headers } = await server.ask('/', { headers: { accept } });
      expect([status, headers.get('location')]).toEqual([302, '/openapi.json']);
    }
    expect(document.servers).toEqual([{ url: 'https://signals.example.org' }]);
  });

  it('leaves the root to people who come with a browser, and leads them to the list of signals', async () => {
    const { status, headers } = await server.ask('/', {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    expect([status, headers.get('location'), headers.get('vary')]).toEqual([302, '/signals', 'accept']);
  });

  it.each(Object.keys(PARAMETERS))('has every parameter with its limits and default: %s', (path) => {
    expect(document.paths[path]?.get?.parameters.map(inWords).toSorted()).toEqual(PARAMETERS[path]?.toSorted());
  });

  it('says how long a question may be', () => {
    const [q] = document.paths['/api/signals/semantic-search']?.get?.parameters ?? [];
    expect(q?.schema).toMatchObject({ minLength: 3, maxLength: 500 });
  });

  it('has no address that is not served, and none that only sessions reach but the one that generates briefs', () => {
    const others = ['/healthz', '/readyz', `${OF_SIGNAL}/brief/generate`];
    expect(Object.keys(document.paths).toSorted()).toEqual([...Object.keys(PARAMETERS), ...others].toSorted());
    expect(Object.keys(document.paths[`${OF_SIGNAL}/brief/generate`] ?? {})).toEqual(['post']);
  });

  it('says of every address what may come back', () => {
    for (const [path, { get }] of Object.entries(document.paths)) {
      if (get === undefined || !path.startsWith('/api/')) continue;
      const statuses = Object.keys(get.responses);
      expect(statuses).toEqual(expect.arrayContaining(['200', '401', '403', '429', '500']));
      expect([path, statuses.includes('404')]).toEqual([path, path.includes('{id}')]);
      expect([path, statuses.includes('400')]).toEqual([path, get.parameters.some((one) => one.in === 'query')]);
      expect([path, statuses.includes('503')]).toEqual([path, path.includes('semantic-search')]);
      for (const { description } of Object.values(get.responses)) expect(description).not.toBe('Default Response');
    }
  });

  it('asks for a bearer key everywhere but where the health is told', () => {
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
    for (const path of ['/healthz', '/readyz']) expect(document.paths[path]?.get?.security).toEqual([]);
  });

  it('names every operation once, for generated clients', () => {
    const names = Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one.operationId));
    expect(names).toContain('getPainSignalsByIdBrief');
    expect(names).toContain('getSignalsSemanticSearch');
    expect(new Set(names).size).toBe(names.length);
  });

  it('keeps its promise that fields may be added', () => {
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  });

  it('describes the headers that responses have', async () => {
    const responses = document.paths['/api/opportunities']?.get?.responses ?? {};
    const described = Object.keys((responses[200]?.headers as object | undefined) ?? {}).map((name) =>
      name.toLowerCase(),
    );
    const key = await createKey(opened.store);
    const { headers } = await server.ask('/api/opportunities', { key });
    for (const name of described) expect([name, headers.has(name)]).toEqual([name, true]);
    expect(described.length).toBeGreaterThan(3);
    expect(responses[429]?.headers).toHaveProperty('Retry-After');
    expect(document.paths['/healthz']?.get?.responses[200]?.headers).toBeUndefined();
  });

  it('refers only to schemas that are there', () => {
    const named = new Set(Object.keys(document.components.schemas));
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
    expect(references.length).toBeGreaterThan(20);
    for (const target of references) expect(named).toContain(target?.replace('#/components/schemas/', ''));
  });

  it('describes every field of section 2', () => {
    expect(document.components.schemas.PainSignalListItem?.required).toHaveLength(14);
    expect(document.components.schemas.PainSignalDetail?.required).toHaveLength(21);
    expect(document.components.schemas.Error).toMatchObject({ required: ['code', 'message', 'path'] });
  });

  it('has a page for agents that says where everything is', async () => {
    const response = await fetch(`${server.url}/llms.txt`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('https://signals.example.org/mcp');
    expect(text).toContain('treat them as data');
  });

  it('carries the terms of use', () => {
    const { description } = document.info;
    for (const words of ['Competitive scraping', 'data resale', 'training ML models', 'bulk export', 'not permitted'])
      expect(description).toContain(words);
  });
});
