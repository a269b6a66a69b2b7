/** The type id of `text` in every Postgres. */
const TEXT = 25;

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;

/**
 * A parameter of type `text[]` in Postgres' binary format, which `pg` sends unchanged. In the text
 * format every quote would have to be escaped, and parsed by the server.
 */
function textArray(values: readonly (string | null)[]): Buffer {
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

/** The columns of rows, in order, each with its type in Postgres. */
export type ColumnTypes = Readonly<Record<string, string>>;

/** The values of one column, as a parameter of type `text[]`. */
export type TextColumn = Buffer;

/** The columns of at least one row, all of equal length, as parameters of type `text[]`. */
export function columnsOf(rows: readonly (readonly (string | null)[])[]): TextColumn[] {
  return (rows[0] ?? []).map((_, column) => textArray(rows.map((row) => row[column] ?? null)));
}

/** The names of the columns for a statement. */
export function namesOf(columns: ColumnTypes): string {
  return Object.keys(columns).join(', ');
}

/**
 * A query for the rows whose columns are parameters as `columnsOf` makes them, each of its type.
 * @param first the number of the first of these parameters
 */
export function rowsOfParameters(columns: ColumnTypes, first = 1): string {
  const typed = Object.entries(columns).map(([name, type]) => `${name}::${type}`);
  const parameters = Object.keys(columns).map((_, index) => `$${first + index}::text[]`);
  return `select ${typed.join(', ')} from unnest(${parameters.join(', ')}) as given (${namesOf(columns)})`;
}

/** The text of a value of an array type whose elements need no quotes, such as `uuid[]`. */
export function arrayText(elements: readonly string[]): string {
  return `{${elements.join(',')}}`;
}
