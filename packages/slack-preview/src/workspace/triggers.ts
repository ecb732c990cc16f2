import { newSecret } from './ids.ts';
import { createIssued } from './issued.ts';
import { SlackRefusal } from './refusal.ts';

// https://docs.slack.dev/interactivity/handling-user-interaction#modal_responses
const LIFETIME_MS = 3_000;

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

export function createTriggers(now: () => number, lastMs = LIFETIME_MS): Triggers {
  const issued = createIssued<{ trigger: Trigger; isUsed: boolean }>(now);
  return {
    issue(trigger) {
      const id = `${now()}.${newSecret()}`;
      issued.put(id, { trigger, isUsed: false });
      return id;
    },
    exchange(id) {
      const entry = issued.find(id);
      if (entry === undefined) throw new SlackRefusal('invalid_trigger_id');
      if (entry.isUsed) throw new SlackRefusal('exchanged_trigger_id');
      if (now() - entry.at > lastMs) throw new SlackRefusal('expired_trigger_id');
      entry.isUsed = true;
      return entry.trigger;
    },
  };
}
