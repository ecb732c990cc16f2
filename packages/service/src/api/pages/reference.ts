import { type Html, html } from '@pain-signals/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { drawPage } from './kit/layout.ts';
import type { PageDeps } from './kit/visit.ts';

const Schema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
type Schema = z.output<typeof Schema>;
const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
  parameters: z
    .array(z.looseObject({ name: z.string(), required: z.boolean().default(false), schema: Schema }))
    .default([]),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
});
type Operation = z.output<typeof Operation>;
const Document = z.looseObject({
  info: z.looseObject({ version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});
type Document = z.output<typeof Document>;

/** The API reference, from the OpenAPI document itself. Needs no key and no script. */
export function addReference(app: FastifyInstance, { visits, serviceUrl }: PageDeps): void {
  let document: Document | undefined;
  app.get('/docs', async (request, reply) => {
    const { session, formToken } = await visits.open(request, reply);
    document ??= Document.parse(app.swagger());
    const body = drawReference(document, serviceUrl);
    return reply.send(drawPage({ title: 'API reference', email: session?.account.email ?? null, formToken, body }));
  });
}

const drawReference = ({ info, paths, components }: Document, serviceUrl: string): Html => html`<h1>API reference</h1>
<p class="quiet">Version ${info.version} · <a href="/openapi.json">OpenAPI document</a> · <a href="/llms.txt">For agents</a> · MCP at ${serviceUrl}/mcp</p>
${info.description.split(/\n\s*\n/).map((paragraph) => html`<p>${withBold(paragraph)}</p>`)}
${Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => drawOperation(method, path, operation, serviceUrl)),
)}
<h2>Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => drawShape(name, schema))}`;

const withBold = (text: string): (Html | string)[] =>
  text.split('**').map((part, index) => (index % 2 === 1 ? html`<b>${part}</b>` : part));

const drawOperation = (method: string, path: string, operation: Operation, serviceUrl: string): Html => {
  const { operationId, summary, parameters, responses, security } = operation;
  const auth = security?.length === 0 ? '' : ' -H "Authorization: Bearer $KEY"';
  const isForBrowsers = security?.some((scheme) => 'session' in scheme) === true;
  const url = `${serviceUrl}${path}`;
  const call = isForBrowsers ? `${method.toUpperCase()} ${url}` : `curl${auth} "${url}"`;
  return html`<section class="card" id="${operationId}">
<h2>${summary}</h2>
<pre tabindex="0"><code>${call}</code></pre>
${parameters.length === 0 ? null : html`<ul>${parameters.map(({ name, required, schema }) => html`<li><code>${name}</code>${required ? ' (required)' : ''}: ${describe(schema)}</li>`)}</ul>`}
<details><summary>Responses</summary><ul>${Object.entries(responses).map(([status, { description }]) => html`<li><b>${status}</b> ${description}</li>`)}</ul></details>
</section>`;
};

function describe(schema: Schema): string {
  const { type = 'any', minimum, maximum } = schema;
  const range = [minimum === undefined ? '' : `from ${minimum}`, maximum === undefined ? '' : `to ${maximum}`];
  return [
    schema.enum === undefined ? type : `one of ${schema.enum.join(', ')}`,
    range.filter(Boolean).join(' '),
    schema.default === undefined ? '' : `default ${String(schema.default)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

const drawShape = (name: string, schema: unknown): Html => html`<details id="shape-${name}"><summary>${name}</summary>
<pre tabindex="0"><code>${JSON.stringify(schema, null, 2)}</code></pre></details>`;
