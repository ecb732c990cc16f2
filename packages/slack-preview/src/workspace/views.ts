import type { Changes } from './changes.ts';
import { newId, newSecret } from './ids.ts';
import type { View } from './message.ts';
import { SlackApiError } from './slack-api-error.ts';

// https://docs.slack.dev/surfaces/modals#updating_views
const MAX_VIEW_STACK = 3;

export type ViewContent = Omit<View, 'id' | 'userId' | 'hash' | 'rootViewId' | 'previousViewId'>;

export function createViews(changes: Changes) {
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
    /** Opens a modal; any open ones are closed. */
    open: (userId: string, content: ViewContent): View => put(userId, content, []),
    /** Opens a modal on top of the current one. */
    push(userId: string, content: ViewContent): View {
      const below = stacks.get(userId) ?? [];
      if (below.length >= MAX_VIEW_STACK) throw new SlackApiError('push_limit_reached');
      return put(userId, content, below);
    },
    update(view: View, content: ViewContent): View {
      // The new content replaces the old, buttons included.
      const { id, userId, rootViewId, previousViewId } = view;
      const changed: View = { ...content, id, userId, rootViewId, previousViewId, hash: newSecret() };
      stacks.set(view.userId, replaced(stacks.get(view.userId) ?? [], changed));
      changes.emit({ kind: 'view', view: changed });
      return changed;
    },
    publish(userId: string, content: ViewContent): View {
      const id = homes.get(userId)?.id ?? newId('V');
      const view = { ...content, id, userId, hash: newSecret(), rootViewId: id, previousViewId: null };
      homes.set(userId, view);
      changes.emit({ kind: 'home', view });
      return view;
    },
    /** Closes the modal on top, or all of them. */
    close(userId: string, isAll: boolean): void {
      const open = stacks.get(userId) ?? [];
      const kept = isAll ? [] : open.slice(0, -1);
      stacks.set(userId, kept);
      for (const view of open.slice(kept.length)) changes.emit({ kind: 'closed', view });
    },
    find: (id: string): View | undefined => all().find((view) => view.id === id),
    stack: (userId: string): readonly View[] => stacks.get(userId) ?? [],
    home: (userId: string): View | null => homes.get(userId) ?? null,
  };
}

function replaced(stack: readonly View[], changed: View): View[] {
  return stack.map((view) => (view.id === changed.id ? changed : view));
}
