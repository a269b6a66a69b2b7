import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FieldAccess } from './field-access.js';

const name = fc.constantFrom('alpha', 'beta', 'gamma');
const definition = fc.oneof(
  fc.constant('*'),
  name.map((model) => `${model}.*`),
  fc.tuple(name, name).map(([model, field]) => `${model}.${field}`),
);
const definitions = fc.array(definition, { maxLength: 5 });

test('a field is readable exactly when it, its model or everything is defined', () => {
  fc.assert(
    fc.property(definitions, name, name, (defined, model, field) => {
      expect(FieldAccess.of(defined).allows(model, field)).toBe(
        ['*', `${model}.*`, `${model}.${field}`].some((one) => defined.includes(one)),
      );
    }),
  );
});

test('all fields of a model are readable only with a wildcard', () => {
  fc.assert(
    fc.property(definitions, name, name, (defined, model, field) => {
      const access = FieldAccess.of(defined);
      expect(access.isAll(model)).toBe(defined.includes('*') || defined.includes(`${model}.*`));
      if (access.isAll(model)) expect(access.allows(model, field)).toBe(true);
    }),
  );
});

test('more definitions never hide a field', () => {
  fc.assert(
    fc.property(definitions, definitions, name, name, (some, more, model, field) => {
      if (FieldAccess.of(some).allows(model, field)) {
        expect(FieldAccess.of([...some, ...more]).allows(model, field)).toBe(true);
      }
    }),
  );
});

test('the intersection of two accesses permits what both permit', () => {
  fc.assert(
    fc.property(definitions, definitions, name, name, (a, b, model, field) => {
      const [one, other] = [FieldAccess.of(a), FieldAccess.of(b)];
      const both = one.and(other);
      expect(both.allows(model, field)).toBe(
        one.allows(model, field) && other.allows(model, field),
      );
      expect(both.isAll(model)).toBe(one.isAll(model) && other.isAll(model));
    }),
  );
});

test('no definitions, and malformed ones, permit nothing', () => {
  expect(FieldAccess.of([]).allows('alpha', 'beta')).toBe(false);
  expect(FieldAccess.of(['alpha', '*.beta', 'alpha.']).allows('alpha', 'beta')).toBe(false);
});

test('a set of definitions is compiled once, and evicted after a thousand others', () => {
  const first = FieldAccess.of(['alpha.beta']);
  expect(FieldAccess.of(['alpha.beta'])).toBe(first);
  for (let i = 0; i < 1000; i += 1) FieldAccess.of([`alpha.field_${i}`]);
  expect(FieldAccess.of(['alpha.beta'])).not.toBe(first);
});
