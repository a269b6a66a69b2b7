import type { Request } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { shapeError, shapeErrorWithin } from '../run/expect.js';
import type { Row } from '../run/row.js';
import { ABSENT, withMember } from './change.js';
import type { Field } from './fields.js';
import { ruleOf } from './types.js';

/** A request body, or an object within it, and the fields that it has. */
export interface BodyTable {
  readonly section: string;
  /** The operation, e.g. `POST /v1/consent/consumer`. */
  readonly name: string;
  readonly fields: readonly Field[];
  /** The path of the object in the body; an index selects an element of a list. */
  readonly at?: readonly string[];
  /** A valid request. */
  readonly request: (kit: Kit) => Request | Promise<Request>;
}

/**
 * A row for each possible fault of each field (missing, null, of another type), and one for an
 * unknown field (contract 7.4, design 11).
 */
export function bodyRows(table: BodyTable): readonly Row[] {
  const unknown = rowOf(table, 'a field that is not in the contract is refused', {
    field: 'no_such_field',
    value: 'x',
  });
  return [...table.fields.flatMap((field) => fieldRows(table, field)), unknown];
}

function fieldRows(table: BodyTable, field: Field): readonly Row[] {
  const { name, type } = field;
  const wrong = ruleOf(type).wrong.map((value) =>
    rowOf(table, `${name} is not ${JSON.stringify(value)}: its type is ${type}`, {
      field: name,
      value,
    }),
  );
  return [
    ...(field.isRequired
      ? [rowOf(table, `${name} is required`, { field: name, value: ABSENT })]
      : []),
    ...(field.null === 'refused'
      ? [rowOf(table, `${name} is not null`, { field: name, value: null })]
      : []),
    ...wrong,
  ];
}

function rowOf(
  { section, name, at = [], request }: BodyTable,
  says: string,
  fault: { readonly field: string; readonly value: unknown },
): Row {
  const path = [...at, fault.field];
  return {
    section,
    group: `${[name, ...at].join(' -> ')}: each field is required and typed as written`,
    says: `${[name, ...at].join(' -> ')}: ${says}`,
    check: async (kit) => {
      const valid = await request(kit);
      const body = withMember(valid.body, path, fault.value);
      const answer = await kit.send({ ...valid, body });
      const isMade = typeof fault.value === 'object' && fault.value !== null;
      (isMade ? shapeErrorWithin : shapeError)(['body', ...path].join(' -> '))(answer);
    },
  };
}
