import { newSecret } from './ids.ts';
import { SlackApiError } from './slack-api-error.ts';

/** Values by id, dropped some time after they expire, so memory stays bounded. */
export interface ExpiringStore<Item> {
  put(id: string, item: Item): void;
  find(id: string): (Item & { readonly at: number }) | undefined;
}

const FORGET_AFTER_MS = 2 * 60 * 60 * 1_000;

function createExpiringStore<Item extends object>(now: () => number): ExpiringStore<Item> {
  const items = new Map<string, Item & { readonly at: number }>();
  return {
    put(id, item) {
      for (const [oldId, { at }] of items) {
        // A map keeps the order in which its entries came.
        if (now() - at <= FORGET_AFTER_MS) break;
        items.delete(oldId);
      }
      items.set(id, Object.assign(item, { at: now() }));
    },
    find: (id) => items.get(id),
  };
}

// https://docs.slack.dev/interactivity/handling-user-interaction#modal_responses
const TRIGGER_LIFETIME_MS = 3_000;

/** What a person was doing when the trigger was issued. */
export interface Trigger {
  readonly userId: string;
  readonly channelId?: string;
  /** The modal they were in, for views.push. */
  readonly viewId?: string;
  /** The Work Object whose details they opened. */
  readonly entityUrl?: string;
}

export function createTriggers(now: () => number, lastMs = TRIGGER_LIFETIME_MS) {
  const issued = createExpiringStore<{ trigger: Trigger; isUsed: boolean }>(now);
  return {
    issue(trigger: Trigger): string {
      const id = `${now()}.${newSecret()}`;
      issued.put(id, { trigger, isUsed: false });
      return id;
    },
    /** Consumes a trigger. Rejects unknown, expired and used ones. */
    exchange(id: string): Trigger {
      const entry = issued.find(id);
      if (entry === undefined) throw new SlackApiError('invalid_trigger_id');
      if (entry.isUsed) throw new SlackApiError('exchanged_trigger_id');
      if (now() - entry.at > lastMs) throw new SlackApiError('expired_trigger_id');
      entry.isUsed = true;
      return entry.trigger;
    },
  };
}

// https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
const RESPONSE_URL_LIFETIME_MS = 30 * 60 * 1_000;
const MAX_RESPONSE_URL_USES = 5;

/** Where an answer through a response_url goes. */
export interface ResponseTarget {
  readonly userId: string;
  readonly channelId: string;
  readonly threadTs?: string;
  /** The message whose element was pressed. A command has none, so its answers can replace nothing. */
  readonly originalTs?: string;
}

export function createResponseUrls(now: () => number) {
  const issued = createExpiringStore<{ target: ResponseTarget; uses: number }>(now);
  return {
    issue(target: ResponseTarget): string {
      const id = newSecret();
      issued.put(id, { target, uses: 0 });
      return id;
    },
    /** Where the answer goes. Refuses an address that is unknown, older than thirty minutes, or used five times. */
    find(id: string): ResponseTarget {
      const entry = issued.find(id);
      if (entry === undefined || now() - entry.at > RESPONSE_URL_LIFETIME_MS)
        throw new SlackApiError('expired_url', { status: 404 });
      if (entry.uses >= MAX_RESPONSE_URL_USES) throw new SlackApiError('used_url', { status: 404 });
      return entry.target;
    },
    countUse(id: string): void {
      const entry = issued.find(id);
      if (entry !== undefined) entry.uses += 1;
    },
  };
}
