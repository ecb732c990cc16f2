import { describe, expect, it } from 'vitest';
import { readConfig } from '#src/config.ts';

const given = {
  PAIN_API_KEY: 'pain_abcdefgh_secretsecretsecretsecretsecret',
  SLACK_SIGNING_SECRET: 'signing-secret-value',
  SLACK_BOT_TOKEN: 'xoxb-bot-token-value',
};

describe('the configuration', () => {
  it('has a default for all but the secrets', () => {
    expect(readConfig(given)).toEqual({
      databaseUrl: null,
      dataDir: './data',
      encryptionKeys: null,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: null,
      painApiUrl: 'http://127.0.0.1:4000',
      painMcpUrl: null,
      redisUrl: null,
      painApiKey: given.PAIN_API_KEY,
      signalUrl: 'http://127.0.0.1:4000/signals/{id}',
      signingSecret: given.SLACK_SIGNING_SECRET,
      botToken: given.SLACK_BOT_TOKEN,
      oauth: null,
      appToken: null,
      slackApiUrl: 'https://slack.com/api/',
      metricsToken: null,
      logLevel: 'info',
      telemetryUrl: null,
      poolSize: 10,
      mayMigrate: true,
    });
  });

  it("refuses the placeholders of an example, by the settings' names", () => {
    const oauth = {
      SLACK_CLIENT_ID: 'CHANGE_ME',
      SLACK_CLIENT_SECRET: 'CHANGE_ME',
      SLACK_STATE_SECRET: 'x'.repeat(32),
    };
    expect(() =>
      readConfig({
        ...{ ...oauth, SLACK_SIGNING_SECRET: 'CHANGE_ME', ENCRYPTION_KEYS: Buffer.alloc(32).toString('base64') },
        DATABASE_URL: 'postgres://pain:CHANGE_ME@postgres:5432/pain_signals',
        OTHER_PROGRAM: 'CHANGE_ME',
      }),
    ).toThrow(
      [
        'The configuration has 4 errors:',
        "  - DATABASE_URL: is still the example's CHANGE_ME",
        "  - SLACK_SIGNING_SECRET: is still the example's CHANGE_ME",
        "  - SLACK_CLIENT_ID: is still the example's CHANGE_ME",
        "  - SLACK_CLIENT_SECRET: is still the example's CHANGE_ME",
      ].join('\n'),
    );
  });

  it('finds the local service by its port, and a stand-in for Slack with or without the last slash', () => {
    const config = readConfig({
      ...given,
      SERVICE_PORT: '4711',
      SLACK_API_URL: 'http://127.0.0.1:3001/api',
      PORT: '0',
      PAIN_MCP_URL: 'https://mcp.example',
    });
    expect(config).toMatchObject({
      painMcpUrl: 'https://mcp.example',
      painApiUrl: 'http://127.0.0.1:4711',
      slackApiUrl: 'http://127.0.0.1:3001/api/',
      port: 0,
    });
  });

  it('takes an empty variable for none', () => {
    expect(readConfig({ ...given, PAIN_API_URL: '', SIGNAL_URL: '', LOG_LEVEL: '' })).toMatchObject({
      signalUrl: 'http://127.0.0.1:4000/signals/{id}',
      logLevel: 'info',
      telemetryUrl: null,
      poolSize: 10,
      mayMigrate: true,
    });
  });

  it('links to the pages of our own service at its public address, and to none of a service it does not know', () => {
    const own = readConfig({ ...given, SERVICE_URL: 'https://pain.example/' });
    expect(own.signalUrl).toBe('https://pain.example/signals/{id}');
    expect(readConfig({ ...given, PAIN_API_URL: 'https://hosted.example' }).signalUrl).toBeNull();
  });

  it('needs no signing secret over Socket Mode', () => {
    const { SLACK_SIGNING_SECRET: _, ...rest } = given;
    expect(readConfig({ ...rest, SLACK_APP_TOKEN: 'xapp-1-token' })).toMatchObject({
      appToken: 'xapp-1-token',
      signingSecret: null,
    });
  });

  it('reports every missing secret at once', () => {
    expect(() => readConfig({})).toThrow(
      /PAIN_API_KEY: not set\. [\s\S]*SLACK_SIGNING_SECRET: not set\. [\s\S]*SLACK_BOT_TOKEN: not set\. Copy the app’s bot token/,
    );
  });

  it('reports every wrong value at once, by name, and repeats none of them', () => {
    const wrong = {
      PORT: '70000',
      PAIN_API_URL: 'ftp://hidden.example',
      PAIN_API_KEY: 'hidden-key',
      SIGNAL_URL: 'https://hidden.example/no-place-for-an-id',
      SLACK_SIGNING_SECRET: 'hidden secret',
      SLACK_BOT_TOKEN: 'hello-hidden',
      SLACK_APP_TOKEN: 'hidden-app-token',
      SLACK_API_URL: 'hidden',
      LOG_LEVEL: 'hidden',
    };
    let message = '';
    try {
      readConfig(wrong);
    } catch (error) {
      message = String(error);
    }
    for (const name of Object.keys(wrong)) expect(message).toContain(`- ${name}: `);
    expect(message).not.toContain('hidden');
    expect(message).toContain('SLACK_BOT_TOKEN: must be a bot token, which starts with xoxb-');
  });

  it.each(['PAIN_API_URL', 'PAIN_MCP_URL', 'SERVICE_URL', 'PUBLIC_URL', 'SLACK_API_URL', 'SIGNAL_URL'])(
    'takes no name or password in %s, which is told to people and never sent, and repeats none',
    (name) => {
      for (const who of ['somebody:hunter2', ':hunter2', 'hunter2']) {
        const address = `https://${who}@service.example/{id}`;
        const read = () =>
          readConfig({ ...given, [name]: name === 'SIGNAL_URL' ? address : address.replace('/{id}', '') });
        expect(read).toThrow(new RegExp(`${name}: must be an .*without (a query or )?credentials`));
        expect(read).not.toThrow('hunter2');
      }
    },
  );

  it('repeats nothing of an address of Redis that cannot be read', () => {
    const read = () => readConfig({ ...given, REDIS_URL: 'redis://somebody:hunter2@127.0.0.1:none' });
    expect(read).toThrow('REDIS_URL: must be an address');
    expect(read).not.toThrow('hunter2');
  });

  it.each([
    'https://x.example/a|b/{id}',
    'https://x.example/{id}>',
    'javascript:alert({id})',
    'https://x.example/a b/{id}',
  ])('takes no address for signal pages that would break out of a link (%s)', (SIGNAL_URL) => {
    expect(() => readConfig({ ...given, SIGNAL_URL })).toThrow(/SIGNAL_URL: must be/);
  });
});
