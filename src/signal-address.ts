/** Reads a signal's id out of its page's address; the template has `{id}` in it, as SIGNAL_URL does. Without one nothing is ours. */
export function createSignalUrlParser(template: string | null): (url: string) => string | null {
  if (template === null) return () => null;
  const [before = '', after = ''] = template.split('{id}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // A query or fragment behind it is somebody's tracking, not another page.
  const pattern = new RegExp(`^${before}([\\w-]{1,200})${after}/?(?:[?#].*)?$`);
  return (url) => pattern.exec(url)?.[1] ?? null;
}
