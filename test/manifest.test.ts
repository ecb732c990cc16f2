import { globSync, readFileSync } from 'node:fs';
import { BOT_NAME, COMMAND, SUBCOMMAND_NAMES } from '@pain-signals/domain';
import { STEPS } from '@pain-signals/slack-preview';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseNaturalLanguage } from '#handlers/commands/natural-language/parse-natural-language.ts';
import { FIND_RELATED } from '#handlers/conversation/find-related.ts';
import { SUGGESTED_PROMPTS } from '#handlers/conversation/messages.ts';
import { EVENT_LISTENERS } from '#handlers/listeners/index.ts';
import { REMOVAL_EVENTS } from '#handlers/request-context.ts';
import { SEARCH_STEP, TRENDING_STEP } from '#handlers/workflow/workflow-steps.ts';
import { SCOPES } from '#src/install/installer.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

const manifest: unknown = parse(read('manifest.yml'));
const hosted: unknown = parse(read('manifest.hosted.yml'));
const workflow: unknown = parse(read('manifest.workflow.yml'));
/** Strict: a feature that is declared here is one that the app has, and Socket Mode needs no address. */
const known = z
  .object({
    features: z.strictObject({
      app_home: z.strictObject({
        home_tab_enabled: z.literal(true),
        messages_tab_enabled: z.literal(true),
        messages_tab_read_only_enabled: z.literal(false),
      }),
      agent_view: z.strictObject({
        agent_description: z.string(),
        suggested_prompts: z.array(z.strictObject({ title: z.string(), message: z.string() })),
      }),
      shortcuts: z.array(
        z.strictObject({
          type: z.literal('message'),
          name: z.string(),
          callback_id: z.string(),
          description: z.string(),
        }),
      ),
      bot_user: z.object({ display_name: z.string() }),
      slash_commands: z.array(
        z.strictObject({
          command: z.string(),
          description: z.string(),
          usage_hint: z.string(),
          should_escape: z.literal(false),
        }),
      ),
    }),
    oauth_config: z.strictObject({
      scopes: z.strictObject({ bot: z.array(z.string()), bot_optional: z.array(z.string()) }),
    }),
    settings: z.strictObject({
      event_subscriptions: z.strictObject({ bot_events: z.array(z.string()) }),
      interactivity: z.strictObject({ is_enabled: z.literal(true) }),
      org_deploy_enabled: z.literal(false),
      socket_mode_enabled: z.literal(true),
      token_rotation_enabled: z.literal(false),
    }),
  })
  .parse(manifest);

const SCOPE_OF_EVENT: Record<string, string | null> = {
  app_home_opened: null,
  app_mention: 'app_mentions:read',
  app_uninstalled: null,
  entity_details_requested: null,
  link_shared: 'links:read',
  'message.im': 'im:history',
  tokens_revoked: null,
};

/** As the manifests list them. */
const EVENTS = [
  'app_mention',
  'app_home_opened',
  'link_shared',
  'entity_details_requested',
  'message.im',
  'app_uninstalled',
  'tokens_revoked',
];
/** Only a public address has links to preview. */
const LINK_EVENTS = ['link_shared', 'entity_details_requested'];
const byManifestOrder = (one: string, other: string) => EVENTS.indexOf(one) - EVENTS.indexOf(other);

describe('manifest.hosted.yml', () => {
  it('is manifest.yml over HTTP, with OAuth, for organizations, with token rotation and previews of links; and nothing else', () => {
    const base = 'https://pain-signals.example.com';
    const url = `${base}/slack/events`;
    const {
      features,
      settings,
      oauth_config: oauth,
      ...rest
    } = z
      .looseObject({
        features: z.looseObject({ slash_commands: z.array(z.looseObject({})) }),
        oauth_config: z.looseObject({ scopes: z.looseObject({ bot_optional: z.array(z.string()) }) }),
        settings: z.looseObject({
          event_subscriptions: z.looseObject({ bot_events: z.array(z.string()) }),
          interactivity: z.looseObject({}),
        }),
      })
      .parse(manifest);
    expect(hosted).toEqual({
      ...rest,
      features: {
        ...features,
        slash_commands: features.slash_commands.map((each) => ({ ...each, url })),
        unfurl_domains: [new URL(base).host],
      },
      oauth_config: {
        redirect_urls: [`${base}/slack/oauth_redirect`],
        scopes: { ...oauth.scopes, bot_optional: [...oauth.scopes.bot_optional, 'links:read', 'links:write'] },
      },
      settings: {
        ...settings,
        event_subscriptions: {
          request_url: url,
          bot_events: [...settings.event_subscriptions.bot_events, ...LINK_EVENTS].sort(byManifestOrder),
        },
        interactivity: { ...settings.interactivity, request_url: url, message_menu_options_url: url },
        org_deploy_enabled: true,
        socket_mode_enabled: false,
        token_rotation_enabled: true,
      },
    });
  });
});

describe('manifest.workflow.yml', () => {
  const { functions, ...rest } = z.looseObject({ functions: z.record(z.string(), z.unknown()) }).parse(workflow);

  it('is manifest.yml with steps for workflows, and with what Slack asks for of such an app', () => {
    const { settings, ...others } = z
      .looseObject({ settings: z.looseObject({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }) }) })
      .parse(manifest);
    const { bot_events: events } = settings.event_subscriptions;
    expect({ ...rest, settings: null }).toEqual({ ...others, settings: null });
    expect(rest.settings).toEqual({
      ...settings,
      event_subscriptions: { bot_events: expect.toSatisfy((all: string[]) => sameEvents(all, events)) },
      function_runtime: 'remote',
      org_deploy_enabled: true,
    });
  });

  it('registers the steps that the app listens to, and the stand-in for Slack runs them as described', () => {
    expect(Object.keys(functions)).toEqual([TRENDING_STEP, SEARCH_STEP]);
    const described = STEPS.map(({ callbackId, title, description, inputs, outputs, requiredOutputs: required }) => [
      callbackId,
      {
        ...{ title, description, input_parameters: { properties: inputs } },
        output_parameters: { properties: outputs, required },
      },
    ]);
    expect(functions).toEqual(Object.fromEntries(described));
  });
});

const sameEvents = (all: readonly string[], events: readonly string[]) =>
  JSON.stringify(all.toSorted()) === JSON.stringify([...events, 'function_executed'].toSorted());

describe('the manifests', () => {
  it.each([
    ['manifest.yml', manifest],
    ['manifest.hosted.yml', hosted],
    ['manifest.workflow.yml', workflow],
  ])("are valid by Slack's own schema (%s)", (_file, manifest) => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    formats.default(ajv);
    const validate = ajv.compile(JSON.parse(read('test/slack-manifest-schema/manifest.schema.2.0.0.json')));
    validate(manifest);
    expect(validate.errors).toBeNull();
  });
});

const LINK_SCOPES = ['links:read', 'links:write'];

describe('manifest.yml', () => {
  it('asks, with those of links that only a public address needs, for the scopes that an install by OAuth asks for', () => {
    const { bot, bot_optional: optional } = known.oauth_config.scopes;
    expect([...bot, ...optional, ...LINK_SCOPES].toSorted()).toEqual(SCOPES.toSorted());
  });

  it('registers the command that the app listens to, and hints at every subcommand', () => {
    expect(known.features.slash_commands.map(({ command }) => command)).toEqual([COMMAND]);
    for (const name of SUBCOMMAND_NAMES) expect(known.features.slash_commands[0]?.usage_hint).toContain(name);
  });

  it('names the bot as the cards do', () => {
    expect(known.features.bot_user.display_name).toBe(BOT_NAME);
  });

  it('registers the shortcut that the app listens to, and suggests the same questions as the app', () => {
    expect(known.features.shortcuts.map(({ callback_id }) => callback_id)).toEqual([FIND_RELATED]);
    expect(known.features.agent_view.suggested_prompts).toEqual(SUGGESTED_PROMPTS);
    for (const { message } of SUGGESTED_PROMPTS)
      expect(parseNaturalLanguage(message, Date.UTC(2026, 10, 22))).not.toBeNull();
  });

  it('asks for the scopes of the methods that the code calls and of the events it hears, and for no other', () => {
    const scopeOf: Record<string, string | null> = {
      'assistant.threads': 'assistant:write',
      'auth.test': null,
      'chat.appendStream': 'chat:write',
      'chat.delete': 'chat:write',
      'chat.getPermalink': null,
      'chat.postMessage': 'chat:write',
      'chat.postEphemeral': 'chat:write',
      'chat.startStream': 'chat:write',
      'chat.stopStream': 'chat:write',
      'chat.unfurl': 'links:write',
      'chat.update': 'chat:write',
      'conversations.info': 'channels:read',
      'conversations.list': 'channels:read',
      'conversations.members': 'channels:read',
      'conversations.open': 'im:write',
      'entity.presentDetails': null,
      'files.completeUploadExternal': 'files:write',
      'files.delete': 'files:write',
      'files.getUploadURLExternal': 'files:write',
      'functions.completeError': null,
      'functions.completeSuccess': null,
      'oauth.v2': null,
      'users.conversations': 'channels:read',
      'users.info': 'users:read',
      'views.open': null,
      'views.publish': null,
      'views.push': null,
      'views.update': null,
      ...SCOPE_OF_EVENT,
    };
    const code = globSync('{src,handlers}/**/*.ts').map(read).join('\n');
    const called = [...code.matchAll(/\bweb\.(\w+\.\w+)[(.]/g)].map(([, method]) => method ?? '');
    const used = [...new Set([...called, ...known.settings.event_subscriptions.bot_events, ...LINK_EVENTS])].sort();
    expect(used).toEqual(Object.keys(scopeOf).sort());
    const scopes = new Set(
      ['commands', ...used.map((use) => scopeOf[use])].filter((scope) => typeof scope === 'string'),
    );
    const { bot, bot_optional: optional } = known.oauth_config.scopes;
    // Posting where the app is no member has no method of its own, and of private channels the same one tells.
    expect([...bot, ...optional, ...LINK_SCOPES].toSorted()).toEqual(
      [...scopes, 'chat:write.public', 'groups:read'].sort(),
    );
    expect(optional).toEqual([
      'chat:write.public',
      'channels:read',
      'groups:read',
      'files:write',
      'im:write',
      'assistant:write',
    ]);
  });

  it('subscribes to the events that a listener answers, and to no other', () => {
    const { settings } = z
      .object({ settings: z.object({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }) }) })
      .parse(workflow);
    // The app with workflow steps subscribes to one event more, which is acknowledged in its own way.
    expect(settings.event_subscriptions.bot_events.toSorted()).toEqual(
      [...known.settings.event_subscriptions.bot_events, 'function_executed'].toSorted(),
    );
    const listened = [...Object.keys(EVENT_LISTENERS), ...REMOVAL_EVENTS];
    const subscribed = known.settings.event_subscriptions.bot_events.map((event) => event.replace(/\.im$/, ''));
    expect(listened.sort()).toEqual([...subscribed, ...LINK_EVENTS].sort());
  });
});
