import { get, withQuery } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { shapeError } from '../run/expect.js';
import type { Row } from '../run/row.js';
import type { Field } from './fields.js';
import { ruleOf } from './types.js';

/** The query parameters of a `GET`. */
export interface QueryTable {
  readonly section: string;
  readonly path: (kit: Kit) => string | Promise<string>;
  /** The path as in the contract. */
  readonly name: string;
  readonly parameters: readonly Field[];
  /** Valid parameters. */
  readonly valid: (kit: Kit) => Readonly<Record<string, string>>;
}

/**
 * A row for each required parameter that is missing, and for each of another type (contract 7.4).
 */
export function queryRows(table: QueryTable): readonly Row[] {
  return table.parameters.flatMap(({ name, type, isRequired }) => [
    ...(isRequired ? [rowOf(table, `${name} is required`, name, undefined)] : []),
    ...(ruleOf(type).wrongText ?? []).map((value) =>
      rowOf(table, `${name} is not "${value}": its type is ${type}`, name, value),
    ),
  ]);
}

function rowOf(
  { section, name, path, valid }: QueryTable,
  says: string,
  parameter: string,
  value: string | undefined,
): Row {
  return {
    section,
    group: `GET ${name}: each query parameter is required and typed as written`,
    says: `GET ${name}: ${says}`,
    check: async (kit) => {
      const query = { ...valid(kit), [parameter]: value };
      shapeError(`query -> ${parameter}`)(await kit.send(get(withQuery(await path(kit), query))));
    },
  };
}
