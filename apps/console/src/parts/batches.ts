/** Ids of one request. */
const MOST = 100;

interface Batch<Item> {
  readonly ids: string[];
  readonly items: Promise<ReadonlyMap<string, Item>>;
}

/**
 * Reads single items by id in common requests: one for the ids of this turn with the same key. An
 * item that the response does not have is null.
 */
export function batches<Item>() {
  /** The batches of this turn, whose requests have not been sent. */
  const open = new Map<string, Batch<Item>>();

  return async (
    key: string,
    id: string,
    read: (ids: string[]) => Promise<ReadonlyMap<string, Item>>,
  ): Promise<Item | null> => {
    const waiting = open.get(key);
    const batch = waiting && waiting.ids.length < MOST ? waiting : begin(key, read);
    batch.ids.push(id);
    return (await batch.items).get(id) ?? null;
  };

  function begin(key: string, read: (ids: string[]) => Batch<Item>['items']): Batch<Item> {
    const ids: string[] = [];
    const batch = { ids, items: readLater(key, ids, read) };
    open.set(key, batch);
    return batch;
  }

  async function readLater(
    key: string,
    ids: string[],
    read: (ids: string[]) => Batch<Item>['items'],
  ): Batch<Item>['items'] {
    await new Promise((resolve) => setTimeout(resolve));
    if (open.get(key)?.ids === ids) open.delete(key);
    return read(ids);
  }
}
