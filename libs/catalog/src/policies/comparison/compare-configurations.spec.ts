import { describe, expect, test } from '@jest/globals';
import { PERMISSIBLE_PURPOSES, type FieldSelection, type ModelSelection } from '@ndx/contracts';
import { kybCertificate } from '../../products/kyb-certificate.js';
import { annualPersonalIncome } from '../../templates/annual-personal-income.js';
import { modelsOf } from '../../access/field-names.js';
import { unselectedField, unselectedModel } from '../unselected.js';
import { compareConfigurations } from './compare-configurations.js';
import type { QueryingConfiguration } from './comparison.js';

const MODEL = 'business_identity_verification';
const TIME = 'business_identity_verification_performed_timestamp';
const [A, B, C] = ['a', 'b', 'c'] as const;

const OPEN: QueryingConfiguration = {
  status: 'published',
  isDefault: true,
  enforced: false,
  modelSelections: [],
  consent: null,
  permissiblePurposes: [],
};

const ENFORCED: QueryingConfiguration = { ...OPEN, enforced: true };

const selecting = (selection: Partial<ModelSelection>): QueryingConfiguration => ({
  ...OPEN,
  modelSelections: [{ ...unselectedModel(MODEL), ...selection }],
});

const field = (name: string, selection: Partial<FieldSelection>): FieldSelection => ({
  ...unselectedField(name),
  ...selection,
});

const requiring = (name: string) => ({ field_selections: [field(name, { is_required: true })] });
const hiding = (name: string) => ({ field_selections: [field(name, { is_enabled: false })] });

/** The sources of a section. */
const from = (...ids: string[]) => selecting({ selected_provenance_option_ids: ids });

const effect = (before: QueryingConfiguration, after: QueryingConfiguration) =>
  compareConfigurations(kybCertificate, before, after).effect;

describe('a change of a querying policy', () => {
  test.each([
    ['selects a section as it is without a selection', OPEN, selecting({}), 'equal'],
    ['limits the age', OPEN, selecting({ max_age_days: 30 }), 'narrower'],
    ['requires a section', OPEN, selecting({ is_required: true }), 'narrower'],
    [
      'requires a section of a required field',
      selecting(requiring(TIME)),
      selecting({ ...requiring(TIME), is_required: true }),
      'equal',
    ],
    ['removes a section', OPEN, selecting({ is_enabled: false }), 'narrower'],
    ['accepts fewer sources', from(), from(A), 'narrower'],
    ['accepts another source', from(A), from(B), 'different'],
    ['prefers another source', from(A, B), from(B, A), 'different'],
    ['accepts fewer sources in their order', from(A, B, C), from(A, C), 'narrower'],
    ['hides a field', OPEN, selecting(hiding('business_entity_type')), 'narrower'],
    ['hides the time of records without a maximum age', OPEN, selecting(hiding(TIME)), 'narrower'],
    [
      'hides the time that an age counts from',
      selecting({ max_age_days: 30 }),
      selecting({ max_age_days: 30, ...hiding(TIME) }),
      'different',
    ],
    [
      'hides a field whose dispute excludes a record',
      selecting({ disputed_data: 'exclude' }),
      selecting({ disputed_data: 'exclude', ...hiding('business_entity_type') }),
      'different',
    ],
    ['requires a consent', ENFORCED, { ...ENFORCED, consent: 'required' }, 'narrower'],
    [
      'requires a consent of queries that name a policy of another network',
      OPEN,
      { ...OPEN, consent: 'required' },
      'different',
    ],
    [
      'requires a consent of no query of another policy',
      { ...OPEN, isDefault: false },
      { ...OPEN, isDefault: false, consent: 'required' },
      'narrower',
    ],
    [
      'requires a consent that can hide a time',
      { ...selecting({ max_age_days: 30 }), enforced: true },
      { ...selecting({ max_age_days: 30 }), enforced: true, consent: 'required' },
      'different',
    ],
    [
      'states the default of the consent',
      OPEN,
      { ...OPEN, consent: 'permissible_purpose' },
      'equal',
    ],
    [
      'names every purpose',
      ENFORCED,
      { ...ENFORCED, permissiblePurposes: PERMISSIBLE_PURPOSES },
      'narrower',
    ],
    ['enforces the default', OPEN, { ...OPEN, enforced: true }, 'narrower'],
    [
      'enforces another policy',
      { ...OPEN, isDefault: false },
      { ...OPEN, isDefault: false, enforced: true },
      'equal',
    ],
    ['is another default', OPEN, { ...OPEN, isDefault: false }, 'different'],
  ] as const)('that %s', (_, before, after, expected) => {
    expect(effect(before, after)).toBe(expected);
  });

  test('is described by member, by field, by section and as a whole', () => {
    const after = selecting({
      max_age_days: 1,
      field_selections: [field('business_entity_type', { accepted_values: ['llc', 'trust'] })],
    });
    const narrower = { modelName: MODEL, effect: 'narrower' } as const;
    expect(compareConfigurations(kybCertificate, OPEN, after)).toEqual({
      effect: 'narrower',
      explanation: expect.stringContaining('release less'),
      models: [
        { ...narrower, fields: [{ fieldName: 'business_entity_type', effect: 'narrower' }] },
      ],
      changes: [
        {
          ...narrower,
          fieldName: null,
          member: 'max_age_days',
          before: `An answer can use a record of any age for the section ${MODEL}.`,
          after: `An answer needs a record of at most 1 day for the section ${MODEL}.`,
          note: null,
        },
        {
          ...narrower,
          fieldName: 'business_entity_type',
          member: 'accepted_values',
          before: `An answer can use a record with any value of ${MODEL}.business_entity_type, or none.`,
          after: `An answer needs a record with "llc" or "trust" as ${MODEL}.business_entity_type.`,
          note: null,
        },
      ],
    });
  });

  test('of the admission to a template with a required field can release records of other networks', () => {
    const [{ model, fields: [name = ''] } = { model: '', fields: [] }] =
      modelsOf(annualPersonalIncome);
    const selection = { ...unselectedModel(model), ...requiring(name) };
    const consents = (modelSelections: readonly ModelSelection[]) =>
      (['permissible_purpose', 'required'] as const).map((consent) => ({
        ...{ ...OPEN, consent, modelSelections },
      }));
    const compared = (modelSelections: readonly ModelSelection[]) => {
      const [open = OPEN, closed = OPEN] = consents(modelSelections);
      const both = [[open, closed] as const, [closed, open] as const];
      return both.map(([one, other]) => compareConfigurations(annualPersonalIncome, one, other));
    };
    expect(compared([])).toMatchObject([{ effect: 'narrower' }, { effect: 'wider' }]);
    const note = expect.stringContaining('leaves out a network');
    const different = { effect: 'different', changes: [{ member: 'consent', note }] };
    expect(compared([selection])).toMatchObject([different, different]);
  });

  test('of a purpose has no effect on consumers where every one is named', () => {
    const anyPurpose = { ...OPEN, consent: 'permissible_purpose' } as const;
    const every = { ...anyPurpose, permissiblePurposes: PERMISSIBLE_PURPOSES };
    expect(compareConfigurations(annualPersonalIncome, anyPurpose, every).effect).toBe('equal');
  });
});
