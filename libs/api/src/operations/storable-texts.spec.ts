import { expect, test } from '@jest/globals';
import { getMetadataStorage, validateSync } from 'class-validator';
import { OPERATIONS } from '../operations.js';

const NULL_CHARACTER = 'a\0b';

/** A cursor is decoded; the contract leaves the form of a consent's id open, and services check it. */
const CHECKED_LATER: readonly string[] = ['cursor', 'consent_id'];

const shapes = OPERATIONS.flatMap(({ id, request: { path, query } }) =>
  [path, query].flatMap((shape) => (shape ? [{ id, shape }] : [])),
);

test('no parameter of a path or a query may hold a null character: Postgres refuses the statement', () => {
  const accepting = shapes.flatMap(({ id, shape }) => {
    const rules = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
    const members = [...new Set(rules.map(({ propertyName }) => propertyName))];
    return members
      .filter((member) => !CHECKED_LATER.includes(member))
      .filter((member) => {
        const faults = validateSync(Object.assign(new shape(), { [member]: NULL_CHARACTER }));
        return !faults.some(({ property }) => property === member);
      })
      .map((member) => `${id}: ${member}`);
  });
  expect(accepting).toEqual([]);
});
