import { newSecret } from './ids.ts';
import { createExpiringStore } from './issued.ts';
import { SlackApiError } from './refusal.ts';

// https://docs.slack.dev/interactivity/handling-user-interaction#modal_responses
const TRIGGER_LIFETIME_MS = 3_000;

/** What a person was doing when the trigger was given out. */
interface Trigger {
  readonly userId: string;
  readonly channelId?: string;
  /** The modal they stood in, for views.push. */
  readonly viewId?: string;
}

export interface Triggers {
  issue(trigger: Trigger): string;
  /** Uses a trigger up. Refuses one that is unknown, too old, or used. */
  exchange(id: string): Trigger;
}

export function createTriggers(now: () => number, lastMs = TRIGGER_LIFETIME_MS): Triggers {
  const issued = createExpiringStore<{ trigger: Trigger; isUsed: boolean }>(now);
  return {
    issue(trigger) {
      const id = `${now()}.${newSecret()}`;
      issued.put(id, { trigger, isUsed: false });
      return id;
    },
    exchange(id) {
      const entry = issued.find(id);
      if (entry === undefined) throw new SlackApiError('invalid_trigger_id');
      if (entry.isUsed) throw new SlackApiError('exchanged_trigger_id');
      if (now() - entry.at > lastMs) throw new SlackApiError('expired_trigger_id');
      entry.isUsed = true;
      return entry.trigger;
    },
  };
}
