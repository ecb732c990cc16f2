import { expect, it } from 'vitest';
import { openEmptyStore } from '../../support/filled-store.ts';
import { startServer } from '../support/running-server.ts';

it('the API reference shows every operation, parameter and shape of the OpenAPI document, without a key or a script', async () => {
  const opened = await openEmptyStore();
  const server = await startServer({ store: opened.store });
  const response = await fetch(`${server.url}/docs`);
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(page).not.toMatch(/<script(?! src="\/assets\/)/);
  const { body } = await server.ask('/openapi.json', { key: null });
  const { paths, components } = body as {
    paths: Record<string, Record<string, { operationId: string; parameters?: { name: string }[] }>>;
    components: { schemas: Record<string, unknown> };
  };
  for (const [path, operations] of Object.entries(paths)) {
    expect(page).toContain(`127.0.0.1:4000${path}`);
    for (const { operationId, parameters = [] } of Object.values(operations)) {
      const [, section = ''] = page.split(`id="${operationId}"`);
      for (const { name } of parameters) expect(section.split('</section>')[0]).toContain(`<code>${name}</code>`);
    }
  }
  for (const name of Object.keys(components.schemas)) expect(page).toContain(`<summary>${name}</summary>`);
  expect(page).toContain('one of score, growth, volume, default score');
  await server.close();
  await opened.close();
});
