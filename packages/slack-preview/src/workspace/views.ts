import type { Changes } from './changes.ts';
import { newId, newSecret } from './ids.ts';
import type { View } from './message.ts';
import { SlackApiError } from './slack-api-error.ts';

// https://docs.slack.dev/surfaces/modals#updating_views
const MAX_VIEW_STACK = 3;

export type ViewContent = Omit<View, 'id' | 'userId' | 'hash' | 'rootViewId' | 'previousViewId'>;

export interface Views {
  /** Opens a modal; any open ones are closed. */
  open(userId: string, content: ViewContent): View;
  /** Opens a modal on top of the current one. */
  push(userId: string, content: ViewContent): View;
  update(view: View, content: ViewContent): View;
  publish(userId: string, content: ViewContent): View;
  /** Closes the modal on top, or all of them. */
  close(userId: string, all: boolean): void;
  find(id: string): View | undefined;
  findByExternalId(externalId: string): View | undefined;
  stack(userId: string): readonly View[];
  home(userId: string): View | null;
}

export function createViews(changes: Changes): Views {
  const stacks = new Map<string, View[]>();
  const homes = new Map<string, View>();
  const all = () => [...stacks.values()].flat().concat([...homes.values()]);

  const put = (userId: string, content: ViewContent, below: View[]) => {
    const id = newId('V');
    const [root] = below;
    const place = { rootViewId: root?.id ?? id, previousViewId: below.at(-1)?.id ?? null };
    const view: View = { ...content, ...place, id, userId, hash: newSecret() };
    stacks.set(userId, [...below, view]);
    changes.emit({ kind: 'view', view });
    return view;
  };

  return {
    open: (userId, content) => put(userId, content, []),
    push(userId, content) {
      const below = stacks.get(userId) ?? [];
      if (below.length >= MAX_VIEW_STACK) throw new SlackApiError('push_limit_reached');
      return put(userId, content, below);
    },
    update(view, content) {
      // The new content replaces the old, buttons included.
      const { id, userId, rootViewId, previousViewId } = view;
      const changed: View = { ...content, id, userId, rootViewId, previousViewId, hash: newSecret() };
      stacks.set(view.userId, replaced(stacks.get(view.userId) ?? [], changed));
      changes.emit({ kind: 'view', view: changed });
      return changed;
    },
    publish(userId, content) {
      const id = homes.get(userId)?.id ?? newId('V');
      const view = { ...content, id, userId, hash: newSecret(), rootViewId: id, previousViewId: null };
      homes.set(userId, view);
      changes.emit({ kind: 'home', view });
      return view;
    },
    close(userId, isAll) {
      const open = stacks.get(userId) ?? [];
      const kept = isAll ? [] : open.slice(0, -1);
      stacks.set(userId, kept);
      for (const view of open.slice(kept.length)) changes.emit({ kind: 'closed', view });
    },
    find: (id) => all().find((view) => view.id === id),
    findByExternalId: (externalId) => all().find((view) => externalId !== '' && view.externalId === externalId),
    stack: (userId) => stacks.get(userId) ?? [],
    home: (userId) => homes.get(userId) ?? null,
  };
}

function replaced(stack: readonly View[], changed: View): View[] {
  return stack.map((view) => (view.id === changed.id ? changed : view));
}
