/** Bytes of records in one request: the network accepts 1 MiB with the members beside the records. */
const MAX_BYTES = 1_000_000;

/** A part of a batch that fits into one request. */
export interface RequestPart<Item> {
  /** The place of the first item in the batch. */
  readonly offset: number;
  readonly items: readonly Item[];
}

/** Divides a batch, in its order, so that the JSON of each part has at most a megabyte if possible. */
export function partsOf<Item>(batch: readonly Item[]): RequestPart<Item>[] {
  const parts: { offset: number; items: Item[] }[] = [];
  const encoder = new TextEncoder();
  let bytes = Infinity;
  for (const [offset, item] of batch.entries()) {
    const size = encoder.encode(JSON.stringify(item)).length + 1;
    bytes += size;
    const part = parts.at(-1);
    if (part && bytes <= MAX_BYTES) {
      part.items.push(item);
    } else {
      parts.push({ offset, items: [item] });
      bytes = size;
    }
  }
  return parts;
}

/** Both halves of a part that has more than one item. */
export function halvesOf<Item>({ offset, items }: RequestPart<Item>): RequestPart<Item>[] {
  const middle = Math.ceil(items.length / 2);
  return [
    { offset, items: items.slice(0, middle) },
    { offset: offset + middle, items: items.slice(middle) },
  ];
}
