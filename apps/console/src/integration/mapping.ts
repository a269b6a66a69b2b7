export const VALUE_TYPES = ['text', 'number', 'boolean'] as const;

export type ValueType = (typeof VALUE_TYPES)[number];

/** The target of a column: a path such as `business_identity.business_legal_name`. */
export interface Target {
  /** Empty leaves the column out. */
  readonly path: string;
  readonly type: ValueType;
}

/** Targets by the name of the column. */
export type Mapping = Readonly<Record<string, Target>>;

/** The mapping of a file without one: its columns are paths. */
export function pathsOf(columns: readonly string[]): Mapping {
  return Object.fromEntries(columns.map((column) => [column, { path: column, type: 'text' }]));
}

/**
 * Reads a mapping of the command line: column to path, or to `{path, type}`. Columns that it does
 * not name are left out.
 * @throws Error when it has another shape
 */
export function readMapping(text: string, columns: readonly string[]): Mapping {
  const json: unknown = JSON.parse(text);
  if (typeof json !== 'object' || json === null) throw new Error('The mapping is not an object.');
  const given = json as Readonly<Record<string, unknown>>;
  return Object.fromEntries(columns.map((column) => [column, targetOf(column, given[column])]));
}

function targetOf(column: string, target: unknown): Target {
  if (target === undefined) return { path: '', type: 'text' };
  if (typeof target === 'string') return { path: target, type: 'text' };
  const { path, type = 'string' } = (target ?? {}) as { path?: unknown; type?: unknown };
  const known = type === 'string' ? 'text' : VALUE_TYPES.find((each) => each === type);
  if (typeof path === 'string' && known !== undefined) return { path, type: known };
  throw new Error(`The mapping of ${column} is not a path, or a path and a type.`);
}

/**
 * The record of a row. An empty value is left out. A value that is not of the type of its column
 * stays text, and the network rejects the row.
 */
export function toRecord(row: Readonly<Record<string, string>>, mapping: Mapping): object {
  const record: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const { path = '', type = 'text' } = mapping[column] ?? {};
    if (path !== '' && value !== '') set(record, path.split('.'), typed(value, type));
  }
  return record;
}

function typed(value: string, type: ValueType): unknown {
  if (type === 'boolean') return value === 'true' || (value === 'false' ? false : value);
  return type === 'number' && Number.isFinite(Number(value)) ? Number(value) : value;
}

function set(at: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    at[name] = value;
    return;
  }
  const inner = at[name];
  const next = typeof inner === 'object' && inner !== null ? inner : {};
  at[name] = next;
  set(next as Record<string, unknown>, rest, value);
}
