import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';

describe("the service's settings", () => {
  it('need nothing', () => {
    expect(loadConfig({})).toMatchObject({
      databaseUrl: null,
      dataDir: './data',
      host: '127.0.0.1',
      port: 4000,
      serviceUrl: 'http://127.0.0.1:4000',
      asOf: null,
      logLevel: 'info',
    });
  });

  it('take the credentials of the sources, and follow no source unless told to', () => {
    expect(loadConfig({})).toMatchObject({
      sourcesFile: null,
      credentials: { githubToken: null, gitlabToken: null, stackExchangeKey: null, reddit: null },
    });
    const config = loadConfig({
      SOURCES: 'sources.yml',
      GITHUB_TOKEN: 'ghp_1',
      GITLAB_TOKEN: 'glpat-2',
      STACKEXCHANGE_KEY: 'U4DMV*8((',
      REDDIT_CLIENT_ID: 'id',
      REDDIT_CLIENT_SECRET: 'secret',
    });
    expect(config.sourcesFile).toBe('sources.yml');
    expect(config.credentials).toEqual({
      githubToken: 'ghp_1',
      gitlabToken: 'glpat-2',
      stackExchangeKey: 'U4DMV*8((',
      reddit: { clientId: 'id', clientSecret: 'secret' },
    });
  });

  it('take a language model', () => {
    expect(loadConfig({}).embeddings).toBeNull();
    expect(loadConfig({ EMBEDDINGS_URL: 'http://127.0.0.1:11434/v1', EMBEDDINGS_MODEL: 'small' }).embeddings).toEqual({
      url: 'http://127.0.0.1:11434/v1',
      model: 'small',
      apiKey: null,
    });
    expect(loadConfig({}).chat).toBeNull();
    expect(loadConfig({ CHAT_URL: 'https://chat.example/v1', CHAT_MODEL: 'small', CHAT_API_KEY: 'sk-1' }).chat).toEqual(
      { url: 'https://chat.example/v1', model: 'small', apiKey: 'sk-1', dailyLimit: 500, concurrency: 4 },
    );
  });

  it.each([
    [{ GITHUB_TOKEN: 'ghp secret' }, 'GITHUB_TOKEN: must be visible ASCII'],
    [{ REDDIT_CLIENT_ID: 'secret' }, 'REDDIT_CLIENT_SECRET: must be set together with REDDIT_CLIENT_ID'],
    [{ CHAT_URL: 'http://127.0.0.1:11434/v1' }, 'CHAT_MODEL: must be set together with CHAT_URL'],
    [{ EMBEDDINGS_URL: 'https://e.example/v1' }, 'EMBEDDINGS_MODEL: must be set together with EMBEDDINGS_URL'],
    [{ EMBEDDINGS_API_KEY: 'sk-1' }, 'EMBEDDINGS_API_KEY: needs EMBEDDINGS_URL'],
    [{ CHAT_URL: 'https://me:secret@chat.example', CHAT_MODEL: 'm' }, 'CHAT_URL: must be an http or https address'],
    [{ CHAT_API_KEY: 'secret' }, 'CHAT_API_KEY: needs CHAT_URL'],
    [{ CHAT_DAILY_LIMIT: '-1' }, 'CHAT_DAILY_LIMIT: must be a whole number from 0 to 100000'],
    [{ CHAT_CONCURRENCY: 'many' }, 'CHAT_CONCURRENCY: must be a whole number from 1 to 32'],
    [{ SERVICE_URL: 'secret.example' }, 'SERVICE_URL: must be an http or https address'],
  ])('refuse %o, without showing it', (environment, fault) => {
    expect(() => loadConfig(environment)).toThrow(fault);
    expect(() => loadConfig(environment)).not.toThrow(/secret\b(?!_)/);
  });

  it('count an empty variable as unset', () => {
    expect(loadConfig({ SERVICE_PORT: '', DATABASE_URL: '', AS_OF: '' })).toEqual(loadConfig({}));
  });

  it('take a public address as an origin, and a moment with any offset', () => {
    const config = loadConfig({ SERVICE_URL: 'https://signals.example.org/', AS_OF: '2023-10-31T02:00:00+02:00' });
    expect(config.serviceUrl).toBe('https://signals.example.org');
    expect(config.asOf).toBe(Date.parse('2023-10-31T00:00:00Z'));
  });

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:4000'],
    ['::', 'http://127.0.0.1:4000'],
    ['::1', 'http://[::1]:4000'],
    ['signals.internal', 'http://signals.internal:4000'],
  ])('name an address that can be opened when it listens at %s', (host, serviceUrl) => {
    expect(loadConfig({ HOST: host }).serviceUrl).toBe(serviceUrl);
  });

  it('report every fault at once, by name, without a value', () => {
    const faulty = {
      DATABASE_URL: 'mysql://root:secret@db/x',
      SERVICE_PORT: '70000',
      SERVICE_URL: 'https://signals.example.org/api',
      AS_OF: 'yesterday',
      LOG_LEVEL: 'loud',
    };
    expect(() => loadConfig(faulty)).toThrow(/5 errors/);
    for (const name of Object.keys(faulty)) expect(() => loadConfig(faulty)).toThrow(name);
    expect(() => loadConfig(faulty)).not.toThrow(/secret|70000|yesterday|loud/);
  });
});
