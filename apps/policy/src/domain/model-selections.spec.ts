import {
  completeSelections,
  DATASETS,
  fieldsOf,
  governedModelsOf,
  isComparable,
  PRODUCTS,
  templateBySlug,
  type AuthoredModelSelection,
  type Dataset,
  type Field,
} from '@ndx/catalog';
import { QueryingPolicySaved } from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { draftQueryingPolicy, queryingPolicyState } from './querying-policy.js';

const datasets = fc.constantFrom(...DATASETS);

/** A value, or absent. */
const omittable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** Combinations of `is_enabled` and `is_required` without a contradiction. */
const standing = fc.constantFrom({}, { is_enabled: true, is_required: true }, { is_enabled: true });

const sources = omittable(fc.uniqueArray(fc.uuid(), { maxLength: 3 }));

/** Accepted values that suit most field types. */
const VALUES: Partial<Record<Field['type'], fc.Arbitrary<string | number | boolean>>> = {
  // A required text is not blank.
  string: fc.string({ unit: 'grapheme' }).map((text) => `a${text.replaceAll('\0', '')}`),
  boolean: fc.boolean(),
  count: fc.nat(),
};

function acceptedValues(dataset: Dataset, field: Field) {
  const values = isComparable(dataset, field) ? valuesOf(dataset, field) : undefined;
  return values ? omittable(fc.option(fc.array(values, { minLength: 1 }))) : fc.constant(undefined);
}

/** A text of a template can be an amount or a count, as answers have them. */
function valuesOf({ kind }: Dataset, { type }: Field) {
  return kind === 'template' && type === 'string' ? fc.nat().map(String) : VALUES[type];
}

const authored = datasets.chain((dataset) =>
  fc.record({
    dataset: fc.constant(dataset),
    selections: fc.subarray([...governedModelsOf(dataset)]).chain((models) =>
      fc.tuple(
        ...models.map(({ model, fields }) =>
          fc
            .tuple(standing, selectionRest(), fieldSelections(dataset, fields))
            .map(([flags, rest, field_selections]): AuthoredModelSelection => ({
              model_name: model,
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

function fieldSelections(dataset: Dataset, fields: readonly Field[]) {
  return fc.subarray([...fields], { maxLength: 5 }).chain((chosen) =>
    fc.tuple(
      ...chosen.map((field) =>
        fc
          .tuple(standing, acceptedValues(dataset, field), sources)
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
  test('keep every authored member; completing them again changes nothing', () => {
    fc.assert(
      fc.property(authored, ({ dataset, selections }) => {
        const complete = completeSelections(dataset, selections);
        expect(complete).toMatchObject(defined(selections));
        expect(completeSelections(dataset, complete)).toEqual(complete);
      }),
    );
  });

  test('have the shape that subscribers validate', () => {
    fc.assert(
      fc.property(authored, ({ dataset, selections }) => {
        const pair = { id: PAIR, networkId: NETWORK, productId: dataset.id };
        const policy = draftQueryingPolicy(pair, { entityId: ENTITY, name: 'any' }, new Date());
        const modelSelections = completeSelections(dataset, selections);
        QueryingPolicySaved.parse(queryingPolicyState({ ...policy, modelSelections }));
      }),
    );
  });
});

test('completed selections keep their authored order, without duplicates', () => {
  fc.assert(
    fc.property(authored, ({ dataset, selections }) => {
      const complete = completeSelections(dataset, selections);
      const named = selections.map((selection) => selection.model_name);
      expect(complete.map((selection) => selection.model_name)).toEqual(named);
      for (const selection of selections) {
        expect(() => completeSelections(dataset, [...selections, selection])).toThrow('twice');
      }
    }),
  );
});

describe('a selection of a template', () => {
  const select = (
    slug: string,
    field_name: string,
    accepted_values?: (string | number | boolean)[],
  ) => {
    const template = templateBySlug(slug);
    if (!template) throw new Error(`there is no template ${slug}`);
    return completeSelections(template, [
      { model_name: slug, field_selections: [{ field_name, accepted_values }] },
    ]);
  };

  test('accepts every output, furnished or computed', () => {
    for (const field of ['current_total_liabilities', 'network_adverse_action_eligible_indicator'])
      expect(select('total_consumer_liabilities', field)).toHaveLength(1);
  });

  test.each([
    ['is furnished and not returned', 'raw_credit_report_json'],
    ['the query makes', 'network_query_id'],
  ])('rejects a field that %s', (_, field) => {
    expect(() => select('total_consumer_liabilities', field)).toThrow(`has no field ${field}`);
  });

  test('compares values that are returned as furnished', () => {
    expect(
      select('total_consumer_assets', 'housing_status_own_rent', ['own', 'rent']),
    ).toMatchObject([{ field_selections: [{ accepted_values: ['own', 'rent'] }] }]);
  });

  test.each([
    ['is computed', 'total_consumer_liabilities', 'current_total_liabilities'],
    ['feeds a computed field', 'credit_history_bundle', 'any_currently_past_due_accounts_'],
    ['is a computed field of a bundle', 'credit_history_bundle', 'is_credit_history_complete'],
    ['is known to the network', 'business_identity_verification', 'business_legal_name'],
    ['is stored encrypted', 'business_identity_verification', 'business_tax_identifier_value'],
  ])('rejects accepted values of a field that %s', (_, slug, field) => {
    expect(() => select(slug, field, ['12-3456789'])).toThrow('cannot be compared');
  });

  test.each(['consumer_credit_health_snapshot', 'total_consumer_liabilities'])(
    'rejects accepted values of the attested indicator of %s',
    (slug) => {
      const indicator = 'network_adverse_action_eligible_indicator';
      expect(() => select(slug, indicator, [true])).toThrow('cannot be compared');
    },
  );

  test.each([
    ['5125.40', '; did you mean "5125.4"?'],
    ['5125 dollars', 'bank_account_most_recent_account_balance'],
  ])('rejects %s as an amount, which no answer has', (value, named) => {
    const balance = 'bank_account_most_recent_account_balance';
    expect(select('total_consumer_assets', balance, ['5125.4'])).toHaveLength(1);
    expect(() => select('total_consumer_assets', balance, [value])).toThrow(named);
  });

  test('names the nearest usual value of a misspelled one, and accepts any other text', () => {
    expect(() => select('annual_personal_income', 'pay_frequency', ['biweekyl'])).toThrow(
      '"biweekyl" is not a value of annual_personal_income.pay_frequency; did you mean "biweekly"?',
    );
    expect(select('annual_personal_income', 'pay_frequency', ['each tide'])).toHaveLength(1);
  });

  test('rejects an accepted value as long as a document', () => {
    const accepted = 'a'.repeat(1_001);
    expect(() => select('annual_personal_income', 'paystub_upload', [accepted])).toThrow(
      'must be at most 1000 characters',
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

  test('without members is enabled, optional and accepts any source', () => {
    expect(
      completeSelections(product, [{ model_name, field_selections: [{ field_name }] }]),
    ).toEqual([
      {
        model_name,
        is_enabled: true,
        is_required: false,
        max_age_days: null,
        attestation_required: false,
        name_match: 'report',
        disputed_data: 'mark',
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

  test.each(contradictions)(
    'with %s is rejected, and the message names it',
    (_, selections, name) => {
      expect(() => completeSelections(product, [...selections])).toThrow(name);
    },
  );
});

const PAIR = '0190b5a0-0000-7000-8000-00000000000a';
const NETWORK = '0190b5a0-0000-7000-8000-00000000000b';
const ENTITY = '0190b5a0-0000-7000-8000-00000000000c';

/** Removes undefined members, as JSON does. */
function defined(selections: readonly AuthoredModelSelection[]): object[] {
  return JSON.parse(JSON.stringify(selections)) as object[];
}
