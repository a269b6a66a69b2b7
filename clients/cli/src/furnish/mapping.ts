import { CliError } from '../cli-error.js';
import type { Row } from './read-rows.js';

type ValueType = 'string' | 'number' | 'boolean';

/** Where the value of a column goes: a path such as `business_identity.business_legal_name`. */
export interface Target {
  readonly path: string;
  readonly type: ValueType;
}

/** Targets by the name of the column. */
export type Mapping = ReadonlyMap<string, Target>;

const TYPES: readonly unknown[] = ['string', 'number', 'boolean'];

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

/**
 * The record of a row. Without a mapping the columns are paths. An empty value is left out.
 * @throws CliError when a value is not of the type of its column
 */
export function toRecord(row: Row, mapping?: Mapping): object {
  const record: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const target = mapping ? mapping.get(column) : { path: column, type: 'string' as const };
    if (target === undefined || value === '') continue;
    set(record, target.path.split('.'), typed(column, value, target.type));
  }
  return record;
}

function typed(column: string, value: unknown, type: ValueType): unknown {
  if (typeof value !== 'string' || type === 'string') return value;
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  if (type === 'number' && Number.isFinite(Number(value))) return Number(value);
  throw new CliError('invalid', `column ${column}: "${value}" is not a ${type}`);
}

function set(at: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    at[name] = value;
    return;
  }
  const inner = (at[name] ?? {}) as Record<string, unknown>;
  at[name] = inner;
  set(inner, rest, value);
}
