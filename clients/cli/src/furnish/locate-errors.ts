import type { Mapping } from './mapping.js';
import { toRecord } from './mapping.js';
import type { Row } from './row.js';
import type { ResultLine, RowError } from './result-line.js';
import { shownValue } from './secret-fields.js';

/** Adds the place of the row to its result: the line, and of each error the column and the value. */
export function locateErrors(result: ResultLine, row: Row, mapping?: Mapping): ResultLine {
  if (result.accepted) return result;
  const { errors = [], ...rest } = result;
  const record = toRecord(row.value, mapping);
  const located = errors.map((error) => ({ ...error, ...placeOf(error, record, row, mapping) }));
  return { ...rest, line: row.line, errors: located };
}

function placeOf({ path }: RowError, record: unknown, row: Row, mapping?: Mapping) {
  if (path === undefined) return {};
  const column = columnOf(path, row, mapping);
  const value = valueAt(record, path.split('.'));
  return {
    ...(column !== undefined && { column }),
    ...(isScalar(value) && { value: shownValue(path, value) }),
  };
}

/** The column that has the member of the record, or the object around it. */
export function columnOf(path: string, { value }: Row, mapping?: Mapping): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.keys(value).find((column) => {
    const target = mapping ? mapping.get(column)?.path : column;
    return target !== undefined && (target === path || path.startsWith(`${target}.`));
  });
}

type Scalar = string | number | boolean | null;

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function valueAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return valueAt(Reflect.get(value, name), rest);
}
