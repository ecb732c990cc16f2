/** Works on all items in order, `most` of them at the same time. A failure ends it. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = Iterator.from(items);
  const workers = Array.from({ length: most }, async () => {
    for (const item of queue) await work(item);
  });
  await Promise.all(workers);
}
