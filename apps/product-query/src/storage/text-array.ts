/** The type id of `text` in every Postgres. */
const TEXT = 25;

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

/**
 * A parameter of type `text[]` in Postgres' binary format, which `pg` sends as it is. As text each
 * quote within would have to be escaped, and found again by the server.
 */
export function textArray(values: readonly (string | null)[]): Buffer {
  const bytes = values.reduce(
    (sum, value) => sum + LENGTH_BYTES + (value === null ? 0 : Buffer.byteLength(value)),
    HEADER_BYTES,
  );
  const array = Buffer.allocUnsafe(bytes);
  // Dimensions, whether there are nulls, the type; then length and lower bound of the dimension.
  let end = [1, 1, TEXT, values.length, 1].reduce((at, int) => array.writeInt32BE(int, at), 0);
  for (const value of values) {
    const start = end + LENGTH_BYTES;
    const length = value === null ? -1 : array.write(value, start);
    array.writeInt32BE(length, end);
    end = start + Math.max(length, 0);
  }
  return array;
}

/** The columns of rows of equal length as parameters, one of type `text[]` each. */
export function columnsOf(rows: readonly (readonly (string | null)[])[]): Buffer[] {
  return (rows[0] ?? []).map((_, column) => textArray(rows.map((row) => row[column] ?? null)));
}

/** The text of a value of an array type whose elements need no quotes, such as `uuid[]`. */
export function arrayText(elements: readonly string[]): string {
  return `{${elements.join(',')}}`;
}
