import { fieldsOf, PRODUCTS, type Field } from '@ndx/catalog';
import { QueryingPolicySaved } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { completeSelections, type AuthoredModelSelection } from './model-selections.js';
import { draftQueryingPolicy, queryingPolicyState } from './querying-policy.js';

const products = fc.constantFrom(...PRODUCTS);

/** A value, or nothing said about it. */
const omittable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** `is_enabled` and `is_required` that do not contradict each other. */
const standing = fc.constantFrom({}, { is_enabled: true, is_required: true }, { is_enabled: true });

const sources = omittable(fc.uniqueArray(fc.uuid(), { maxLength: 3 }));

/** What the fields of most types may have as a value. */
const VALUES: Partial<Record<Field['type'], fc.Arbitrary<string | number | boolean>>> = {
  string: fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
  boolean: fc.boolean(),
  count: fc.nat(),
};

function acceptedValues(field: Field) {
  const values = VALUES[field.type];
  return values ? omittable(fc.option(fc.array(values, { minLength: 1 }))) : fc.constant(undefined);
}

const authored = products.chain((product) =>
  fc.record({
    product: fc.constant(product),
    selections: fc.subarray([...product.models]).chain((models) =>
      fc.tuple(
        ...models.map((model) =>
          fc
            .tuple(standing, selectionRest(), fieldSelections(fieldsOf(model)))
            .map(([flags, rest, field_selections]): AuthoredModelSelection => ({
              model_name: model.name,
              ...flags,
              ...rest,
              field_selections,
            })),
        ),
      ),
    ),
  }),
);

function selectionRest() {
  return fc.record({
    max_age_days: omittable(fc.option(fc.nat({ max: 36_500 }))),
    attestation_required: omittable(fc.boolean()),
    selected_provenance_option_ids: sources,
  });
}

function fieldSelections(fields: readonly Field[]) {
  return fc.subarray([...fields], { maxLength: 5 }).chain((chosen) =>
    fc.tuple(
      ...chosen.map((field) =>
        fc
          .tuple(standing, acceptedValues(field), sources)
          .map(([flags, accepted_values, selected_provenance_option_ids]) => ({
            field_name: field.name,
            ...flags,
            accepted_values,
            selected_provenance_option_ids,
          })),
      ),
    ),
  );
}

describe('completed selections', () => {
  test('keep every authored member, and complete themselves to the same again', () => {
    fc.assert(
      fc.property(authored, ({ product, selections }) => {
        const complete = completeSelections(product, selections);
        expect(complete).toMatchObject(defined(selections));
        expect(completeSelections(product, complete)).toEqual(complete);
      }),
    );
  });

  test('are what subscribers understand', () => {
    fc.assert(
      fc.property(authored, ({ product, selections }) => {
        const pair = { id: PAIR, networkId: NETWORK, productId: product.id };
        const policy = draftQueryingPolicy(pair, { entityId: ENTITY, name: 'any' }, new Date());
        const modelSelections = completeSelections(product, selections);
        QueryingPolicySaved.parse(queryingPolicyState({ ...policy, modelSelections }));
      }),
    );
  });
});

describe('a selection', () => {
  const [product] = PRODUCTS;
  const [model, otherModel] = product?.models ?? [];
  const [field] = model ? fieldsOf(model) : [];
  if (!product || !model || !otherModel || !field) throw new Error('the catalogue is empty');
  const model_name = model.name;
  const field_name = field.name;

  test('that says nothing is enabled, optional and takes any source', () => {
    expect(
      completeSelections(product, [{ model_name, field_selections: [{ field_name }] }]),
    ).toEqual([
      {
        model_name,
        is_enabled: true,
        is_required: false,
        max_age_days: null,
        attestation_required: false,
        selected_provenance_option_ids: [],
        field_selections: [
          {
            field_name,
            is_enabled: true,
            is_required: false,
            accepted_values: null,
            selected_provenance_option_ids: [],
          },
        ],
      },
    ]);
  });

  const contradictions: [string, AuthoredModelSelection[], string][] = [
    ['an unknown model', [{ model_name: 'model_of_a_kind' }], 'model_of_a_kind'],
    ['an unknown field', [{ model_name, field_selections: [{ field_name: 'hue' }] }], 'hue'],
    ['a model twice', [{ model_name }, { model_name }], model_name],
    [
      'a field twice',
      [{ model_name, field_selections: [{ field_name }, { field_name }] }],
      `${model_name}.${field_name}`,
    ],
    [
      'a required model that is disabled',
      [{ model_name, is_enabled: false, is_required: true }],
      model_name,
    ],
    [
      'a required field that is disabled',
      [{ model_name, field_selections: [{ field_name, is_enabled: false, is_required: true }] }],
      `${model_name}.${field_name}`,
    ],
    [
      'a required field of a disabled model',
      [{ model_name, is_enabled: false, field_selections: [{ field_name, is_required: true }] }],
      `${model_name}.${field_name}`,
    ],
    [
      'a field that accepts no value',
      [{ model_name, field_selections: [{ field_name, accepted_values: [] }] }],
      `${model_name}.${field_name}`,
    ],
    [
      'a value that the field can never have',
      [{ model_name, field_selections: [{ field_name, accepted_values: [true, 'yes'] }] }],
      `${model_name}.${field_name} must be a boolean: "yes"`,
    ],
  ];

  test.each(contradictions)('that names %s is refused by name', (_, selections, name) => {
    expect(() => completeSelections(product, [...selections])).toThrow(name);
  });
});

const PAIR = '0190b5a0-0000-7000-8000-00000000000a';
const NETWORK = '0190b5a0-0000-7000-8000-00000000000b';
const ENTITY = '0190b5a0-0000-7000-8000-00000000000c';

/** Without the members that were left out, as JSON has it. */
function defined(selections: readonly AuthoredModelSelection[]): object[] {
  return JSON.parse(JSON.stringify(selections)) as object[];
}
