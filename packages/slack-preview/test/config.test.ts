import { describe, expect, it } from 'vitest';
import { loadConfig } from '../src/config.ts';

const SECRETS = { SLACK_SIGNING_SECRET: 'a-secret', SLACK_BOT_TOKEN: 'xoxb-a-token' };

describe('the configuration', () => {
  it('needs only what it shares with the Slack app', () => {
    expect(loadConfig(SECRETS)).toEqual({
      host: '127.0.0.1',
      port: 3001,
      appUrl: 'http://127.0.0.1:3000/slack/events',
      signingSecret: 'a-secret',
      botToken: 'xoxb-a-token',
      logLevel: 'info',
    });
  });

  it('finds the app on this machine when all addresses are listened on', () => {
    const { host, appUrl } = loadConfig({ ...SECRETS, HOST: '0.0.0.0', PORT: '3100' });
    expect({ host, appUrl }).toEqual({ host: '0.0.0.0', appUrl: 'http://127.0.0.1:3100/slack/events' });
  });

  it('writes an IPv6 address as addresses do', () => {
    expect(loadConfig({ ...SECRETS, HOST: '::1' }).appUrl).toBe('http://[::1]:3000/slack/events');
  });

  it('names every fault at once, and no value', () => {
    const wrong = { PREVIEW_PORT: 'x1', LOG_LEVEL: 'loud', SLACK_BOT_TOKEN: '', SLACK_SIGNING_SECRET: 'a-secret' };
    const words = /PREVIEW_PORT[\s\S]*SLACK_BOT_TOKEN: must be set[\s\S]*LOG_LEVEL/;
    expect(() => loadConfig(wrong)).toThrow(words);
    expect(() => loadConfig(wrong)).not.toThrow(/a-secret/);
  });
});
