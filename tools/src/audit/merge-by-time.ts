/** A line of a service's export. */
interface Dated {
  readonly occurred_at: string;
}

/**
 * Merges exports that are each ordered by time; holds only the next line of each. ISO 8601 in UTC
 * is ordered like text.
 */
export async function* mergeByTime(
  exports: readonly AsyncIterable<string>[],
): AsyncGenerator<string> {
  const sources = await Promise.all(
    exports.map(async (lines) => nextOf(lines[Symbol.asyncIterator]())),
  );
  let open = sources.filter((source) => source !== undefined);
  while (open.length > 0) {
    const [first, ...rest] = open.toSorted((one, other) => (one.at < other.at ? -1 : 1));
    if (!first) return;
    yield first.line;
    const next = await nextOf(first.lines);
    open = next ? [next, ...rest] : rest;
  }
}

async function nextOf(lines: AsyncIterator<string>) {
  const next = await lines.next();
  if (next.done === true) return undefined;
  const { occurred_at: at } = JSON.parse(next.value) as Dated;
  return { line: next.value, at, lines };
}
