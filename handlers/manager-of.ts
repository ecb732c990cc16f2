import type { Deps, RequestContext } from './deps.ts';
import { ActionRejectedError } from './refused-press.ts';

/** Who may change things now; that may have been another matter when the dialog was opened. */
export async function requireManager(deps: Deps, context: RequestContext): Promise<string> {
  if (await deps.isOutsider(context)) throw new ActionRejectedError('outsider');
  if (context.userId === null || !(await deps.settings.mayChange(context.userId)))
    throw new ActionRejectedError('not-manager');
  return context.userId;
}
