/** A line of a service's export. */
interface Dated {
  readonly occurred_at: string;
}

/**
 * Several exports, each in the order of time, as one: of each only the next line is held. ISO 8601
 * in UTC is in the order of its text.
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
