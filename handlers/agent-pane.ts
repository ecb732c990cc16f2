import type { SlackEventMiddlewareArgs } from '@slack/bolt';
import type { Deps, SuggestedPrompt } from './deps.ts';

/** The same as in manifest.yml, for clients that ask anew; Slack takes four. */
export const SUGGESTED_PROMPTS: readonly SuggestedPrompt[] = [
  { title: 'What is rising this week?', message: 'What is rising this week?' },
  { title: 'The worst bugs in auth', message: 'What are the worst bugs in auth?' },
  { title: 'What could we build?', message: 'What could we build?' },
  { title: 'Why do builds get slower?', message: 'Why do builds get slower every month?' },
];

/** Somebody opened the conversation with the app: questions to begin with. */
export const suggestPrompts =
  (deps: Deps) =>
  async ({ event }: SlackEventMiddlewareArgs<'app_home_opened'>): Promise<void> => {
    if (event.tab !== 'messages') return;
    const result = await deps.slack.suggestPrompts(event.channel, SUGGESTED_PROMPTS);
    // Without the optional scope the conversation works all the same.
    if (!result.ok) deps.logger.info({ slackError: result.error }, 'No questions could be suggested');
  };
