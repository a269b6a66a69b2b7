import { CliError } from '../cli-error.js';
import { startOfDay, type DateOrder } from './start-of-day.js';

type ValueType = 'string' | 'number' | 'boolean' | 'date';

/** The target of a column: a path such as `business_identity.business_legal_name`. */
export interface Target {
  readonly path: string;
  readonly type: ValueType;
  /** Of the days in a column of dates. */
  readonly order?: DateOrder;
}

/** Targets by the name of the column. */
export type Mapping = ReadonlyMap<string, Target>;

const TYPES: readonly unknown[] = ['string', 'number', 'boolean', 'date'];

/**
 * Reads a mapping: `{"Legal name": "business_identity.business_legal_name"}`, or with a type
 * `{"SSN": {"path": "social_security_number", "type": "number"}}`.
 * @throws CliError when it has another shape
 */
export function parseMapping(json: object): Mapping {
  return new Map(
    Object.entries(json).map(([column, target]) => [column, targetOf(column, target)]),
  );
}

function targetOf(column: string, target: unknown): Target {
  if (typeof target === 'string') return { path: target, type: 'string' };
  const { path, type = 'string' } = (target ?? {}) as Partial<Target>;
  if (typeof path === 'string' && TYPES.includes(type)) return { path, type };
  throw new CliError('invalid', `mapping of ${column}: give a path, or path and type`, {
    hint: `type is one of ${TYPES.join(', ')}`,
  });
}

/** Members of every object: a value in them would change all objects of the process. */
const INHERITED: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/**
 * The record of a row. Without a mapping the columns are paths. An empty value is left out. A value
 * that is not of the type of its column stays text, and a row that is not an object stays as it is:
 * the server rejects the row, and not the file.
 * @throws CliError when the path of a column is reserved, or continues in the value of another one
 */
export function toRecord(row: unknown, mapping?: Mapping): unknown {
  if (!hasMembers(row)) return row;
  const record: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const target = mapping ? mapping.get(column) : textAt(column);
    if (target === undefined || value === '') continue;
    const names = target.path.split('.');
    if (names.some((name) => INHERITED.includes(name))) {
      throw unusable(column, `the path ${target.path} has a reserved name`, 'Rename the column');
    }
    if (!set(record, names, typed(value, target))) {
      const reason = `the path ${target.path} conflicts with the path of another column`;
      throw unusable(column, reason, 'A path has either a value or members. Rename the column');
    }
  }
  return record;
}

function unusable(column: string, reason: string, advice: string): CliError {
  return new CliError('invalid', `column ${column}: ${reason}`, {
    hint: `${advice}, or map it to another path with --map.`,
  });
}

function textAt(path: string): Target {
  return { path, type: 'string' };
}

function typed(value: unknown, { type, order }: Target): unknown {
  if (typeof value !== 'string' || type === 'string') return value;
  if (type === 'date') return startOfDay(value, order) ?? value;
  if (type === 'boolean') return value === 'true' || (value === 'false' ? false : value);
  return Number.isFinite(Number(value)) ? Number(value) : value;
}

/** Whether the value could be set: a path has either a value or members. */
function set(at: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): boolean {
  const known = Object.hasOwn(at, name) ? at[name] : undefined;
  if (rest.length === 0) {
    if (hasMembers(known)) return false;
    at[name] = value;
    return true;
  }
  const inner = known ?? {};
  if (!hasMembers(inner)) return false;
  at[name] = inner;
  return set(inner, rest, value);
}

function hasMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
