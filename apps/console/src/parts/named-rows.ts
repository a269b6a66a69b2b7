import type { Row } from './export-file.js';

/** Items whose names are read together: as many as a request for names has. */
const PART = 100;

/** The rows of a file, with the names that each part of the items needs. */
export async function* namedRows<Item, Names>(
  items: AsyncIterable<Item> | Iterable<Item>,
  namesOf: (part: readonly Item[]) => Promise<Names>,
  rowOf: (item: Item, names: Names) => Row,
): AsyncGenerator<Row> {
  let part: Item[] = [];
  for await (const item of items) {
    part.push(item);
    if (part.length < PART) continue;
    yield* await rowsOf(part);
    part = [];
  }
  if (part.length > 0) yield* await rowsOf(part);

  async function rowsOf(some: readonly Item[]): Promise<readonly Row[]> {
    const names = await namesOf(some);
    return some.map((item) => rowOf(item, names));
  }
}
