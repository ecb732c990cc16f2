import type { Deps, RequestContext } from './deps.ts';
import { runInDialog } from './dialog.ts';
import { parseRequestContext } from './place.ts';

/** Does what a press asks for, where it was pressed. Home has no place for an answer, so a dialog opens for it. */
export function replyInContext(
  deps: Deps,
  body: unknown,
  work: (place: RequestContext) => Promise<void>,
): Promise<void> {
  const context = parseRequestContext(body);
  return context.view?.isHome ? runInDialog(deps, body, work) : work(context);
}
